package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;

/**
 * Model of one run: the servers, the network, the disks, the clocks and the size limits. All times of the model are in
 * virtual nanoseconds.
 *
 * @param members all servers: the voters are the initial ensemble; the observers run as well but are not yet members
 * @param codec codec that encodes and decodes every message; {@code null} if messages are not encoded
 * @param hints accuracy of the group's views, from which members learn which members they can reach
 * @param batchMax maximum number of events that a node handles in one batch
 * @param clockDrift whether the members' clocks and timers run up to 5 % too fast or too slow
 * @param timerNanosMax maximum delay in ns with which a timer of a member expires
 * @param snapshotPaddingMax maximum number of padding bytes in a snapshot of a member
 * @param requestNanos time in ns for which a client waits for the answer to its request
 * @param inboxBytesMax maximum size in bytes of all messages that wait in the inbox of a process; a message above this
 *     size limit is dropped
 * @param casts whether the leader casts a snapshot (sends it to several members at once) if several followers fetch it
 * @param oldWireVersion highest frame version of every second process; 0 if all processes use the newest version
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

    private static final long REQUEST_NANOS = 60_000_000_000L;

    static final long INBOX_BYTES_MAX = 64 << 20;

    /** Accuracy of the group's views, which list the reachable members. */
    public enum Hints {
        /**
         * Accuracy of hints: a dead process stays in views for a long time, so views do not show that a member is
         * unreachable.
         */
        NEVER,
        /** Accuracy of hints: views of the group are correct, but members get the views slightly late. */
        ACCURATE,
        /** Accuracy of hints: a member's views come late or too early, are wrong, or are missing. */
        WILD
    }

    /** Creates a model of a cluster without faults, with members 1 to {@code nodes}. */
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

    /** Draws the model of a run in which the ensemble does not change. */
    public static ClusterModel draw(
            Rng random, Durability durability, FuzzSettings settings, MessageCodec<?> codec) {
        return World.draw(random, durability, settings, false, codec);
    }

    /** Returns a copy of this model with the members {@code others}. */
    public ClusterModel withMembers(Membership others) {
        return new ClusterModel(
                others,
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

    /** Returns a copy of this model with spare servers, which membership changes may add to the ensemble. */
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
