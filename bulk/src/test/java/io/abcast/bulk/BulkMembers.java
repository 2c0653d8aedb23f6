package io.abcast.bulk;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs several members of a file transfer on loopback in one JVM. The first member is the source of all transfers. */
final class BulkMembers implements AutoCloseable {
    private static final int SECONDS_MAX = 30;

    final Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    final Map<Integer, BulkTransfer> open = new TreeMap<>();
    final Map<Integer, CompletableFuture<BulkReport>> receiving = new TreeMap<>();
    final ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
    final Path directory;

    BulkMembers(int count, Path directory) throws IOException {
        this.directory = directory;
        for (int id = 1; id <= count; id++) {
            InetSocketAddress address = free();
            while (addresses.containsValue(address)) address = free();
            addresses.put(id, address);
        }
    }

    /**
     * Outside the range that systems use for outgoing connections, so that no connection takes the port before a member
     * does.
     */
    private static InetSocketAddress free() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(12_000, 31_000);
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(address);
                return address;
            } catch (IOException e) {
                // The loop tries the next port, because another process uses this port.
            }
        }
    }

    BulkSettings settings(int id) {
        return BulkSettings.of(id, addresses)
                .withRate(400_000_000)
                .withBatches(8, 16 * 1024)
                .withWorkers(1)
                .withWaits(Duration.ofSeconds(20), Duration.ofMillis(500), Duration.ofSeconds(1))
                .withNotes(line -> notes.add(id + ": " + line));
    }

    Path directory(int id) throws IOException {
        return Files.createDirectories(directory.resolve("member" + id));
    }

    BulkTransfer source() throws IOException {
        return source(settings(1));
    }

    BulkTransfer source(BulkSettings settings) throws IOException {
        open.put(1, BulkTransfer.open(settings));
        return open.get(1);
    }

    void receiver(int id) throws IOException {
        receiver(settings(id), () -> new OpenFiles(true));
    }

    void receiver(BulkSettings settings, Supplier<OpenFiles> disks) throws IOException {
        int id = settings.id();
        BulkTransfer transfer = BulkTransfer.open(settings, null, disks);
        open.put(id, transfer);
        receiving.put(id, transfer.receive(directory(id)));
    }

    BulkReport received(int id) throws Exception {
        return await(receiving.get(id));
    }

    <T> T await(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("not in " + SECONDS_MAX + " s; notes: " + notes, e);
        }
    }

    void until(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("not in " + SECONDS_MAX + " s; notes: " + notes);
            Thread.sleep(1);
        }
    }

    static Path file(Path path, int bytes, long seed) throws IOException {
        byte[] content = new byte[bytes];
        new SplittableRandom(seed).nextBytes(content);
        return Files.write(path, content);
    }

    void close(int id) throws IOException {
        open.remove(id).close();
    }

    @Override
    public void close() throws IOException {
        for (BulkTransfer transfer : open.values()) transfer.close();
    }
}
