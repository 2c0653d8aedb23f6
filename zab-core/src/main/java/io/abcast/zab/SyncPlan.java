package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.SyncMode;

/**
 * The plan by which a follower takes over the leader's history.
 *
 * <p>A member takes over the initial history of an epoch's leader before it logs entries of that epoch. Therefore a
 * zxid identifies one entry and all entries before that entry. Therefore two logs with entries of epoch e are equal up
 * to the lower of their last zxids of epoch e, and may differ after that zxid. If the leader's log lacks entries of an
 * epoch that the follower has, these entries were never committed. The follower removes those of its entries that the
 * leader's log lacks. If the follower's remaining log ends before the first entry of the leader's log, the remaining
 * log also ends before the leader's snapshot. So the installation of a snapshot never removes a committed entry that
 * the follower has acknowledged.
 *
 * <p>A leader of ZooKeeper knows only the follower's last zxid, and therefore never removes entries of more than one
 * epoch.
 *
 * @param keep zxid of the last entry that the follower keeps in its log
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

    /** Returns the plan of the follower's synchronisation in words, for the operator. */
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
