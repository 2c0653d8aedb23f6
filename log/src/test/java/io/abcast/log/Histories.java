package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/**
 * Creates entries and snapshots for tests. The content of an entry or snapshot is derived from its zxid, so that any
 * test can check the content.
 */
final class Histories {
    static final Membership MEMBERS = Membership.of(1, 2, 3);

    static final byte[] NOTE = {7, 0, 42};

    /**
     * Prepares spare segments on the thread that requests them, so that runs with equal seeds carry out equal
     * operations.
     */
    static final Predicate<Runnable> AT_ONCE =
            work -> {
                work.run();
                return true;
            };

    private Histories() {}

    static StorageWork preparing(Predicate<Runnable> beside) {
        StorageWork threads = StorageWork.inThreads(1, note -> {});
        SideWork spares =
                new SideWork() {
                    @Override
                    public boolean offer(Runnable task) {
                        return beside.test(task);
                    }

                    @Override
                    public void shutDown() {}

                    @Override
                    public void awaitEnd() {}
                };
        return new StorageWork(threads.snapshots(), spares, threads.reads(), threads.writers());
    }

    /**
     * Returns one of several random number generators for a seed. The first numbers of {@code new Random(seed + i)}
     * would resemble each other for different {@code i}.
     */
    static Random random(long seed, long i) {
        long mixed = (seed + i * 0x9E37_79B9_7F4A_7C15L) ^ (seed >>> 31);
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return new Random(mixed ^ (mixed >>> 31));
    }

    static long z(int epoch, int counter) {
        return Zxid.of(epoch, counter);
    }

    static Entry entry(int epoch, int counter) {
        return entry(z(epoch, counter), 20 + counter % 7);
    }

    static Entry entry(long zxid, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        Arrays.fill(payload, (byte) (zxid * 31 + (zxid >>> 32) + 1));
        return new Entry(zxid, 1 + (int) (zxid % 3), zxid * 7, payload);
    }

    static List<Entry> entries(int epoch, int from, int to) {
        List<Entry> entries = new ArrayList<>();
        for (int counter = from; counter <= to; counter++) entries.add(entry(epoch, counter));
        return entries;
    }

    static void assertSame(List<Entry> expected, List<Entry> actual) {
        if (!describe(expected).equals(describe(actual)))
            throw new AssertionError("expected " + expected + ", got " + actual);
    }

    private static String describe(List<Entry> entries) {
        StringBuilder s = new StringBuilder();
        for (Entry e : entries) s.append(e).append(Arrays.hashCode(e.payload())).append(' ');
        return s.toString();
    }

    static byte[] state(long zxid) {
        return ("state after " + Zxid.toString(zxid) + ";")
                .repeat(40)
                .getBytes(StandardCharsets.UTF_8);
    }

    static SnapshotId idOf(long zxid, byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content, 0, content.length);
        return new SnapshotId(zxid, content.length, (int) crc.getValue());
    }
}
