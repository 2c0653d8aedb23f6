package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;

/**
 * The world of one run. Times in virtual nanoseconds.
 *
 * @param members all servers: the voters are the ensemble as it begins, the observers run beside it and are no members yet
 * @param codec every message passes through it and back; {@code null}: messages pass as they are
 * @param hints how far views may be wrong
 * @param batchMax inputs that one batch takes at most
 * @param clockDrift whether clocks and timers run up to 5 % too fast or too slow
 * @param timerNanosMax how late a timer may expire
 * @param snapshotPaddingMax bytes of padding in a snapshot, at most
 * @param requestNanos how long clients wait for an answer
 * @param inboxBytesMax bytes of messages that wait in the inbox of a process; a message that comes then is dropped
 * @param casts whether snapshots are cast where several followers fetch one
 * @param oldWireVersion the version of frames that each second process speaks; 0: all speak the newest one
 */
public record ClusterModel(
        Membership members,
        NetworkModel network,
        DiskModel disk,
        MessageCodec<?> codec,
        Hints hints,
        int batchMax,
        boolean clockDrift,
        long timerNanosMax,
        int snapshotPaddingMax,
        long requestNanos,
        long inboxBytesMax,
        boolean casts,
        int oldWireVersion) {

    /** How long clients wait where nothing else is said. */
    private static final long REQUEST_NANOS = 60_000_000_000L;

    /** Bytes of messages that wait where nothing else is said. */
    static final long INBOX_BYTES_MAX = 64 << 20;

    /** Views of the group below, and so hints by {@code onReachable}. */
    public enum Hints {
        /** No process leaves a view before it has been dead for long: no member learns in this way that another one cannot be reached. */
        NEVER,
        /** True, and a little late. */
        ACCURATE,
        /** Late, early, wrong or missing. */
        WILD
    }

    /** A quiet world of members 1 to {@code nodes}. */
    public static ClusterModel quiet(int nodes, Durability durability, MessageCodec<?> codec) {
        int[] ids = new int[nodes];
        for (int i = 0; i < nodes; i++) ids[i] = i + 1;
        return new ClusterModel(
                Membership.of(ids, new int[0]),
                NetworkModel.lan(),
                DiskModel.of(durability),
                codec,
                Hints.ACCURATE,
                1_000,
                false,
                0,
                100,
                REQUEST_NANOS,
                INBOX_BYTES_MAX,
                false,
                0);
    }

    /** With servers beside the ensemble, which changes may bring in. */
    public ClusterModel withSpares(int... ids) {
        return new ClusterModel(
                Membership.of(members.voterIds(), ids),
                network,
                disk,
                codec,
                hints,
                batchMax,
                clockDrift,
                timerNanosMax,
                snapshotPaddingMax,
                requestNanos,
                inboxBytesMax,
                casts,
                oldWireVersion);
    }

    public ClusterModel withHints(Hints other) {
        return new ClusterModel(
                members,
                network,
                disk,
                codec,
                other,
                batchMax,
                clockDrift,
                timerNanosMax,
                snapshotPaddingMax,
                requestNanos,
                inboxBytesMax,
                casts,
                oldWireVersion);
    }

    public ClusterModel withDisk(DiskModel other) {
        return new ClusterModel(
                members,
                network,
                other,
                codec,
                hints,
                batchMax,
                clockDrift,
                timerNanosMax,
                snapshotPaddingMax,
                requestNanos,
                inboxBytesMax,
                casts,
                oldWireVersion);
    }
}
