package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.SyncMode;

/**
 * How a follower whose log ends at some zxid gets the leader's history.
 *
 * <p>A zxid names one entry and one prefix for ever: whoever logged an entry of epoch e took over the initial history of
 * e's leader first. So if this history has entries of the follower's last epoch, both agree up to the earlier of the two
 * ends. If it has none, the point at which they part lies in an earlier epoch and is not known here: a cut never crosses
 * an epoch, a snapshot does. The same holds when the entries that the follower misses are no longer in the log.
 *
 * @param zxid DIFF: the follower's last entry; TRUNC: the last one it keeps; SNAP: the snapshot's
 */
record SyncPlan(SyncMode mode, long zxid, SnapshotId snapshot) {

    static SyncPlan choose(History history, long followerLast) {
        long from = history.logAfter();
        if (followerLast == history.last() || followerLast == from) return diff(followerLast);
        if (followerLast < from) return snap(history);
        long end = history.endOfEpoch(Zxid.epoch(followerLast));
        if (end < 0) return snap(history);
        return followerLast <= end
                ? diff(followerLast)
                : new SyncPlan(SyncMode.TRUNC, end, SnapshotId.EMPTY);
    }

    private static SyncPlan diff(long zxid) {
        return new SyncPlan(SyncMode.DIFF, zxid, SnapshotId.EMPTY);
    }

    private static SyncPlan snap(History history) {
        return new SyncPlan(SyncMode.SNAP, history.snapshot().zxid(), history.snapshot());
    }
}
