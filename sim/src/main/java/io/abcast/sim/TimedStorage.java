package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.FaultyDirectory;
import io.abcast.log.Storage;
import io.abcast.log.StorageFigures;
import io.abcast.log.StorageSteps;
import io.abcast.log.StorageWatch;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The storage of one simulated process: the product's storage code, whose steps take virtual time. A group of writes
 * becomes durable when its sync ends; writes that arrive during this sync form the next group.
 */
final class TimedStorage implements Storage {
    private static final long LAZY_NANOS_MAX = 300_000_000;

    private static final long USUAL_SYNC_NANOS = 40_000_000;

    private static final int CHANGES_MAX = 12;

    private final Drive drive;
    private final Ledger ledger;
    private final DiskModel model;
    private final Rng random;
    private final EventQueue queue;
    private final FaultyDirectory dir;
    private final StorageSteps steps;
    private final Storage inner;
    private Completions answers;

    private boolean dead;

    private boolean failed;

    private boolean busy;

    private Runnable heldStep;

    private long writeNanos;

    private final long[] sideFreeAt = new long[StorageSteps.Side.values().length];

    private long reported;

    private long told;
    private long persistsTold;
    private long lazyUntil;
    private long transferredBytes;

    private boolean damagesTransfer;

    TimedStorage(
            Drive drive,
            DiskModel model,
            Rng random,
            EventQueue queue,
            FaultyDirectory dir,
            int id,
            Membership members) {
        this.drive = drive;
        this.ledger = drive.ledger();
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.dir = dir;
        steps =
                isMemory()
                        ? new StorageSteps(drive::noted, this::offered)
                        : new StorageSteps(
                                dir, id, members, model.limits(), drive::noted, this::offered);
        inner = steps.storage();
    }

    private boolean isMemory() {
        return model.durability() == Durability.MEMORY;
    }

    @Override
    public Recovered recover(Completions completions) throws IOException {
        answers = completions;
        Recovered found;
        try {
            found = inner.recover(new Answers());
        } catch (IOException e) {
            dead = true;
            drive.refused(e);
            throw e;
        }
        if (!isMemory()) drive.recovered(found);
        transferredBytes = found.partialBytes();
        return found;
    }

    long transferredBytes() {
        return transferredBytes;
    }

    private boolean isOver() {
        return dead || failed;
    }

    void fail(IOException cause) {
        if (isOver() || answers == null) return;
        failed = true;
        answers.failed(cause);
    }

    /** {@code dice} chooses a point in the middle of the next step; {@code null} if the crash is between two steps. */
    void die(Rng dice) {
        boolean was = dead;
        dead = true;
        if (was || failed || dice == null || isMemory()) return;
        List<Runnable> next = new ArrayList<>();
        if (busy || steps.waits()) {
            next.add(steps::write);
            next.add(steps::sync);
        }
        for (StorageSteps.Side side : StorageSteps.Side.values())
            if (steps.waits(side)) next.add(() -> steps.run(side));
        if (next.isEmpty()) return;
        dir.cutPowerAt(1 + dice.below(CHANGES_MAX));
        next.get(dice.below(next.size())).run();
    }

    @Override
    public void close() throws IOException {
        if (isOver() || drive.faults().held) return;
        long all = ledger.operations();
        inner.close();
        if (!failed) ledger.durableThrough(all);
        dead = true;
    }

    private void kick() {
        if (isOver() || busy || !steps.waits()) return;
        busy = true;
        queue.at(queue.now(), () -> step(this::beginWrite, false));
    }

    /** A write of a node state is durable when it returns, so its duration passes in virtual time before the write. */
    private void beginWrite() {
        long nanos = writeNanos;
        writeNanos = 0;
        if (nanos == 0) write();
        else queue.at(queue.now() + nanos, () -> step(this::write, true));
    }

    /** {@code syncs} is true if the step syncs data, so that it must wait while the disk is held. */
    private void step(Runnable step, boolean syncs) {
        if (isOver()) return;
        if (syncs && drive.faults().held) heldStep = step;
        else step.run();
    }

    void hold(boolean held) {
        Runnable step = heldStep;
        if (held || step == null) return;
        heldStep = null;
        queue.at(queue.now() + syncNanos(), () -> step(step, true));
    }

    private void write() {
        boolean hadRoom = inner.hasRoom();
        steps.write();
        drive.looked();
        if (!hadRoom && inner.hasRoom()) drive.owner().hasRoom();
        if (isOver()) return;
        long written = steps.written();
        long nanos = written > ledger.operationsDurable() ? syncNanos() : 0;
        queue.at(queue.now() + nanos, () -> step(() -> sync(written), nanos > 0));
        if (model.lies() == DiskModel.Lie.SYNCED_BY_THE_CLOCK && nanos > USUAL_SYNC_NANOS)
            queue.at(queue.now() + USUAL_SYNC_NANOS, () -> tell(written));
    }

    private void sync(long written) {
        steps.sync();
        drive.looked();
        if (!failed) ledger.durableThrough(written);
        if (reported > ledger.operationsDurable())
            drive.owner().breach("the storage has reported what is not durable: " + reported);
        if (isOver()) return;
        busy = false;
        if (steps.waits()) kick();
        else steps.write();
        drive.looked();
    }

    private void offered(StorageSteps.Side side) {
        long nanosMax =
                side == StorageSteps.Side.READS ? model.readNanosMax() : model.snapshotNanosMax();
        int i = side.ordinal();
        sideFreeAt[i] = Math.max(queue.now(), sideFreeAt[i]) + random.between(1, nanosMax);
        queue.at(sideFreeAt[i], () -> run(side));
    }

