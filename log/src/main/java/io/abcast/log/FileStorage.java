package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A storage that keeps a member's history in files: the part that the event loop calls. Every call adds an item to the
 * open batch; {@link #flush}, and every call that has an answer, hands the batch over to the {@link LogWriter}. {@link
 * StorageWork} runs the other tasks of the storage: the writer, snapshots, spare segments and reads.
 *
 * <p><b>Blocking:</b> only {@link #recover} and {@link #close} read and write files on the caller's thread. The call
 * {@link #openSnapshot} opens a file, and {@link #awaitRoom} blocks until the writer has written enough of the waiting
 * bytes.
 *
 * <p><b>Failure:</b> after a failed write or sync, and after {@link #close}, calls of this storage have no effect and
 * get no answer.
 */
final class FileStorage implements Storage {
    /** Size in bytes above which the storage hands the open batch over before the event loop calls {@code flush}. */
    private static final long BATCH_BYTES_MAX = 1 << 20;

    private final Directory dir;
    private final int serverId;
    private final Membership members;
    private final StorageLimits limits;
    private final Consumer<String> notes;
    private final HandOver handOver;
    private final StorageWork work;
    private final SpareSegments spares;
    private final StorageWatch watch;

    /**
     * Number of snapshot installations that are not answered yet. During an installation no snapshot can be taken,
     * because the state machine does not have the state of the history.
     */
    private final AtomicInteger installing = new AtomicInteger();

    private volatile LogWriter writer;
    private StorageWork.Writing writing;
    private SnapshotFiles snapshots;
    private boolean closed;

    FileStorage(
            Directory dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            Consumer<String> notes) {
        this(dir, serverId, members, limits, notes, StorageWork.inThreads(serverId, notes));
    }

    FileStorage(
            Directory dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            Consumer<String> notes,
            StorageWork work) {
        this.dir = dir;
        this.serverId = serverId;
        this.work = work;
        this.members = members;
        this.limits = limits;
        this.notes = notes;
        handOver = new HandOver(limits.handOverBytesMax());
        watch = new StorageWatch(handOver::bytes);
        spares = new SpareSegments(dir, limits, work.spares()::offer, notes);
    }

    @Override
    public Recovered recover(Completions completions) throws IOException {
        if (writer != null) throw new IllegalStateException("recover: expected to be called once");
        dir.lock();
        try {
            Recovery.Result found =
                    new Recovery(dir, serverId, members, limits, spares, notes).run();
            snapshots = found.snapshots();
            writer =
                    new LogWriter(
                            dir.path(),
                            handOver,
                            found.log(),
                            snapshots,
                            found.state(),
                            watch,
                            work.reads(),
                            completions);
            writing = work.writers().begin(writer, handOver);
            return found.recovered();
        } catch (IOException | RuntimeException | Error e) {
            dir.close();
            throw e;
        }
    }

    @Override
    public InputStream openSnapshot(SnapshotId snapshot) throws IOException {
        return snapshots.open(snapshot);
    }

    @Override
    public void append(Entry entry) {
        if (handOver.add(entry, entry.bytes()) > BATCH_BYTES_MAX) handOver.publish();
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        byte[] bytes = record.get();
        LogWriter.Work vote = w -> w.vote(slot, openFrom, bytes);
        if (handOver.add(vote, bytes.length) > BATCH_BYTES_MAX) handOver.publish();
    }

    @Override
    public void truncate(long lastZxid) {
        handOver.add((LogWriter.Work) w -> w.truncate(lastZxid), 0);
    }

    @Override
    public void flush() {
        handOver.publish();
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        now(w -> w.readLog(afterZxid, bytesMax), 0);
    }

    @Override
    public void purgeLog(long throughZxid) {
        now(w -> w.purge(throughZxid), 0);
    }

    @Override
    public void persist(byte[] state) {
        now(w -> w.persist(state), state.length);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter content) {
        int generation = snapshots.generation();
        String why = "another history is being installed";
        if (installing.get() == 0) {
            if (work.snapshots()
                    .offer(() -> watchSnapshot(zxid, note, digested, content, generation))) return;
            why = "earlier snapshots are still being written";
        }
        notes.accept("snapshot at " + Zxid.toString(zxid) + " not taken: " + why);
        now(w -> w.completions().snapshotTaken(null, null), 0);
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        snapshots.retain(snapshot);
    }

    private void watchSnapshot(
            long zxid, byte[] note, boolean digested, SnapshotWriter content, int generation) {
        if (writer.hasFailed()) return;
        boolean taken = false;
        watch.snapshotBegins();
        try {
            taken = writeSnapshot(zxid, note, digested, content, generation);
        } finally {
            watch.snapshotEnds(taken);
        }
    }

    private boolean writeSnapshot(
            long zxid, byte[] note, boolean digested, SnapshotWriter content, int generation) {
        SnapshotFiles.Written written;
        try {
            written = snapshots.write(zxid, note, digested, content);
        } catch (IOException | RuntimeException e) {
            notes.accept("snapshot at " + Zxid.toString(zxid) + " not taken: " + e);
            try {
                snapshots.discard(zxid);
            } catch (IOException left) {
                notes.accept("temporary snapshot file remains until the next start: " + left);
            }
            writer.completions().snapshotTaken(null, null);
            return false;
        }
        try {
            boolean published = snapshots.publish(written.id(), generation);
            if (published) writer.snapshotTaken();
            writer.completions()
                    .snapshotTaken(
                            published ? written.id() : null, published ? written.digest() : null);
            return published;
        } catch (IOException e) {
            writer.fail(e);
            return false;
        }
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        now(w -> w.readSnapshot(snapshot, offset, bytesMax), 0);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        now(w -> w.writeSnapshot(snapshot, offset, bytes), bytes.length);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        installing.incrementAndGet();
        now(w -> w.installSnapshot(snapshot, note, content, installing), 0);
    }

    @Override
    public boolean hasRoom() {
        return handOver.hasRoom();
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        handOver.visitQueues(to);
    }

    @Override
    public void awaitRoom() {
        handOver.awaitRoom();
    }

    @Override
    public StorageFigures figures() {
        LogWriter started = writer;
        return started == null ? new StorageFigures(0, 0, 0, 0, 0, 0, 0) : started.figures();
    }

    @Override
    public StorageWatch watch() {
        return watch;
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) return;
        closed = true;
        work.snapshots().shutDown();
        handOver.close();
        if (writer == null) return;
        writing.awaitEnd();
        work.snapshots().awaitEnd();
        work.spares().shutDown();
        work.spares().awaitEnd();
        dir.close();
    }

    /**
     * Hands an item that must not wait for a flush over to the writer, together with all earlier items of the open
     * batch.
     */
    private void now(LogWriter.Work item, long bytes) {
        handOver.add(item, bytes);
        handOver.publish();
    }
}
