package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Segment files made before they are needed: full of zeros and durable, under temporary names. A sync of records in such a
 * file overwrites what is there, and so changes neither the file's length nor where its blocks are: it takes half the
 * time, and nobody waits for zeros to be written ahead of the log. Purged segments are used again, with the blocks that they
 * have.
 *
 * <p>What fails here costs the log its speed and nothing else: then it makes its segments itself.
 *
 * <p><b>Bound:</b> {@link #SPARES_MAX} files of {@link StorageLimits#segmentBytes}.
 *
 * <p><b>Thread rule:</b> the writer calls; the work is done on whatever thread {@code beside} uses.
 */
final class SpareSegments {
    /**
     * A file that is ready.
     *
     * @param bytes its length
     */
    record Spare(String name, Directory.DataFile file, long bytes) {}

    /** Of the names of files that are not segments yet. */
    static final String PREFIX = "spare-";

    /** One ready and one in the making. */
    static final int SPARES_MAX = 2;

    /** Forced after so much: what is under way to the disk holds the log's own syncs up. */
    private static final int STEP_BYTES = 1 << 20;

    private final Directory dir;
    private final long bytes;
    private final boolean wanted;
    private final Predicate<Runnable> beside;
    private final Consumer<String> notes;

    // Guarded by this
    private final ArrayDeque<Spare> ready = new ArrayDeque<>();

    /** Files ready and in the making. */
    private int count;

    private long number;
    private boolean closed;
    private boolean orderly;

    /** @param beside runs the work, or answers false if it never will */
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

    /** One that is ready, or {@code null}. */
    synchronized Spare take() {
        Spare spare = ready.poll();
        if (spare != null) count--;
        return spare;
    }

    /** Sees to it that there is one, soon. */
    void want() {
        String name;
        synchronized (this) {
            if (!wanted || closed || count > 0) return;
            name = begin();
        }
        prepare(name, null);
    }

    /**
     * Takes the file of a segment that the log is done with, to use it again. The segment has gone from the directory, durably,
     * before the first zero is written: after a crash there is all of it, or nothing.
     *
     * @return false if there are enough: the file is as it was
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

    /** @param used {@code null}: the file is still to be made */
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
            notes.accept("no segment was prepared, the log makes its next one itself: " + e);
        }
        drop(name, file);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** What remains under a temporary name the next start removes. */
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
     * The log has ended.
     *
     * @param orderly false: the directory is not to be touched any more
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
