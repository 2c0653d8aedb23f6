package io.abcast.sim;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.Sequence;
import java.nio.ByteBuffer;

/**
 * The replicated state machine of a simulated member. The state of this machine is the list of all delivered entries. A
 * snapshot of the machine contains the list of entries, the id of the member that wrote the snapshot, and some padding.
 * Because of the id and the padding, snapshots of two members differ even for equal states, and the transfer of a
 * snapshot needs several chunks. A snapshot with a digest, which must be equal at all members, does not contain the id
 * of a member.
 */
final class Machine {
    private static final int HEADER_BYTES = 16;

    private final Sequence state = new Sequence();
    private long lastZxid = Zxid.NONE;

    /** Zxid of the last delivered entry in the state of this machine. */
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

    /** Damages the content of a snapshot by removing the last entry of the snapshot. */
    static void damage(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int at = HEADER_BYTES - Integer.BYTES;
        if (content.length < HEADER_BYTES) return;
        bytes.putInt(at, bytes.getInt(at) - 1);
    }

    /**
     * Replaces the state of this machine by the state of a snapshot. If the content of the snapshot is malformed, the
     * state of the machine is empty after the call.
     *
     * @param content content of the snapshot, a result of {@link #snapshot}; {@code null} for the empty state
     * @return whether the content of the snapshot is well-formed
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
