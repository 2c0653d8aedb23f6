package io.abcast.kernel.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens a data directory: finishes or forgets what a crash interrupted, and refuses what must not be used. Run once, by the
 * thread that starts the member.
 *
 * <p>What may be missing after a crash is only what was never reported as done. Everything else that is missing or damaged
 * is refused, because a member that silently forgot an acknowledged entry can make a quorum forget it.
 */
final class Recovery {
    /** An open storage. */
    record Result(
            Recovered recovered, SegmentedLog log, SnapshotFiles snapshots, SmallFile state) {}

    private final Directory dir;
    private final Identity identity;
    private final StorageLimits limits;
    private final Consumer<String> notes;
    private final SnapshotFiles snapshots;
    private final SmallFile state;
    private final RecordReader reader = new RecordReader();

    /** Names of damaged snapshots, and what is wrong with the newest of them. */
    private final List<String> damaged = new ArrayList<>();

    private String damage = "";

    Recovery(
            Directory dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            Consumer<String> notes) {
        this.dir = dir;
        this.limits = limits;
        this.notes = notes;
        identity = new Identity(serverId, members);
        snapshots = new SnapshotFiles(dir, serverId);
        state = new SmallFile(dir, FileNames.STATE, serverId);
    }

    Result run() throws IOException {
        for (String name : dir.list())
            if (name.endsWith(FileNames.TEMPORARY_SUFFIX)) dir.delete(name);
        checkIdentity();
        byte[] persisted = readState();
        finishInstall();
        long needed = findSnapshots();
        SnapshotId snapshot = snapshots.newest();

        EpochEnds epochEnds = new EpochEnds();
        boolean[] holdsSnapshot = {false};
        LogScan scan =
                LogScan.scan(
                        dir,
                        reader,
                        identity.serverId(),
                        at -> {
                            epochEnds.add(at.zxid());
                            if (at.zxid() == snapshot.zxid()) holdsSnapshot[0] = true;
                        });
        refuseDamage(scan);
        List<SegmentScan> found = new ArrayList<>(scan.segments());
        cutTornTail(found, scan.first());

        long logAfter = scan.afterZxid(snapshot.zxid());
        long last = found.isEmpty() ? logAfter : found.get(found.size() - 1).lastZxid();
        if (logAfter > snapshot.zxid())
            throw refuse(
                    found.get(0).name(),
                    0,
                    "the log begins after "
                            + Zxid.toString(logAfter)
                            + ", but the newest snapshot ends with "
                            + Zxid.toString(snapshot.zxid())
                            + ": the entries between them are missing");
        if (last < needed)
            throw refuse(
                    FileNames.snapshot(snapshot, FileNames.SNAPSHOT_SUFFIX),
                    0,
                    "a newer snapshot at "
                            + Zxid.toString(needed)
                            + " is damaged and the log ends with "
                            + Zxid.toString(last)
                            + ": the entries between them are missing");
        if (last < snapshot.zxid()) {
            discard(found, snapshot, last);
            epochEnds.clear();
            logAfter = snapshot.zxid();
            last = snapshot.zxid();
        } else if (!holdsSnapshot[0] && logAfter != snapshot.zxid()) {
            throw refuse(
                    FileNames.snapshot(snapshot, FileNames.SNAPSHOT_SUFFIX),
                    0,
                    "the snapshot's last entry "
                            + Zxid.toString(snapshot.zxid())
                            + " is not in the log, which has entries"
                            + " from after "
                            + Zxid.toString(logAfter)
                            + " to "
                            + Zxid.toString(last));
        }
        putAsideDamaged(snapshot);
        SegmentedLog log =
                new SegmentedLog(dir, identity.serverId(), limits, reader, last, open(found));
        return new Result(
                recovered(persisted, snapshot, logAfter, last, epochEnds), log, snapshots, state);
    }

