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
 * Inspects and repairs a data directory for operators. The inspector reports the content, whether a member would start
 * from the directory, and, if it would not, how to repair the directory. {@link #verify} and {@link #dump} change
 * nothing and may be used while a member runs. Records that the member is writing then look unfinished, and {@link
 * Report#notes} says that the directory is in use.
 */
public final class LogInspector {
    /**
     * The findings about one segment of the log.
     *
     * @param firstZxid the first entry.
     * @param lastZxid the last good entry; in a segment without good entries, the last entry before the segment. @param
     *     entries number of good entries.
     * @param votes number of good votes.
     * @param marks number of sync marks. A sync mark is a record which shows that all records before it had been
     *     synced.
     * @param end offset after the last good record.
     * @param fileBytes length of the file, including zeros written ahead.
     * @param badOffset offset of the first bad byte; -1 if all bytes are good.
     * @param problem the problem at {@code badOffset}, or {@code null}.
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
     * The findings about one snapshot.
     *
     * @param bytes length of the content in bytes; -1 if the header is not readable
     * @param problem the problem of the snapshot, or {@code null}
     */
    public record Snapshot(String file, long zxid, long bytes, String problem) {}

    /**
     * The content of a directory.
     *
     * @param owner server id and members, or the problem of the identity file
     * @param problems the reasons why a member would not start; empty if it would start
     * @param notes the repairs that a start would make on its own
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
     * A cut of the log, which was made or is planned.
     *
     * @param file the segment to cut, {@code null} if no cut is needed.
     * @param offset the offset in the segment from which bytes are removed; 0 if the whole segment is removed.
     * @param what the problem at the place of the cut.
     * @param torn whether the cut removes only an unfinished write, which a start would remove as well.
     * @param lastZxid the last entry that stays in the log.
     * @param entries number of readable entries after the cut, in this segment and in later ones.
     * @param saved the files that hold the removed bytes.
     * @param others other problems, which cutting the log does not repair.
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

    /** Reads all files of the directory and reports all problems. */
    public static Report verify(Path path) throws IOException {
        return verify(path, file -> {});
    }

    /**
     * Verifies a directory as {@link #verify(Path)} does, and reports each file.
     *
     * @param files receives the name of each file of the log, and of each snapshot, before it is read
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

    /** Receives the records of a log, in order. */
    public interface Content {
        void entry(Entry entry);

        /** @param openFrom the lowest slot whose vote was still needed when this vote was written */
        void vote(VoteRecord vote, long openFrom);
    }

    /**
     * Passes every good entry to {@code entries}, in order.
     *
     * @return the reason why reading ended before the end of the log, or {@code null}
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
     * Passes every good entry and every good vote to {@code records}, in order. The method otherwise works as {@link
     * #dump(Path, Consumer)}.
     */
    public static String dump(Path path, Content records) throws IOException {
        return dump(existing(path, file -> {}), records);
    }

    /** Passes every good entry and vote of an open directory to {@code records}, see {@link #dump(Path, Content)}. */
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
     * Cuts the log where it is damaged. If the good part of the log ends inside a slot, the log is cut before that
     * slot. The removed bytes are first saved in files beside the log. The member loses the entries after the cut,
     * although it may have acknowledged them. So the directory is first marked as repaired, see {@link
     * io.abcast.kernel.Recovered#repaired}.
     *
     * @param really true to cut the log, false to return only the planned cut.
     * @throws IOException also if a member uses the directory, or if the directory does not belong to a member
     */
    public static Repair repair(Path path, boolean really) throws IOException {
        return repair(path, really, file -> {});
    }

    /**
     * Cuts the log as {@link #repair(Path, boolean)} does.
     *
     * @param files receives the name of each file before the file is read
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
            // A file of a later release is not damaged, so it must not be cut.
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

    /** The problems that keep a member with a good log from starting. */
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
        // If the problem is an unfinished write, a start cuts it at its beginning, even inside a
        // slot.
        SlotCut slot = problem.torn() ? null : SlotCut.before(dir, reader, segments, problem);
        int first = slot == null ? problem.segment() : slot.segment();
        long offset = slot == null ? problem.offset() : slot.offset();
        SegmentScan bad = segments.get(first);
        boolean whole = offset <= Records.SEGMENT_HEADER_BYTES;
        // The mark is not needed for an unfinished write, which was never reported as durable: a
        // start would cut it as well.
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

    /** Describes the place of a cut. If the damage is at a later place, the description also names that place. */
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
