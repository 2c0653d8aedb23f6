package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.SyncMode;

/**
 * The plan by which a follower's log becomes equal to the leader's log: the mode (DIFF, TRUNC or SNAP) and its
 * parameters.
 *
 * <p>A member takes over the initial history of an epoch's leader before it logs entries of that epoch. Because of this
 * order, a zxid identifies an entry and all entries before it. Two logs with entries of epoch e are equal up to the
 * lower of their last zxids of epoch e, and may differ later. Entries of the follower that the leader's log lacks were
 * never committed, so the follower removes them. If the follower's remaining log ends before the first entry of the
 * leader's log, it also ends before the leader's snapshot. The installation of the leader's snapshot then removes no
 * committed entry.
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
