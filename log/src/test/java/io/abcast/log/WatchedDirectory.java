package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A directory that passes all calls to another directory, and watches the log's records. {@code WatchedDirectory}
 * counts the writes and syncs of the log's records, and can block syncs and reads of these records.
 */
final class WatchedDirectory implements Directory {
    private final FaultyDirectory under;

    private final List<String> groups = new ArrayList<>();
    private int writes;

    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch free;

    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch readsFree = new CountDownLatch(1);
    private volatile boolean holdsReads;

    WatchedDirectory(FaultyDirectory under) {
        this(under, new CountDownLatch(0));
    }

    WatchedDirectory(FaultyDirectory under, CountDownLatch free) {
        this.under = under;
        this.free = free;
    }

    boolean awaitStuck() throws InterruptedException {
        return stuck.await(20, TimeUnit.SECONDS);
    }

    void holdReads() {
        holdsReads = true;
    }

    void letReadsGo() {
        readsFree.countDown();
    }

    boolean awaitReading() throws InterruptedException {
        return reading.await(20, TimeUnit.SECONDS);
    }

    synchronized List<String> groups() {
        return List.copyOf(groups);
    }

    private synchronized void written(int bytes) {
        if (bytes > Records.HEADER_BYTES) writes++;
    }

    private synchronized void forced() {
        groups.add(writes + " writes");
        writes = 0;
    }

    @Override
    public Path path() {
        return under.path();
    }

    @Override
    public List<String> list() {
        return under.list();
    }

    @Override
    public boolean exists(String name) {
        return under.exists(name);
    }

    @Override
    public DataFile create(String name) throws IOException {
        DataFile file = under.create(name);
        return name.startsWith(FileNames.SEGMENT_PREFIX) ? new WatchedFile(file) : file;
    }

    @Override
    public DataFile open(String name) throws IOException {
        return under.open(name);
    }

    @Override
    public DataFile openToRead(String name) throws IOException {
        return under.openToRead(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        under.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        under.delete(name);
    }

    @Override
    public void sync() throws IOException {
        under.sync();
    }

    @Override
    public void lock() throws IOException {
        under.lock();
    }

    @Override
    public void close() {
        under.close();
    }

    private final class WatchedFile implements DataFile {
        private final DataFile file;

        WatchedFile(DataFile file) {
            this.file = file;
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            if (position >= Records.SEGMENT_HEADER_BYTES) written(bytes.remaining());
            file.write(bytes, position);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            if (holdsReads) {
                reading.countDown();
                await(readsFree);
            }
            return file.read(into, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force(boolean metadata) throws IOException {
            if (!metadata) {
                stuck.countDown();
                await(free);
                forced();
            }
            file.force(metadata);
        }

        private void await(CountDownLatch latch) {
            try {
                if (!latch.await(20, TimeUnit.SECONDS)) throw new AssertionError("not let go");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
