package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Inspects and repairs the data directory of a member, for operators. The methods {@link #verify} and {@link #dump}
 * change nothing, and operators may call them while the member runs. A record that a running member is writing looks
 * unfinished.
 */
public final class LogInspector {
    /**
     * The findings about one segment of the log.
     *
     * @param firstZxid zxid of the first entry of the segment.
     * @param lastZxid zxid of the last good entry of the segment; if the segment has no good entry, zxid of the last
     *     entry before the segment.
     * @param entries number of good entries.
     * @param votes number of good votes.
     * @param marks number of sync marks. A sync mark is a record which shows that all records before it had been
     *     synced.
     * @param end offset in bytes after the last good record of the segment.
     * @param fileBytes length of the segment file in bytes, including zeros that were written ahead of the records.
     * @param badOffset offset of the first bad byte of the segment; -1 if all bytes are good.
     * @param problem text that describes the problem at {@code badOffset}; {@code null} if all bytes of the segment are
     *     good.
     */
    public record Segment(
            String file,
            long firstZxid,
            long lastZxid,
            long entries,
            long votes,
            long marks,
            long end,
            long fileBytes,
            long badOffset,
            String problem) {}

    /**
     * The findings about one snapshot file.
     *
     * @param bytes length of the snapshot's content in bytes; -1 if the header is not readable
     * @param problem text that describes the problem of the snapshot; {@code null} if the snapshot is good
     */
    public record Snapshot(String file, long zxid, long bytes, String problem) {}

    /**
     * The findings about one data directory.
     *
     * @param owner server id and founders of the directory's owner, or the problem of the identity file
     * @param problems the reasons why a member would not start from the directory; empty if the member would start
     * @param notes the repairs that a start of the member would make without the operator
     */
    public record Report(
            Path dir,
            String owner,
            List<Segment> segments,
            List<Snapshot> snapshots,
            List<String> problems,
            List<String> notes) {
        public boolean damaged() {
            return !problems.isEmpty();
        }
    }

    /**
     * A cut that a repair has made or plans to make in the log.
     *
     * @param file name of the segment that the repair cuts; {@code null} if the log needs no cut.
     * @param offset the offset in the segment from which the repair removes bytes; 0 if the repair removes the whole
     *     segment.
     * @param what text that describes the problem at the place of the cut.
     * @param torn whether the cut removes only an unfinished write, which a start of the member would remove as well.
     * @param lastZxid zxid of the last entry that stays in the log.
     * @param entries number of readable entries after the cut, in the cut segment and in later segments.
     * @param saved the names of the files that hold the removed bytes.
     * @param others problems of the directory that a cut of the log does not repair.
     */
    public record Repair(
            String file,
            long offset,
            String what,
            boolean torn,
            long lastZxid,
            long entries,
            List<String> saved,
            List<String> others) {}

    private LogInspector() {}

    /** Reads all files of a data directory and reports all problems of the directory. */
    public static Report verify(Path path) throws IOException {
        return verify(path, file -> {});
    }

    /**
     * Verifies a directory as {@link #verify(Path)} does, and reports each file.
     *
     * @param files receives the name of each file of the log, and of each snapshot, before the inspector reads the file
     */
    public static Report verify(Path path, Consumer<String> files) throws IOException {
        Directory dir = existing(path, files);
        List<String> problems = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        if (PlainDirectory.isInUse(path))
            notes.add(
                    path
                            + " is in use by a member: records that it is writing look unfinished here");
        String owner = owner(dir, problems);
        checkState(dir, problems);

        List<SnapshotScan> snapshots = SnapshotScan.scan(dir);
        SnapshotScan newest = SnapshotScan.newestGood(snapshots);
        boolean[] holdsSnapshot = {false};
        LogScan log =
                LogScan.scan(
                        dir,
                        new RecordReader(),
                        0,
                        at -> holdsSnapshot[0] |= newest != null && at.zxid() == newest.zxid());
        List<Segment> segments = describe(path, log, problems, notes);
        HistoryCheck check = HistoryCheck.of(snapshots, log, holdsSnapshot[0]);
        if (check.problem() != null && log.first() == null)
            problems.add(path.resolve(check.file()) + ": " + check.problem());
        List<Snapshot> described = new ArrayList<>();
        for (SnapshotScan scan : snapshots) {
            long bytes = scan.id() == null ? -1 : scan.id().bytes();
            described.add(new Snapshot(scan.name(), scan.zxid(), bytes, scan.problem()));
            if (scan.problem() != null && check.problem() == null)
                notes.add(
                        path.resolve(scan.name())
                                + " is damaged, a start uses an older one: "
                                + scan.problem());
        }
        if (dir.exists(FileNames.REPAIRED))
            notes.add(
                    path.resolve(FileNames.REPAIRED)
                            + ": the log was cut by a repair; a member that starts does not vote until a leader has"
                            + " synchronised it");
        for (String name : dir.list()) {
            if (name.endsWith(FileNames.INSTALL_SUFFIX))
                notes.add(path.resolve(name) + ": a start makes this snapshot the whole history");
        }
        return new Report(path, owner, segments, described, problems, notes);
    }

    /** Receives the entries and votes of a log, in the order of the log. */
    public interface Content {
        void entry(Entry entry);

        /** @param openFrom the lowest slot whose vote the member still needed when it wrote {@code vote} */
        void vote(VoteRecord vote, long openFrom);
    }

    /**
     * Passes every good entry of the log to {@code entries}, in the order of the log.
     *
     * @return the reason why the inspector stopped before the end of the log; {@code null} if the whole log is good
     */
    public static String dump(Path path, Consumer<Entry> entries) throws IOException {
        return dump(
                path,
                new Content() {
                    @Override
                    public void entry(Entry entry) {
                        entries.accept(entry);
                    }

                    @Override
                    public void vote(VoteRecord vote, long openFrom) {}
                });
    }

    /**
     * Passes every good entry and every good vote of the log to {@code records}, in the order of the log.
     *
     * @return the reason why the inspector stopped before the end of the log; {@code null} if the whole log is good
     */
    public static String dump(Path path, Content records) throws IOException {
        return dump(existing(path, file -> {}), records);
    }

    /**
     * Passes every good entry and every good vote in the log of an open directory to {@code records}, in the order of
     * the log.
     *
     * @return the reason why the inspector stopped before the end of the log; {@code null} if the whole log is good
     */
    public static String dump(Directory dir, Content records) throws IOException {
        SegmentScan.Visitor visitor =
                new SegmentScan.Visitor() {
                    @Override
                    public void visit(RecordReader at) {
                        records.entry(at.entry());
                    }

                    @Override
                    public void visitVote(String segment, RecordReader at) {
                        records.vote(new VoteRecord(at.slot(), at.vote()), at.openFrom());
                    }
                };
        LogScan log = LogScan.scan(dir, new RecordReader(), 0, visitor);
        LogScan.Problem first = log.first();
        if (first == null) return null;
        return dir.path().resolve(log.segments().get(first.segment()).name())
                + " at offset "
                + first.offset()
                + ": "
                + first.what();
    }

    /**
     * Repairs a data directory: cuts its log at the first damaged place, or before the slot that contains the damaged
     * place. The repair first saves the removed bytes in files beside the log. The member loses all log entries after
     * the cut, even entries that it has acknowledged. The repair therefore marks the directory, see {@link
     * io.abcast.kernel.Recovered#repaired}.
     *
     * @param really true if the repair cuts the log; false if it only returns the planned cut.
     * @throws IOException if a member uses the directory, if the directory does not belong to a member, or if a file
     *     cannot be read or written
     */
    public static Repair repair(Path path, boolean really) throws IOException {
        return repair(path, really, file -> {});
    }

    /**
     * Cuts the log as {@link #repair(Path, boolean)} does.
     *
     * @param files receives the name of each file before the repair reads the file
     */
    public static Repair repair(Path path, boolean really, Consumer<String> files)
            throws IOException {
        return repair(existing(path, files), really);
    }

    /** Cuts the log as {@link #repair(Path, boolean)} does. */
    public static Repair repair(Directory dir, boolean really) throws IOException {
        if (!dir.exists(FileNames.IDENTITY))
            throw new IOException(
                    dir.path().resolve(FileNames.IDENTITY)
                            + " is missing: expected the data directory of a member");
        dir.lock();
        try {
            // A file that a later release wrote is not damaged, so a repair must not cut the file.
            if (dir.exists(FileNames.IDENTITY)) Identity.read(dir);
            RecordReader reader = new RecordReader();
            List<SnapshotScan> snapshots = SnapshotScan.scan(dir);
            SnapshotScan newest = SnapshotScan.newestGood(snapshots);
            boolean[] holdsSnapshot = {false};
            LogScan log =
                    LogScan.scan(
                            dir,
                            reader,
                            0,
                            at -> holdsSnapshot[0] |= newest != null && at.zxid() == newest.zxid());
            LogScan.Problem problem = log.first();
            if (problem == null)
                return new Repair(
                        null,
                        0,
                        "",
                        false,
                        log.lastZxid(Zxid.NONE),
                        0,
                        List.of(),
                        otherProblems(dir, HistoryCheck.of(snapshots, log, holdsSnapshot[0])));
            return cut(dir, reader, log, problem, really);
        } finally {
            dir.close();
        }
    }

    private static List<String> otherProblems(Directory dir, HistoryCheck check)
            throws IOException {
        List<String> problems = new ArrayList<>();
        owner(dir, problems);
        checkState(dir, problems);
        if (check.problem() != null)
            problems.add(dir.path().resolve(check.file()) + ": " + check.problem());
        return problems;
    }

    private static void checkState(Directory dir, List<String> problems) throws IOException {
        if (!dir.exists(FileNames.STATE))
            problems.add(dir.path().resolve(FileNames.STATE) + " is missing");
        else tryTo(problems, () -> new SmallFile(dir, FileNames.STATE, 0).read());
        tryTo(problems, () -> OpenVotes.saved(dir, 0));
    }

    private static Repair cut(
            Directory dir,
            RecordReader reader,
            LogScan log,
            LogScan.Problem problem,
            boolean really)
            throws IOException {
        List<SegmentScan> segments = log.segments();
        // A start of the member cuts an unfinished write at the beginning of the write, even inside
        // a slot.
        SlotCut slot = problem.torn() ? null : SlotCut.before(dir, reader, segments, problem);
        int first = slot == null ? problem.segment() : slot.segment();
        long offset = slot == null ? problem.offset() : slot.offset();
        SegmentScan bad = segments.get(first);
        boolean whole = offset <= Records.SEGMENT_HEADER_BYTES;
        // The storage never reported an unfinished write as durable, so its cut does not mark the
        // directory as repaired.
        if (really && !problem.torn()) StateFile.markRepaired(dir);
        long lost = 0;
        List<String> saved = new ArrayList<>();
        for (int i = segments.size() - 1; i >= first; i--) {
            SegmentScan segment = segments.get(i);
            boolean all = i > first || whole;
            long from = all ? Math.min(Records.SEGMENT_HEADER_BYTES, segment.size()) : offset;
            try (Directory.DataFile file = dir.open(segment.name())) {
                lost += reader.open(file, from, segment.size()).countEntries(from);
                String name = segment.name() + (all ? "" : "." + from) + FileNames.CUT_SUFFIX;
                saved.add(name);
                if (!really || all) continue;
                copy(dir, file, from, segment.size(), name);
                file.truncate(from);
                file.force(true);
            } finally {
                if (really && all) {
                    dir.rename(segment.name(), segment.name() + FileNames.CUT_SUFFIX);
                    dir.sync();
                }
            }
        }
        long last = slot == null ? bad.lastZxid() : slot.lastZxid();
        if (whole && first > 0) last = segments.get(first - 1).lastZxid();
        else if (whole) last = bad.previousZxid();
        return new Repair(
                bad.name(),
                whole ? 0 : offset,
                problem.what() + where(segments, problem, slot),
                problem.torn(),
                last,
                lost,
                saved,
                List.of());
    }

    private static String where(List<SegmentScan> segments, LogScan.Problem problem, SlotCut slot) {
        if (slot == null) return "";
        return " (in "
                + segments.get(problem.segment()).name()
                + " at offset "
                + problem.offset()
                + "; cut where the slot begins that it damages)";
    }

    private static void copy(
            Directory dir, Directory.DataFile file, long from, long to, String name)
            throws IOException {
        try (Directory.DataFile copy = dir.create(name)) {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            for (long at = from; at < to; ) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
                int n = file.read(buffer, at);
                if (n <= 0) throw new IOException(name + ": read nothing at " + at + " of " + to);
                copy.write(buffer.flip(), at - from);
                at += n;
            }
            copy.force(true);
        }
        dir.sync();
    }

    private static List<Segment> describe(
            Path path, LogScan log, List<String> problems, List<String> notes) {
        List<Segment> segments = new ArrayList<>();
        for (SegmentScan scan : log.segments()) {
            SegmentScan.Damage damage = scan.damage();
            segments.add(
                    new Segment(
                            scan.name(),
                            scan.firstZxid(),
                            scan.lastZxid(),
                            scan.entries(),
                            scan.votes(),
                            scan.marks(),
                            scan.end(),
                            scan.size(),
                            damage == null ? -1 : damage.offset(),
                            damage == null ? null : damage.what()));
        }
        for (LogScan.Problem problem : log.problems()) {
            Path file = path.resolve(log.segments().get(problem.segment()).name());
            String line = file + " at offset " + problem.offset() + ": " + problem.what();
            if (problem.torn()) notes.add(line + " (an unfinished write; a start cuts it)");
            else problems.add(line);
        }
        return segments;
    }

    private static String owner(Directory dir, List<String> problems) throws IOException {
        if (!dir.exists(FileNames.IDENTITY)) {
            problems.add(
                    dir.path().resolve(FileNames.IDENTITY)
                            + " is missing: not an abcast data directory");
            return "unknown";
        }
        try {
            return Identity.read(dir).toString();
        } catch (CorruptLogException e) {
            problems.add(e.getMessage());
            return "unknown";
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private static void tryTo(List<String> problems, Action action) throws IOException {
        try {
            action.run();
        } catch (CorruptLogException e) {
            problems.add(e.getMessage());
        }
    }

    private static Directory existing(Path path, Consumer<String> files) throws IOException {
        if (!Files.isDirectory(path))
            throw new NotDirectoryException(path + ": expected a data directory");
        return new PlainDirectory(path, true) {
            @Override
            public DataFile openToRead(String name) throws IOException {
                files.accept(name);
                return super.openToRead(name);
            }
        };
    }
}
