package io.abcast.log;

import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reads of the log and of snapshots, beside the writer: a member that catches up must not delay the others' commits. One read is one piece of
 * {@link SideWork}; reads are carried out and answered in the order of the calls.
 *
 * <p>The writer says when a read begins, so that it sees every operation before it. From then on:
 *
 * <ul>
 *   <li>a {@link #cut} of the log voids it: it is answered with nothing, and what it finds in the files is no failure;
 *   <li>a purge keeps what it needs, see {@link #neededAfter}.
 * </ul>
 *
 * <p><b>Bound:</b> a read that waits counts as {@link HandOver#ITEM_BYTES_MIN} bytes that are handed over and not yet written. At that bound
 * the loop takes no events.
 *
 * <p><b>Thread rule:</b> called by the writer; the reads themselves run on the thread of the side work.
 */
final class LogReads {
    private interface Task {
        void run() throws IOException;
    }

    /** @param log {@code null}: of a snapshot */
    private record Waiting(LogRead log, Task task) {}

    private final SideWork work;
    private final HandOver handOver;
    private final SnapshotFiles snapshots;
    private final Storage.Completions completions;
    private final BooleanSupplier hasFailed;
    private final Consumer<Throwable> fail;

    /** Guarded by this. The first one is being carried out, or about to be. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** Made by the first read: most members never read. */
    private RecordReader reader;

    /** @param fail told what ends the storage */
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

    /** The log is about to lose entries at its end, or all of them. Reads that wait are void. */
    synchronized void cut() {
        for (Waiting read : waiting) if (read.log != null) read.log.cut();
    }

    /** Every read that is not done can do without the entries up to this one; {@link Long#MAX_VALUE}: no such read. */
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

    /** Carries the oldest read out, unless the storage has failed. @return whether another one waits */
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

    /** Answers what waits; the files may be closed afterwards. */
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
