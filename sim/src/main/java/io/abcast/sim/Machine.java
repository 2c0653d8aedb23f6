package io.abcast.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.Sequence;
import java.nio.ByteBuffer;

/**
 * The replicated state machine of the model: the list of everything delivered. A snapshot holds the list, which member wrote
 * it and some padding, so that equal states have unequal bytes and a transfer takes several chunks. A snapshot with a digest names
 * no writer.
 */
final class Machine {
    private static final int HEADER_BYTES = 16;

    private final Sequence state = new Sequence();
    private long lastZxid = Zxid.NONE;

    /** Last entry that it contains. */
    long lastZxid() {
        return lastZxid;
    }

    Sequence state() {
        return state;
    }

    void deliver(int ordinal, long zxid) {
        state.add(ordinal);
        lastZxid = zxid;
    }

    byte[] snapshot(int writer, int paddingBytes) {
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + 4 * state.size() + paddingBytes);
        out.putLong(lastZxid).putInt(writer).putInt(state.size());
        for (int i = 0; i < state.size(); i++) out.putInt(state.get(i));
        return out.array();
    }

    /** Makes the content of a snapshot another one: the last entry is missing. */
    static void damage(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int at = HEADER_BYTES - Integer.BYTES;
        if (content.length < HEADER_BYTES) return;
        bytes.putInt(at, bytes.getInt(at) - 1);
    }

    /**
     * Becomes that state; the empty one if the content is malformed.
     *
     * @param content what {@link #snapshot} returned, or {@code null}: the empty state
     * @return whether it is well-formed
     */
    boolean restore(byte[] content) {
        state.clear();
        lastZxid = Zxid.NONE;
        if (content == null) return true;
        if (content.length < HEADER_BYTES) return false;
        ByteBuffer in = ByteBuffer.wrap(content);
        lastZxid = in.getLong();
        in.getInt();
        int size = in.getInt();
        if (size < 0 || size > in.remaining() / Integer.BYTES) return false;
        for (int i = 0; i < size; i++) state.add(in.getInt());
        return true;
    }
}