    private void run(StorageSteps.Side side) {
        if (isOver()) return;
        boolean hadRoom = inner.hasRoom();
        steps.run(side);
        drive.looked();
        if (!hadRoom && inner.hasRoom()) drive.owner().hasRoom();
    }

    private long syncNanos() {
        int slowdown = drive.faults().slowdown;
        if (model.durability() != Durability.FSYNC) return slowdown;
        return slowdown * random.between(model.syncNanosMin(), model.syncNanosMax());
    }

    private void tell(long position) {
        if (isOver() || position <= told) return;
        told = position;
        answers.synced(position);
    }

    private final class Answers implements Completions {
        @Override
        public void synced(long position) {
            if (isOver()) return;
            reported = position;
            if (isMemory()) ledger.durableThrough(position);
            tell(position);
        }

        @Override
        public void persisted(long version) {
            if (isOver()) return;
            ledger.persisted();
            if (version > persistsTold) answers.persisted(version);
        }

        @Override
        public void logRead(long afterZxid, List<Entry> entries) {
            if (!isOver()) answers.logRead(afterZxid, entries);
        }

        @Override
        public void snapshotTaken(SnapshotId snapshot, Digest content) {
            if (isOver()) return;
            if (snapshot != null) {
                drive.owner().saw(CommonGoal.SNAPSHOTS_TAKEN);
                ledger.snapshotTaken(snapshot);
            }
            answers.snapshotTaken(snapshot, content);
        }

        @Override
        public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
            if (!isOver()) answers.snapshotRead(snapshot, offset, bytes);
        }

        @Override
        public void snapshotWritten(SnapshotId snapshot, long nextOffset) {
            if (isOver()) return;
            transferredBytes = nextOffset;
            answers.snapshotWritten(snapshot, nextOffset);
        }

        @Override
        public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
            if (isOver()) return;
            transferredBytes = 0;
            ledger.installed(installed);
            answers.snapshotInstalled(snapshot, installed);
        }

        @Override
        public void failed(IOException cause) {
            if (isOver()) return;
            drive.failed(cause);
            failed = true;
            answers.failed(cause);
        }
    }

    @Override
    public InputStream openSnapshot(SnapshotId snapshot) throws IOException {
        return inner.openSnapshot(snapshot);
    }

    @Override
    public void append(Entry entry) {
        if (isOver()) return;
        long last = ledger.asked().lastZxid();
        if (!Zxid.follows(last, entry.zxid()) && !ledger.installs())
            drive.owner().breach("append " + entry + ": does not follow " + Zxid.toString(last));
        ledger.append(entry);
        inner.append(entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        if (isOver()) return;
        byte[] bytes = record.get();
        ledger.vote(slot, openFrom, bytes);
        inner.vote(slot, openFrom, () -> bytes);
    }

    @Override
    public void truncate(long lastZxid) {
        if (isOver()) return;
        LogRecord asked = ledger.asked();
        if ((lastZxid < asked.snapshotZxid() || lastZxid < asked.after()) && !ledger.installs())
            drive.owner()
                    .breach(
                            "truncate to "
                                    + Zxid.toString(lastZxid)
                                    + ": below the newest snapshot "
                                    + Zxid.toString(asked.snapshotZxid())
                                    + " or the log's start "
                                    + Zxid.toString(asked.after()));
        drive.truncated();
        ledger.truncate(lastZxid);
        inner.truncate(lastZxid);
    }

    @Override
    public void flush() {
        if (isOver()) return;
        inner.flush();
        if (model.lies() == DiskModel.Lie.SYNCED_EARLY) tell(ledger.operations());
        kick();
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        if (isOver()) return;
        inner.readLog(afterZxid, bytesMax);
        kick();
    }

    @Override
    public void purgeLog(long throughZxid) {
        if (isOver()) return;
        ledger.purge(throughZxid);
        inner.purgeLog(throughZxid);
        kick();
    }

    @Override
    public void persist(byte[] state) {
        if (isOver()) return;
        ledger.persist(state);
        if (model.lies() == DiskModel.Lie.PERSISTED_EARLY) {
            answers.persisted(++persistsTold);
            lazyUntil = Math.max(queue.now(), lazyUntil) + random.between(0, LAZY_NANOS_MAX);
            queue.at(lazyUntil, () -> persistNow(state));
        } else {
            persistNow(state);
        }
    }

    private void persistNow(byte[] state) {
        if (isOver()) return;
        writeNanos += syncNanos();
        inner.persist(state);
        kick();
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer) {
        if (isOver()) return;
        boolean fails = random.chance(model.snapshotFailures());
        inner.takeSnapshot(
                zxid,
                note,
                digested,
                out -> {
                    writer.writeTo(out);
                    if (fails) throw new IOException("no snapshot, by chance");
                });
        kick();
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        if (!isOver()) inner.keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        if (isOver()) return;
        inner.readSnapshot(snapshot, offset, bytesMax);
        kick();
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        if (isOver()) return;
        if (bytes.length > snapshot.bytes() - offset)
            drive.owner()
                    .breach("writeSnapshot " + snapshot + " at " + offset + "+" + bytes.length);
        if (offset == 0) damagesTransfer = random.chance(model.snapshotFailures());
        byte[] arrived = bytes;
        if (offset == 0 && damagesTransfer) {
            arrived = bytes.clone();
            Machine.damage(arrived);
        }
        inner.writeSnapshot(snapshot, offset, arrived);
        kick();
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        if (isOver()) return;
        ledger.install(snapshot);
        writeNanos += syncNanos();
        inner.installSnapshot(snapshot, note, content);
        kick();
    }

    @Override
    public boolean hasRoom() {
        return inner.hasRoom();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        inner.visitQueues(to);
    }

    @Override
    public StorageFigures figures() {
        return inner.figures();
    }

    @Override
    public StorageWatch watch() {
        return inner.watch();
    }
}
