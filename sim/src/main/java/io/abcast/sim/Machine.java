package io.abcast.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.Sequence;
import java.nio.ByteBuffer;

/**
 * The replicated state machine of a simulated member: the list of all delivered entries. A snapshot also contains
 * padding, so that a transfer needs several chunks. A snapshot without a digest contains the id of its writer, so that
 * snapshots of equal states differ. A snapshot with a digest must be equal at all members.
 */
final class Machine {
    private static final int HEADER_BYTES = 16;

    private final Sequence state = new Sequence();
    private long lastZxid = Zxid.NONE;

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

    static void damage(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int at = HEADER_BYTES - Integer.BYTES;
        if (content.length < HEADER_BYTES) return;
        bytes.putInt(at, bytes.getInt(at) - 1);
    }

    /**
     * Returns false, and leaves the state empty, if the content of the snapshot is malformed.
     *
     * @param content result of {@link #snapshot}; {@code null} for the empty state
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
