package io.abcast.log;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * Checks that the newest good snapshot and the log's entries after it form one history. The history must reach at least
 * to the last entry of every snapshot, even of a damaged snapshot.
 *
 * @param file name of the file that an error message about the history must name
 * @param problem the reason why snapshot and log do not form one history; {@code null} if they form one history
 */
record HistoryCheck(String file, String problem) {
    private static final HistoryCheck GOOD = new HistoryCheck(null, null);

    /**
     * @param log the findings about the log; this check ignores damage in the log
     * @param holdsSnapshot whether the log contains the snapshot's last entry
     */
    static HistoryCheck of(List<SnapshotScan> snapshots, LogScan log, boolean holdsSnapshot) {
        SnapshotScan used = SnapshotScan.newestGood(snapshots);
        if (used == null) {
            if (snapshots.isEmpty())
                return new HistoryCheck(
                        FileNames.snapshot(SnapshotId.EMPTY, FileNames.SNAPSHOT_SUFFIX),
                        "no snapshot is left: expected at least the snapshot of the empty state, which a new"
                                + " directory has");
            SnapshotScan newest = snapshots.get(snapshots.size() - 1);
            return new HistoryCheck(
                    newest.name(), newest.problem() + "; and no older snapshot is good");
        }
        long from = used.zxid();
        long after = log.afterZxid(from);
        long last = log.lastZxid(from);
        if (after > from)
            return new HistoryCheck(
                    log.segments().get(0).name(),
                    String.format(
                            "the log begins after %s, but the newest good snapshot ends with %s: the entries between"
                                    + " them are missing",
                            Zxid.toString(after), Zxid.toString(from)));
        long needed = SnapshotScan.newestDamaged(snapshots);
        if (Math.max(last, from) < needed)
            return new HistoryCheck(
                    used.name(),
                    String.format(
                            "a newer snapshot at %s is damaged and the log ends with %s: the entries between them are"
                                    + " missing",
                            Zxid.toString(needed), Zxid.toString(last)));
        if (last > from && !holdsSnapshot && after != from)
            return new HistoryCheck(
                    used.name(),
                    String.format(
                            "the snapshot's last entry %s is not in the log, which goes from after %s to %s",
                            Zxid.toString(from), Zxid.toString(after), Zxid.toString(last)));
        return GOOD;
    }
}
