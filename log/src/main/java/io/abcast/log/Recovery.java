package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.HeldSnapshot;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens a member's data directory: completes or undoes operations that a crash interrupted, and refuses data that must
 * not be used. After a crash, only data that the storage never reported as durable may be missing. A member that
 * silently lost an acknowledged entry could make a quorum lose this entry.
 */
final class Recovery {
    private static final int COPY_BYTES = 64 << 10;

    record Result(
            Recovered recovered, SegmentedLog log, SnapshotFiles snapshots, StateFile state) {}

    private final Directory dir;
    private Identity identity;
    private final StorageLimits limits;
    private final SpareSegments spares;
    private final Consumer<String> notes;
    private final StateFile state;
    private SnapshotFiles snapshots;
    private final RecordReader reader = new RecordReader();

    private String marked;

    private long markedAt;

    Recovery(
            Directory dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            SpareSegments spares,
            Consumer<String> notes)
            throws IOException {
        this.dir = dir;
        this.limits = limits;
        this.spares = spares;
        this.notes = notes;
        identity = new Identity(serverId, members);
        state = new StateFile(dir, serverId);
    }

    Result run() throws IOException {
        for (String name : dir.list())
            if (name.endsWith(FileNames.TEMPORARY_SUFFIX)) dir.delete(name);
        checkIdentity();
        DirectoryFormat format = new DirectoryFormat(dir, identity);
        snapshots = new SnapshotFiles(dir, identity.serverId(), format);
        byte[] persisted = readState();
        OpenVotes saved = OpenVotes.saved(dir, identity.serverId());
        OpenVotes votes = new OpenVotes();
        finishInstall();
        List<SnapshotScan> stored = SnapshotScan.scan(dir);
        SnapshotScan newest = SnapshotScan.newestGood(stored);
        SnapshotId snapshot = newest == null ? SnapshotId.EMPTY : newest.id();

        byte[] note = newest == null ? SnapshotLayout.NO_NOTE : newest.note();

        EpochEnds epochEnds = new EpochEnds();
        List<Entry> memberships = new ArrayList<>();
        boolean[] holdsSnapshot = {false};
        LogScan scan =
                LogScan.scan(
                        dir,
                        reader,
                        identity.serverId(),
                        new SegmentScan.Visitor() {
                            @Override
                            public void visit(RecordReader at) {
                                epochEnds.add(at.zxid());
                                if (at.isMembership()) memberships.add(at.entry());
                                if (at.zxid() == snapshot.zxid()) holdsSnapshot[0] = true;
                            }

                            @Override
                            public void visitVote(String segment, RecordReader at) {
                                OpenVotes.Vote vote =
                                        votes.put(at.slot(), at.openFrom(), at.vote());
                                if (vote == null) return;
                                vote.segment = segment;
                                vote.at = at.offset() + Records.HEADER_BYTES;
                            }

                            @Override
                            public void visitMark(String segment, RecordReader at) {
                                marked = segment;
                                markedAt = at.offset();
                            }
                        });
        refuseDamage(scan);
        votes.merge(saved);
        HistoryCheck check = HistoryCheck.of(stored, scan, holdsSnapshot[0]);
        if (check.problem() != null) throw refuse(check.file(), 0, check.problem());

        List<SegmentScan> found = new ArrayList<>(scan.segments());
        cutTornTail(found, scan.first());
        adopt(stored, snapshot);
        long logAfter = scan.afterZxid(snapshot.zxid());
        long last = scan.lastZxid(snapshot.zxid());
        if (last < snapshot.zxid()) {
            votes.save(dir, identity.serverId());
            discard(found, snapshot, last);
            votes.displace();
            epochEnds.clear();
            memberships.clear();
            logAfter = snapshot.zxid();
            last = snapshot.zxid();
        }
        format.open();
        SegmentedLog log =
                new SegmentedLog(
                        dir,
                        identity.serverId(),
                        format,
                        limits,
                        spares,
                        reader,
                        last,
                        open(found),
                        votes);
        log.replaceVotes();
        OpenVotes.dropSaved(dir);
        return new Result(
                recovered(
                        persisted,
                        snapshot,
                        note,
                        logAfter,
                        last,
                        epochEnds,
                        memberships,
                        held(stored),
                        votes.records()),
                log,
                snapshots,
                state);
    }

