package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Prepares spare segments: files with temporary names that are filled with zeros and synced before the log needs them.
 * Records overwrite the zeros of a spare segment, so the file's length and the places of its blocks on the disk do not
 * change. Therefore a sync of a former spare segment takes half as long as in a file that grows, and no caller waits
 * until zeros are written. The files of purged segments become spare segments, and keep their blocks on the disk.
 *
 * <p>If no spare segment can be prepared, the log creates its next segment itself, which only makes the log slower.
 *
 * <p><b>Bound:</b> there are at most {@link #SPARES_MAX} spare files, each of {@link StorageLimits#segmentBytes} bytes.
 *
 * <p><b>Thread rule:</b> the writer calls the methods of this class; {@code beside} prepares the files on another
 * thread.
 */
final class SpareSegments {
    /**
     * A prepared spare segment: a file of zeros that can become the log's next segment.
     *
     * @param bytes length of the spare file in bytes
     */
    record Spare(String name, Directory.DataFile file, long bytes) {}

    /** Prefix of the names of spare files, which are not segments yet. */
    static final String PREFIX = "spare-";

    /** Maximum number of spare segments: one prepared file, and one file that is being prepared. */
    static final int SPARES_MAX = 2;

    /**
     * Number of bytes of zeros after which the preparation forces the spare file to disk. The step is small, because
     * unfinished disk writes of a spare file delay the log's own syncs.
     */
    private static final int STEP_BYTES = 1 << 20;

    private final Directory dir;
    private final long bytes;
    private final boolean wanted;
    private final Predicate<Runnable> beside;
    private final Consumer<String> notes;

    // The prepared spare files; the lock of this object guards the list.
    private final ArrayDeque<Spare> ready = new ArrayDeque<>();

    /** Number of spare files that are prepared or are being prepared. */
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

    /** Takes a prepared spare file; {@code null} if no file is prepared. */
    synchronized Spare take() {
        Spare spare = ready.poll();
        if (spare != null) count--;
        return spare;
    }

    /** Starts to prepare a spare file, unless a file is already prepared or being prepared. */
    void want() {
        String name;
        synchronized (this) {
            if (!wanted || closed || count > 0) return;
            name = begin();
        }
        prepare(name, null);
    }

    /**
     * Accepts the file of a segment that the log no longer needs, for reuse. Before the preparation writes the first
     * zero, it durably removes the reused segment from the directory. Because the removal is durable first, after a
     * crash the directory has either the complete old segment or no file with its name.
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

    /**
     * Deletes a spare file whose preparation is not complete. If the incomplete spare file cannot be deleted, the next
     * start removes this file.
     */
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

    /**
     * Closes and deletes the prepared spare files, because the log has ended.
     *
     * @param orderly whether the method may still change the files of the directory
     */
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
