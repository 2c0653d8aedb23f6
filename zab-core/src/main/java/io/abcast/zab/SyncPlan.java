package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.SyncMode;

/**
 * The way in which a follower gets the leader's history.
 *
 * <p>A zxid names one entry and one prefix forever: a member that has logged an entry of epoch e took over the initial
 * history of e's leader before. So two logs with entries of epoch e agree up to the earlier of their two ends of e, and
 * diverge there. Entries of an epoch that is missing or shorter in the leader's log were never committed, and the
 * follower removes them. The rest of its log either reaches the leader's log, or ends before it, and then before the
 * leader's snapshot as well. So a snapshot never removes an entry that the follower acknowledged and that was
 * committed.
 *
 * <p>Departs from ZooKeeper, which knows only the follower's last zxid and therefore never cuts across an epoch.
 *
 * @param keep the last entry that the follower keeps
 * @param snapshot with SNAP, the snapshot to fetch; it ends after {@code keep}
 */
record SyncPlan(SyncMode mode, long keep, SnapshotId snapshot) {

    static SyncPlan choose(LogHistory history, AckEpoch follower) {
        long keep = keep(history, follower);
        if (keep < history.logAfter())
            return new SyncPlan(SyncMode.SNAP, keep, history.snapshots().offered().id());
        SyncMode mode = keep == follower.lastZxid() ? SyncMode.DIFF : SyncMode.TRUNC;
        return new SyncPlan(mode, keep, SnapshotId.EMPTY);
    }

    /** The plan in words, for the operator. */
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