    /**
     * A new directory gets its identity file after its first snapshot and state file. A missing snapshot or state file
     * therefore means that an operator has removed the file.
     */
    private void checkIdentity() throws IOException {
        if (dir.exists(FileNames.IDENTITY)) {
            Identity found = Identity.read(dir);
            if (!found.hasSameOwner(identity))
                throw new IOException(
                        "data directory "
                                + dir.path()
                                + " belongs to "
                                + found
                                + ", not to "
                                + identity
                                + ": expected the directory of this member; its id and the ensemble's founders never change");
            identity = found;
            return;
        }
        String empty = FileNames.snapshot(SnapshotId.EMPTY, FileNames.SNAPSHOT_SUFFIX);
        for (String name : dir.list()) {
            boolean data =
                    name.startsWith(FileNames.SEGMENT_PREFIX)
                            || (name.startsWith(FileNames.SNAPSHOT_PREFIX) && !name.equals(empty))
                            || (name.equals(FileNames.STATE) && state.read() != null);
            if (data)
                throw refuse(
                        FileNames.IDENTITY,
                        0,
                        "this file is missing, but there is "
                                + name
                                + ": expected a complete data directory or an empty one");
        }
        try (Directory.DataFile file = dir.create(empty + FileNames.TEMPORARY_SUFFIX)) {
            file.write(SnapshotLayout.header(SnapshotId.EMPTY, identity.serverId()), 0);
            file.force(true);
        }
        dir.rename(empty + FileNames.TEMPORARY_SUFFIX, empty);
        dir.sync();
        state.write(null);
        identity.write(dir);
    }

    private byte[] readState() throws IOException {
        if (!dir.exists(FileNames.STATE))
            throw refuse(
                    FileNames.STATE, 0, "this file is missing: the member's epochs are forgotten");
        byte[] persisted = state.read();
        force(FileNames.STATE);
        return persisted;
    }

    private void finishInstall() throws IOException {
        for (String name : dir.list()) {
            if (FileNames.snapshotZxid(name, FileNames.INSTALL_SUFFIX) < 0) continue;
            SnapshotId id;
            try (Directory.DataFile file = dir.openToRead(name)) {
                SnapshotLayout.Header header = SnapshotLayout.readHeader(file);
                String problem =
                        SnapshotLayout.problem(file, header, name, FileNames.INSTALL_SUFFIX);
                if (problem != null) throw refuse(name, 0, problem);
                id = header.id();
            }
            for (String segment : dir.list())
                if (FileNames.segmentZxid(segment) >= 0) dir.delete(segment);
            dir.sync();
            snapshots.finishInstall(id);
            notes.accept("finished the installation of snapshot " + id + " that was interrupted");
        }
    }

    private void adopt(List<SnapshotScan> stored, SnapshotId used) throws IOException {
        boolean digested = false;
        for (SnapshotScan scan : stored) {
            if (scan.problem() == null) {
                force(scan.name());
                snapshots.found(scan.id());
                digested |= scan.digest() != null;
                continue;
            }
            dir.rename(scan.name(), scan.name() + FileNames.DAMAGED_SUFFIX);
            notes.accept(
                    String.format(
                            "put aside %s, which is damaged (%s); using snapshot %s and the log",
                            dir.path().resolve(scan.name()), scan.problem(), used));
        }
        snapshots.dropOldAtStart(digested);
    }

    private void refuseDamage(LogScan scan) throws CorruptLogException {
        LogScan.Problem problem = scan.first();
        if (problem == null || problem.torn()) return;
        throw refuse(
                scan.segments().get(problem.segment()).name(), problem.offset(), problem.what());
    }

    private void cutTornTail(List<SegmentScan> found, LogScan.Problem torn) throws IOException {
        if (found.isEmpty()) return;
        SegmentScan last = found.get(found.size() - 1);
        if (torn != null) {
            long entries;
            try (Directory.DataFile file = dir.open(last.name())) {
                entries = reader.open(file, last.end(), last.size()).countEntries(last.end());
                file.truncate(last.end());
                file.force(true);
            }
            notes.accept(
                    "cut an unfinished write from "
                            + dir.path().resolve(last.name())
                            + " at offset "
                            + last.end()
                            + " ("
                            + torn.what()
                            + "); it held "
                            + entries
                            + " readable entries, which had never been reported as durable");
            last = last.cut(last.end());
            found.set(found.size() - 1, last);
        }
        if (!last.isEmpty()) return;
        dir.delete(last.name());
        dir.sync();
        found.remove(found.size() - 1);
    }

