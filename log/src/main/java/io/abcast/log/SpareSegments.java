package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Prepares spare segments: files with temporary names that are filled with zeros and synced before the log needs them.
 * Records overwrite the zeros of a spare segment, so the file's length and the places of its blocks on the disk do not
 * change. Therefore a sync takes half the time, and no caller waits until zeros are written. The files of purged
 * segments are reused with their blocks.
 *
 * <p>A failure of this class costs only speed, because the log then creates its segments itself.
 *
 * <p><b>Bound:</b> {@link #SPARES_MAX} files of {@link StorageLimits#segmentBytes}.
 *
 * <p><b>Thread rule:</b> called by the writer; the work runs on the thread that {@code beside} uses.
 */
final class SpareSegments {
    /**
     * A prepared file.
     *
     * @param bytes length of the file
     */
    record Spare(String name, Directory.DataFile file, long bytes) {}

    /** Prefix of the names of spare files, which are not segments yet. */
    static final String PREFIX = "spare-";

    /** Maximum number of spare segments: one prepared file, and one file that is being prepared. */
    static final int SPARES_MAX = 2;

    /**
     * Number of bytes after which the file is forced. The number is small, because bytes that the disk is still writing
     * delay the log's own syncs.
     */
    private static final int STEP_BYTES = 1 << 20;

    private final Directory dir;
    private final long bytes;
    private final boolean wanted;
    private final Predicate<Runnable> beside;
    private final Consumer<String> notes;

    // Guarded by this object.
    private final ArrayDeque<Spare> ready = new ArrayDeque<>();

    /** Number of files that are prepared or being prepared. */
    private int count;

    private long number;
    private boolean closed;
    private boolean orderly;

    /** @param beside runs the work, or returns false if it will never run the work */
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

    /** Takes a prepared file; {@code null} if no file is prepared. */
    synchronized Spare take() {
        Spare spare = ready.poll();
        if (spare != null) count--;
        return spare;
    }

    /** Starts to prepare a file unless a file is prepared or being prepared. */
    void want() {
        String name;
        synchronized (this) {
            if (!wanted || closed || count > 0) return;
            name = begin();
        }
        prepare(name, null);
    }

    /**
     * Accepts the file of a segment that the log no longer needs, for reuse. The segment is durably removed from the
     * directory before the first zero is written. So after a crash the directory has either the whole segment or
     * nothing of it.
     *
     * @return false if enough files are prepared; then the file is unchanged
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

    /** @param used the file to reuse, or {@code null} to create one */
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

    /** Deletes a temporary file. If the file cannot be deleted, the next start removes it. */
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
     * Closes and deletes the files, because the log has ended.
     *
     * @param orderly whether the directory may still be changed
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
