package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.SyncMode;

/**
 * The plan by which a follower gets the leader's history.
 *
 * <p>A zxid identifies one entry and all entries before it, because a member takes over the initial history of an
 * epoch's leader before it logs entries of that epoch. So two logs with entries of epoch e are equal up to the lower of
 * their last zxids of epoch e, and may differ after that zxid. If an epoch is missing or shorter in the leader's log,
 * the follower's additional entries of that epoch were never committed, and the follower removes them. If the remaining
 * log of the follower ends before the first entry of the leader's log, it also ends before the leader's snapshot. So a
 * snapshot never removes an entry that the follower acknowledged and that was committed.
 *
 * <p>ZooKeeper differs: its leader knows only the follower's last zxid, and therefore never removes entries of more
 * than one epoch.
 *
 * @param keep the last entry that the follower keeps
 * @param snapshot with SNAP, the snapshot to fetch, whose last entry is after {@code keep}
 */
record SyncPlan(SyncMode mode, long keep, SnapshotId snapshot) {

    static SyncPlan choose(LogHistory history, AckEpoch follower) {
        long keep = keep(history, follower);
        if (keep < history.logAfter())
            return new SyncPlan(SyncMode.SNAP, keep, history.snapshots().offered().id());
        SyncMode mode = keep == follower.lastZxid() ? SyncMode.DIFF : SyncMode.TRUNC;
        return new SyncPlan(mode, keep, SnapshotId.EMPTY);
    }

    /** Returns the plan in words, for the operator. */
    String describe(AckEpoch follower) {
        return ", whose log ends at "
                + Zxid.toString(follower.lastZxid())
                + ", by "
                + mode
                + (mode == SyncMode.DIFF ? "" : " from " + Zxid.toString(keep));
    }

    private static long keep(LogHistory history, AckEpoch follower) {
        long[] ends = follower.epochEnds();
        for (int i = ends.length - 1; i >= 0; i--) {
            if (ends[i] <= history.logAfter()) return ends[i];
            long ours = history.endOfEpoch(Zxid.epoch(ends[i]));
            if (ours >= 0) return Math.min(ends[i], ours);
        }
        return follower.logAfter();
    }
}
