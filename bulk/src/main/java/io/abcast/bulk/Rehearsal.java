package io.abcast.bulk;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Runs a small transfer of zeros within this JVM, so that the JVM compiles a receiver's code before the first real
 * block arrives. A rehearsal, a run of the transfer code before the first transfer, accesses no file.
 */
final class Rehearsal {
    private static final int MEMBERS = 3;
    private static final int K = 32;

    /** Blocks are small, so that the code for each block runs often and the JVM compiles it. */
    private static final int BLOCK_BYTES = 8 * 1024;

    private static final int BYTES = 4 << 20;
    private static final long BITS_PER_SECOND = 400_000_000;
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 20;

    private static final int POLLS_BEFORE = 10;

    private Rehearsal() {}

    /** @param over whether the rehearsal must end at once; polled periodically by another thread */
    static void begin(BooleanSupplier over) {
        Thread thread =
                new Thread(
                        () -> {
                            if (quiet(over)) run(over);
                        },
                        "bulk rehearsal");
        thread.setDaemon(true);
        thread.start();
    }

    private static boolean quiet(BooleanSupplier over) {
        try {
            for (int i = 0; i < POLLS_BEFORE; i++) {
                if (over.getAsBoolean()) return false;
                Thread.sleep(POLL_MILLIS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static boolean run(BooleanSupplier over) {
        List<BulkTransfer> members = new ArrayList<>();
        try {
            Map<Integer, InetSocketAddress> addresses = freeAddresses();
            for (int id : addresses.keySet()) {
                BulkSettings settings =
                        BulkSettings.of(id, addresses)
                                .withRate(BITS_PER_SECOND)
                                .withWorkers(1)
                                .withWaits(WAIT, WAIT, WAIT);
                members.add(BulkTransfer.open(settings, null, (catalog, to) -> new Zeros(catalog)));
            }
            for (BulkTransfer member : members) member.receive(Path.of(""), report -> {});
            Catalog.Entry zeros = new Catalog.Entry("zeros", BYTES, 0);
            Catalog catalog = new Catalog(1, 0, 1, K, BLOCK_BYTES, List.of(zeros));
            CompletableFuture<BulkReport> end =
                    members.get(0).send(catalog, new Zeros(catalog), WAIT);
            while (!end.isDone() && !over.getAsBoolean()) Thread.sleep(POLL_MILLIS);
            return end.isDone() && end.join().succeeded();
        } catch (IOException e) {
            // The failure is ignored: without a rehearsal, only the first blocks of a transfer are
            // slower.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            members.forEach(Rehearsal::close);
        }
    }

    private static void close(BulkTransfer member) {
        try {
            member.close();
        } catch (IOException e) {
            // An error while the rehearsal closes a member is ignored, because the member is closed
            // in any case.
        }
    }

    private static Map<Integer, InetSocketAddress> freeAddresses() throws IOException {
        Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
        List<ServerSocket> held = new ArrayList<>();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            for (int id = 0; id < MEMBERS; id++) {
                held.add(new ServerSocket(0, 1, loopback));
                addresses.put(id, new InetSocketAddress(loopback, held.get(id).getLocalPort()));
            }
        } finally {
            for (ServerSocket socket : held) socket.close();
        }
        return addresses;
    }
}
