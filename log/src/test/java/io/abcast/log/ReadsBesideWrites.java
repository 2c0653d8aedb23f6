package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how much a member's reads for another member that lacks entries delay the member's own writes. The program
 * appends and flushes entries of 1 KB at a fixed rate; the latency of an entry ends when the storage reports the entry
 * as durable.
 */
final class ReadsBesideWrites implements Storage.Completions {
    private static final int FILL = 128 << 10;
    private static final int PAYLOAD_BYTES = 1024;

    private static final int LOG_READ_BYTES = 1 << 20;

    private static final int CHUNK_BYTES = 64 << 10;
    private static final int SNAPSHOT_BYTES = 64 << 20;

    private final Storage storage;
    private final int rate;
    private final int seconds;
    private final Semaphore taken = new Semaphore(0);
    private final Semaphore readDone = new Semaphore(0);
    private volatile SnapshotId snapshot;
    private volatile long synced;
    private final LongAdder read = new LongAdder();
    private volatile boolean reading;

    private volatile long[] ends = new long[0];

    private long first;
    private int appended;

    private ReadsBesideWrites(Path dir, int rate, int seconds) {
        this.rate = rate;
        this.seconds = seconds;
        storage = Storages.open(Durability.FSYNC, dir, 1, Membership.of(1, 2, 3), note -> {});
    }

    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        new ReadsBesideWrites(dir, Integer.parseInt(args[1]), Integer.parseInt(args[2])).run();
    }

    private void run() throws Exception {
        storage.recover(this);
        for (int i = 0; i < FILL; i++) {
            append();
            if (i % 64 == 0) storage.flush();
            storage.awaitRoom();
        }
        storage.flush();
        while (synced < FILL) LockSupport.parkNanos(1_000_000);
        byte[] state = new byte[SNAPSHOT_BYTES];
        storage.takeSnapshot(Zxid.of(1, FILL), new byte[0], out -> out.write(state));
        taken.acquire();
        for (String part : List.of("warm-up", "none", "log", "snapshot")) measure(part);
        storage.close();
    }

    private void append() {
        storage.append(new Entry(Zxid.of(1, ++appended), 1, appended, new byte[PAYLOAD_BYTES]));
    }

    private void measure(String part) throws InterruptedException {
        int count = rate * seconds;
        first = appended;
        ends = new long[count];
        reading = part.equals("log") || part.equals("snapshot");
        read.reset();
        long begin = System.nanoTime();
        long readFrom = 0;
        if (reading) ask(part, readFrom);
        for (int i = 0; i < count; i++) {
            long due = begin + i * 1_000_000_000L / rate;
            for (long left; (left = due - System.nanoTime()) > 0; ) LockSupport.parkNanos(left);
            if (reading && readDone.tryAcquire()) {
                readFrom += part.equals("log") ? 1000 : CHUNK_BYTES;
                if (readFrom >= (part.equals("log") ? FILL : SNAPSHOT_BYTES)) readFrom = 0;
                ask(part, readFrom);
            }
            append();
            storage.flush();
        }
        while (synced < appended) LockSupport.parkNanos(100_000);
        if (reading) readDone.acquire();
        long[] nanos = ends;
        for (int i = 0; i < count; i++) nanos[i] -= begin + i * 1_000_000_000L / rate;
        Arrays.sort(nanos);
        System.out.printf(
                "%-8s %d/s: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, %.1f MB/s read%n",
                part,
                rate,
                nanos[count / 2] / 1e6,
                nanos[count * 99 / 100] / 1e6,
                nanos[count * 999 / 1000] / 1e6,
                read.sum() / 1e6 / seconds);
    }

    private void ask(String part, long from) {
        if (part.equals("log")) storage.readLog(Zxid.of(1, (int) from), LOG_READ_BYTES);
        else storage.readSnapshot(snapshot, from, CHUNK_BYTES);
    }

    @Override
    public void synced(long position) {
        long now = System.nanoTime();
        long[] open = ends;
        for (long i = Math.max(synced, first); i < position && i - first < open.length; i++)
            open[(int) (i - first)] = now;
        synced = position;
    }

    @Override
    public void persisted(long version) {}

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {
        for (Entry entry : entries) read.add(entry.bytes());
        readDone.release();
    }

    @Override
    public void snapshotTaken(SnapshotId id, Digest content) {
        snapshot = id;
        taken.release();
    }

    @Override
    public void snapshotRead(SnapshotId id, long offset, byte[] bytes) {
        read.add(bytes.length);
        readDone.release();
    }

    @Override
    public void snapshotWritten(SnapshotId id, long nextOffset) {}

    @Override
    public void snapshotInstalled(SnapshotId id, boolean installed) {}

    @Override
    public void failed(IOException cause) {
        cause.printStackTrace();
        System.exit(1);
    }
}
