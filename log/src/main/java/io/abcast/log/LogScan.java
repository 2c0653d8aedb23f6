package io.abcast.log;

import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a complete read of all log segments in a data directory.
 *
 * @param problems problems of the log, in the order of the log; entries after the first problem are not part of the
 *     member's history
 */
record LogScan(List<SegmentScan> segments, List<Problem> problems) {

    /**
     * A problem of the log: a place at which the bytes do not continue the log.
     *
     * @param segment index of the segment in {@link LogScan#segments}
     * @param offset offset in bytes of the problem in the segment; 0 if the problem affects the whole segment.
     * @param torn whether the bytes at the problem are the unfinished end of the last write, which never counted as
     *     durable and may be cut
     */
    record Problem(int segment, long offset, boolean torn, String what) {}

    /** @param serverId id of the server to which the segments must belong; 0 if they may belong to any server */
    static LogScan scan(
            Directory dir, RecordReader reader, int serverId, SegmentScan.Visitor visitor)
            throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : dir.list()) if (FileNames.segmentZxid(name) >= 0) names.add(name);
        List<SegmentScan> segments = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean last = i == names.size() - 1;
            SegmentScan scan;
            try (Directory.DataFile file = dir.openToRead(names.get(i))) {
                scan =
                        SegmentScan.scan(
                                names.get(i),
                                file,
                                reader,
                                serverId,
                                problems.isEmpty() ? visitor : ignored -> {});
            }
            segments.add(scan);
            SegmentScan.Damage damage = scan.damage();
            SegmentScan before = i == 0 ? null : segments.get(i - 1);
            if (before != null
                    && before.damage() == null
                    && scan.end() > 0
                    && scan.previousZxid() != before.lastZxid()) {
                String what =
                        String.format(
                                "segment continues %s, but the one before it ends with %s",
                                Zxid.toString(scan.previousZxid()),
                                Zxid.toString(before.lastZxid()));
                problems.add(new Problem(i, 0, false, what));
            } else if (isNumberMissing(before, scan)) {
                String what =
                        "segment has number "
                                + scan.number()
                                + ", the one before it has "
                                + before.number();
                problems.add(new Problem(i, 0, false, what));
            }
            if (damage != null) {
                boolean torn = last && !damage.durable();
                String what =
                        torn || last || damage.durable()
                                ? damage.what()
                                : damage.what()
                                        + "; a later segment shows that it had been durable";
                problems.add(new Problem(i, damage.offset(), torn, what));
            } else if (scan.isEmpty() && !last) {
                problems.add(
                        new Problem(
                                i,
                                scan.end(),
                                false,
                                "segment without a record, followed by another one"));
            }
        }
        return new LogScan(segments, problems);
    }

    private static boolean isNumberMissing(SegmentScan before, SegmentScan scan) {
        if (before == null || before.damage() != null || scan.end() == 0 || scan.number() < 0)
            return false;
        boolean continues = before.number() >= 0 && before.previousZxid() == scan.previousZxid();
        return scan.number() != (continues ? before.number() + 1 : 0);
    }

    Problem first() {
        return problems.isEmpty() ? null : problems.get(0);
    }

    /** @return the zxid before the first entry of the scanned log; {@code ifEmpty} if the log has no segment */
    long afterZxid(long ifEmpty) {
        return segments.isEmpty() ? ifEmpty : segments.get(0).previousZxid();
    }

    long lastZxid(long ifEmpty) {
        return segments.isEmpty() ? ifEmpty : segments.get(segments.size() - 1).lastZxid();
    }
}
