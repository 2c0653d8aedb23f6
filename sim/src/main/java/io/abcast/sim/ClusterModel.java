package io.abcast.sim;

import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.log.Durability;

/**
 * Model of one run: the servers, the network, the disks, the clocks and the limits. Times are in virtual nanoseconds.
 *
 * @param members all servers: the voters are the initial ensemble; the observers run as well but are not yet members
 * @param codec codec that encodes and decodes every message; {@code null}: messages are not encoded
 * @param hints accuracy of the views that members get
 * @param batchMax maximum number of inputs in one batch
 * @param clockDrift whether clocks and timers run up to 5 % too fast or too slow
 * @param timerNanosMax maximum delay of a timer
 * @param snapshotPaddingMax maximum bytes of padding in a snapshot
 * @param requestNanos time for which clients wait for an answer
 * @param inboxBytesMax bound on the message bytes that wait in the inbox of a process; at the bound messages are
 *     dropped
 * @param casts whether a snapshot is cast if several followers fetch it
 * @param oldWireVersion highest frame version of every second process; 0: all processes use the newest version
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

    /** Default time for which clients wait for an answer. */
    private static final long REQUEST_NANOS = 60_000_000_000L;

    /** Default bound on the message bytes that wait in an inbox. */
    static final long INBOX_BYTES_MAX = 64 << 20;

    /** Accuracy of the group's views, and therefore of the hints by {@code onReachable}. */
    public enum Hints {
        /** A dead process stays in views for a long time, so views do not show that a member is unreachable. */
        NEVER,
        /** Views are correct, but slightly late. */
        ACCURATE,
        /** Views are late, early, wrong or missing. */
        WILD
    }

    /** Creates a model without faults, with members 1 to {@code nodes}. */
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

    /** Draws the model of an ensemble that does not change. */
    public static ClusterModel draw(
            Rng random, Durability durability, FuzzSettings settings, MessageCodec<?> codec) {
        return World.draw(random, durability, settings, false, codec);
    }

    /** Returns this model with other members. */
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

    /** Returns this model with spare servers, which changes may add to the ensemble. */
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