    /**
     * A directory is born in this order: the empty state's snapshot, a state file without content, the identity. Later none
     * of the three is ever missing, unless somebody removed it.
     */
    private void checkIdentity() throws IOException {
        if (dir.exists(FileNames.IDENTITY)) {
            Identity found = Identity.read(dir);
            if (!found.equals(identity))
                throw new IOException(
                        "data directory "
                                + dir.path()
                                + " belongs to "
                                + found
                                + ", not to "
                                + identity
                                + ": expected the directory of this member; ids and members cannot be changed");
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
            file.write(snapshots.header(SnapshotId.EMPTY), 0);
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

    /** A crash after the decision to make a transferred snapshot the whole history: carries it out. */
    private void finishInstall() throws IOException {
        for (String name : dir.list()) {
            if (FileNames.snapshotZxid(name, FileNames.INSTALL_SUFFIX) < 0) continue;
            SnapshotId id;
            try (Directory.DataFile file = dir.openToRead(name)) {
                id = SnapshotFiles.readHeader(file);
                String problem = SnapshotFiles.problem(file, id, name, FileNames.INSTALL_SUFFIX);
                if (problem != null) throw refuse(name, 0, problem);
            }
            for (String segment : dir.list())
                if (FileNames.segmentZxid(segment) >= 0) dir.delete(segment);
            dir.sync();
            snapshots.finishInstall(id);
            notes.accept("finished the installation of snapshot " + id + " that was interrupted");
        }
    }

    /**
     * Finds the newest good snapshot and the one before it.
     *
     * @return the zxid that the log has to reach because a newer snapshot, which had it, is damaged; else {@link Zxid#NONE}
     */
    private long findSnapshots() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : dir.list())
            if (FileNames.snapshotZxid(name, FileNames.SNAPSHOT_SUFFIX) >= 0) names.add(name);
        List<SnapshotId> good = new ArrayList<>();
        long needed = Zxid.NONE;
        for (int i = names.size() - 1; i >= 0; i--) {
            String name = names.get(i);
            SnapshotId id;
            String problem;
            try (Directory.DataFile file = dir.open(name)) {
                id = SnapshotFiles.readHeader(file);
                problem = SnapshotFiles.problem(file, id, name, FileNames.SNAPSHOT_SUFFIX);
                if (problem == null) file.force(true);
            }
            if (problem == null) {
                good.add(0, id);
                continue;
            }
            if (damaged.isEmpty()) damage = problem;
            if (good.isEmpty())
                needed = Math.max(needed, FileNames.snapshotZxid(name, FileNames.SNAPSHOT_SUFFIX));
            damaged.add(name);
        }
        if (good.isEmpty()) {
            if (damaged.isEmpty())
                throw refuse(
                        FileNames.SNAPSHOT_PREFIX + "*" + FileNames.SNAPSHOT_SUFFIX,
                        0,
                        "no snapshot is left: expected at least one, a new directory has one of the empty state");
            throw refuse(
                    damaged.get(0), 0, damage + "; and there is no older snapshot that is good");
        }
        for (SnapshotId id : good) snapshots.found(id);
        return needed;
    }

    /** Only when the history was found to be complete without them: before that, they say what is missing. */
    private void putAsideDamaged(SnapshotId used) throws IOException {
        for (String name : damaged) {
            dir.rename(name, name + FileNames.DAMAGED_SUFFIX);
            notes.accept(
                    "snapshot "
                            + dir.path().resolve(name)
                            + " is damaged ("
                            + damage
                            + ") and was put aside; using the log and snapshot "
                            + used);
        }
        snapshots.dropOld();
    }

    private void refuseDamage(LogScan scan) throws CorruptLogException {
        LogScan.Problem problem = scan.first();
        if (problem == null || problem.torn()) return;
        throw refuse(
                scan.segments().get(problem.segment()).name(), problem.offset(), problem.what());
    }

    /** Cuts the unfinished last write, and removes a last segment that holds nothing. */
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
            last =
                    new SegmentScan(
                            last.name(),
                            last.firstZxid(),
                            last.previousZxid(),
                            last.lastZxid(),
                            last.entries(),
                            last.marks(),
                            last.end(),
                            last.end(),
                            last.index(),
                            null);
            found.set(found.size() - 1, last);
        }
        if (last.entries() > 0) return;
        dir.delete(last.name());
        dir.sync();
        found.remove(found.size() - 1);
    }

    /** Removes a log that ends before the snapshot: the snapshot was taken of entries that others had made durable. */
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

    /** Opens the segments; what only the page cache may hold, after a kill of the process, is made durable first. */
    private List<Segment> open(List<SegmentScan> found) throws IOException {
        List<Segment> segments = new ArrayList<>();
        for (SegmentScan scan : found) {
            Directory.DataFile file = dir.open(scan.name());
            segments.add(new Segment(scan, file));
            file.force(true);
        }
        dir.sync();
        return segments;
    }

    private Recovered recovered(
            byte[] persisted, SnapshotId snapshot, long logAfter, long last, EpochEnds epochEnds)
            throws IOException {
        SnapshotId partial = null;
        long partialBytes = 0;
        for (String name : dir.list()) {
            if (FileNames.snapshotZxid(name, FileNames.PART_SUFFIX) < 0) continue;
            Directory.DataFile file = dir.open(name);
            SnapshotId id = SnapshotFiles.readHeader(file);
            boolean good = id != null && FileNames.snapshot(id, FileNames.PART_SUFFIX).equals(name);
            if (!good || partial != null) {
                file.close();
                dir.delete(name);
                continue;
            }
            partial = id;
            partialBytes = Math.min(id.bytes(), file.size() - SnapshotFiles.HEADER_BYTES);
            snapshots.resume(id, file, partialBytes);
        }
        return new Recovered(
                persisted, snapshot, logAfter, last, epochEnds.toArray(), partial, partialBytes);
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
