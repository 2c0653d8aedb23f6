package io.abcast.log;

import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reads the log and snapshots on another thread than the writer's, so that a member that catches up does not delay the
 * commits of the other members. Each read is one task of {@link SideWork}. Reads run and are answered in the order of
 * the calls.
 *
 * <p>The writer determines when a read begins, so that the read sees every earlier operation. From then on:
 *
 * <ul>
 *   <li>a {@link #cut} of the log invalidates the read: its answer is empty, and damage in the files is not reported as
 *   a failure;
 *   <li>a purge keeps the segments that the read needs, see {@link #neededAfter}.
 * </ul>
 *
 * <p><b>Bound:</b> a waiting read counts as {@link HandOver#ITEM_BYTES_MIN} bytes that are handed over and not yet
 * written. When these bytes reach their bound, the loop takes no events.
 *
 * <p><b>Thread rule:</b> called by the writer; the reads themselves run on the thread of the side work.
 */
final class LogReads {
    private interface Task {
        void run() throws IOException;
    }

    /** @param log the read of the log; {@code null} for a read of a snapshot */
    private record Waiting(LogRead log, Task task) {}

    private final SideWork work;
    private final HandOver handOver;
    private final SnapshotFiles snapshots;
    private final Storage.Completions completions;
    private final BooleanSupplier hasFailed;
    private final Consumer<Throwable> fail;

    /** Waiting reads; guarded by this object. The first read in the queue runs, or is about to run. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** The reader of records. The reader is created at the first read, because most members never read their log. */
    private RecordReader reader;

    /** @param fail receives a failure that ends the storage */
    LogReads(
            SideWork work,
            HandOver handOver,
            SnapshotFiles snapshots,
            Storage.Completions completions,
            BooleanSupplier hasFailed,
            Consumer<Throwable> fail) {
        this.work = work;
        this.handOver = handOver;
        this.snapshots = snapshots;
        this.completions = completions;
        this.hasFailed = hasFailed;
        this.fail = fail;
    }

    void add(LogRead read) {
        add(new Waiting(read, () -> readLog(read)));
    }

    void add(SnapshotId id, long offset, int bytesMax) {
        add(new Waiting(null, () -> readSnapshot(id, offset, bytesMax)));
    }

    private void add(Waiting read) {
        handOver.hold(HandOver.ITEM_BYTES_MIN);
        boolean first;
        synchronized (this) {
            first = waiting.isEmpty();
            waiting.add(read);
        }
        if (first) work.offer(this::runFirst);
    }

    /** Invalidates the waiting reads, because the log is about to lose its last entries or all entries. */
    synchronized void cut() {
        for (Waiting read : waiting) if (read.log != null) read.log.cut();
    }

    /**
     * The highest zxid such that no unfinished read needs an entry at or before it; {@link Long#MAX_VALUE} without
     * unfinished reads.
     */
    synchronized long neededAfter() {
        long least = Long.MAX_VALUE;
        for (Waiting read : waiting)
            if (read.log != null && !read.log.isDone())
                least = Math.min(least, read.log.afterZxid());
        return least;
    }

    private void runFirst() {
        if (runOne()) work.offer(this::runFirst);
    }

    /**
     * Carries out the oldest read, unless the storage has failed.
     *
     * @return whether another read waits
     */
    private boolean runOne() {
        Waiting read;
        synchronized (this) {
            read = waiting.peek();
        }
        try {
            if (!hasFailed.getAsBoolean()) read.task.run();
        } catch (IOException | RuntimeException | Error e) {
            fail.accept(e);
        }
        handOver.free(HandOver.ITEM_BYTES_MIN);
        synchronized (this) {
            waiting.remove();
            return !waiting.isEmpty();
        }
    }

    private void readLog(LogRead read) throws IOException {
        if (reader == null) reader = new RecordReader();
        completions.logRead(read.afterZxid(), read.entries(reader));
    }

    private void readSnapshot(SnapshotId id, long offset, int bytesMax) throws IOException {
        completions.snapshotRead(id, offset, snapshots.read(id, offset, bytesMax));
    }

    /** Answers the waiting reads, so that the files may be closed afterwards. */
    void close() {
        work.shutDown();
        work.awaitEnd();
        boolean more;
        synchronized (this) {
            more = !waiting.isEmpty();
        }
        while (more) more = runOne();
    }
}