    /**
     * Removes a log that ends before the newest snapshot. The snapshot may contain entries that only other members had
     * made durable.
     */
    private void discard(List<SegmentScan> found, SnapshotId snapshot, long last)
            throws IOException {
        if (found.isEmpty()) return;
        notes.accept(
                "removed the log, which ended with "
                        + Zxid.toString(last)
                        + ", before snapshot "
                        + snapshot);
        for (int i = found.size() - 1; i >= 0; i--) {
            dir.delete(found.get(i).name());
            dir.sync();
        }
        found.clear();
    }

    /** Opens the segment files, after it has made durable the bytes that may exist only in the page cache. */
    private List<Segment> open(List<SegmentScan> found) throws IOException {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            SegmentScan scan = found.get(i);
            Directory.DataFile file = dir.open(scan.name());
            segments.add(new Segment(scan, file));
            if (i == found.size() - 1) writeAgain(scan, file);
            file.force(true);
        }
        dir.sync();
        return segments;
    }

    /**
     * Writes the last sync mark and the records after it again. After a failed sync, the page cache may mark bytes as
     * clean although the disk does not have them. A sync of clean bytes would write nothing (Rebello et al., 2020,
     * section 3).
     */
    private void writeAgain(SegmentScan scan, Directory.DataFile file) throws IOException {
        long from = scan.name().equals(marked) ? markedAt : 0;
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(COPY_BYTES, scan.end() - from));
        for (long at = from; at < scan.end(); ) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), scan.end() - at));
            if (file.read(bytes, at) <= 0)
                throw refuse(scan.name(), at, "the file ends early, expected " + scan.end());
            bytes.flip();
            int count = bytes.remaining();
            file.write(bytes, at);
            at += count;
        }
    }

    private List<HeldSnapshot> held(List<SnapshotScan> stored) {
        List<HeldSnapshot> held = new ArrayList<>();
        for (SnapshotScan scan : stored)
            if (scan.problem() == null
                    && !scan.id().equals(SnapshotId.EMPTY)
                    && snapshots.holds(scan.id()))
                held.add(new HeldSnapshot(scan.id(), scan.note(), scan.digest()));
        return held;
    }

    private Recovered recovered(
            byte[] persisted,
            SnapshotId snapshot,
            byte[] note,
            long logAfter,
            long last,
            EpochEnds epochEnds,
            List<Entry> memberships,
            List<HeldSnapshot> held,
            List<VoteRecord> votes)
            throws IOException {
        SnapshotId partial = null;
        long partialBytes = 0;
        for (String name : dir.list()) {
            if (FileNames.snapshotZxid(name, FileNames.PART_SUFFIX) < 0) continue;
            Directory.DataFile file = dir.open(name);
            SnapshotLayout.Header header = SnapshotLayout.readHeader(file);
            SnapshotId id = header == null ? null : header.id();
            boolean good = id != null && FileNames.snapshot(id, FileNames.PART_SUFFIX).equals(name);
            if (!good || partial != null) {
                file.close();
                dir.delete(name);
                continue;
            }
            partial = id;
            partialBytes = Math.min(id.bytes(), file.size() - SnapshotLayout.HEADER_BYTES);
            snapshots.resume(id, file, partialBytes);
        }
        if (state.repaired())
            notes.accept(
                    "the log was repaired by hand and may lack what this member has acknowledged");
        return new Recovered(
                persisted,
                snapshot,
                note,
                logAfter,
                last,
                epochEnds.toArray(),
                memberships,
                partial,
                partialBytes,
                held,
                state.repaired(),
                votes);
    }

    private void force(String name) throws IOException {
        try (Directory.DataFile file = dir.open(name)) {
            file.force(true);
        }
    }

    private CorruptLogException refuse(String name, long offset, String what) {
        return new CorruptLogException(dir.path().resolve(name), offset, what);
    }
}
