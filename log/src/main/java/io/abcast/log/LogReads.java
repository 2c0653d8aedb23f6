package io.abcast.log;

import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reads the log and snapshots on a separate thread, so that reads for a member that catches up do not delay the
 * writer's commits. The thread carries out and answers the reads in the order of the calls.
 *
 * <p>The writer determines when a read begins, so that the read reflects every earlier operation on the log. A {@link
 * #cut} of the log makes a running read return no entries. A purge of the log keeps the segments that a running read
 * needs, see {@link #neededAfter}.
 *
 * <p><b>Bound:</b> each waiting read counts as {@link HandOver#ITEM_BYTES_MIN} bytes that wait for the writer, see
 * {@link StorageLimits#handOverBytesMax}.
 *
 * <p><b>Thread rule:</b> the writer calls the methods of this class; the reads themselves run on the thread of the
 * {@code SideWork}.
 */
final class LogReads {
    private interface Task {
        void run() throws IOException;
    }

    private record Waiting(LogRead log, Task task) {}

    private final SideWork work;
    private final HandOver handOver;
    private final SnapshotFiles snapshots;
    private final Storage.Completions completions;
    private final BooleanSupplier hasFailed;
    private final Consumer<Throwable> fail;

    /**
     * The reads that are not answered yet; the first one runs, or is about to run. Guarded by the lock of this object.
     */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** Created at the first read of the log, because most members never read their log. */
    private RecordReader reader;

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

    synchronized void cut() {
        for (Waiting read : waiting) if (read.log != null) read.log.cut();
    }

    /**
     * Returns the highest zxid up to which no unfinished read needs an entry; {@link Long#MAX_VALUE} if no read is
     * unfinished.
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
