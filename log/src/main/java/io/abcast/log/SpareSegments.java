package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Prepares spare segments: files with temporary names that are filled with zeros and synced before the log needs them.
 * Syncs of a former spare segment take half as long as syncs of a file that grows, because the file's length and blocks
 * do not change.
 *
 * <p>Purged segments become spare segments. If no spare segment can be prepared, the log creates its next segment
 * itself.
 *
 * <p><b>Bound:</b> there are at most {@link #SPARES_MAX} spare files, each of {@link StorageLimits#segmentBytes} bytes.
 *
 * <p><b>Thread rule:</b> the writer calls the methods of this class; {@code beside} prepares the files on another
 * thread.
 */
final class SpareSegments {
    record Spare(String name, Directory.DataFile file, long bytes) {}

    static final String PREFIX = "spare-";

    /** One prepared file, and one file that is being prepared. */
    static final int SPARES_MAX = 2;

    /**
     * Number of zeros after which the preparation forces the spare file. The step is small, because unfinished disk
     * writes of a spare file delay the log's own syncs.
     */
    private static final int STEP_BYTES = 1 << 20;

    private final Directory dir;
    private final long bytes;
    private final boolean wanted;
    private final Predicate<Runnable> beside;
    private final Consumer<String> notes;

    // Guarded by the lock of this object.
    private final ArrayDeque<Spare> ready = new ArrayDeque<>();

    private int count;

    private long number;
    private boolean closed;
    private boolean orderly;

    /**
     * @param beside runs the preparation of files on another thread: accepts a task and returns true, or returns false
     *     if the task will never run
     */
    SpareSegments(
            Directory dir,
            StorageLimits limits,
            Predicate<Runnable> beside,
            Consumer<String> notes) {
        this.dir = dir;
        bytes = limits.segmentBytes();
        wanted = limits.aheadBytes() > 0;
        this.beside = beside;
        this.notes = notes;
    }

    synchronized Spare take() {
        Spare spare = ready.poll();
        if (spare != null) count--;
        return spare;
    }

    void want() {
        String name;
        synchronized (this) {
            if (!wanted || closed || count > 0) return;
            name = begin();
        }
        prepare(name, null);
    }

    /**
     * Accepts the file of a segment that the log no longer needs. The old name is durably removed before the first zero
     * is written, so that a crash never leaves a partly overwritten segment.
     *
     * @return false if enough spare files are prepared, so that the file of the segment stays unchanged
     */
    boolean recycle(Segment segment) throws IOException {
        String name;
        synchronized (this) {
            if (!wanted || closed || count >= SPARES_MAX) return false;
            name = begin();
        }
        dir.rename(segment.name, name);
        dir.sync();
        prepare(name, segment.file);
        return true;
    }

    private String begin() {
        count++;
        return PREFIX + ++number + FileNames.TEMPORARY_SUFFIX;
    }

    /** @param used the segment file that the preparation reuses, or {@code null} if the preparation creates a file */
    private void prepare(String name, Directory.DataFile used) {
        if (!beside.test(() -> fill(name, used))) drop(name, used);
    }

    private void fill(String name, Directory.DataFile used) {
        Directory.DataFile file = used;
        try {
            if (file == null) file = dir.create(name);
            else if (file.size() > bytes) file.truncate(bytes);
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(STEP_BYTES, bytes));
            for (long at = 0; at < bytes && !isClosed(); at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
                file.write(zeros, at);
                file.force(at + zeros.limit() == bytes);
            }
            synchronized (this) {
                if (!closed) {
                    ready.add(new Spare(name, file, bytes));
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            notes.accept(
                    "no spare segment was prepared, the log creates its next segment itself: " + e);
        }
        drop(name, file);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private void drop(String name, Directory.DataFile file) {
        boolean remove;
        synchronized (this) {
            count--;
            remove = !closed || orderly;
        }
        try {
            if (file != null) file.close();
            if (remove) dir.delete(name);
        } catch (IOException e) {
            notes.accept(name + " remains until the next start: " + e);
        }
    }

    void close(boolean orderly) {
        synchronized (this) {
            closed = true;
            this.orderly = orderly;
        }
        for (Spare spare; (spare = ready()) != null; ) drop(spare.name(), spare.file());
    }

    private synchronized Spare ready() {
        return ready.poll();
    }
}
