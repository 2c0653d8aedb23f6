package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.cooper.SnapshotCasts;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the copy that a leader makes of a snapshot before it casts the snapshot (sends it to several members at once).
 */
final class SnapshotCopyTest {
    private static final int BYTES = 3 << 20;
    private static final SnapshotId SNAPSHOT = new SnapshotId(7, BYTES, 1);

    private final Queue<String> notes = new ConcurrentLinkedQueue<>();
    private final Queue<Long> chunksRead = new ConcurrentLinkedQueue<>();
    private final Inbox inbox = new Inbox(10, 1_000, 1_000);
    private JChannel channel;
    private COOPER cooper;

    @TempDir private Path data;

    @BeforeEach
    void connect() throws Exception {
        cooper = new COOPER();
        cooper.server_id = 1;
        cooper.members = "1,2,3";
        cooper.block_addr = "127.0.0.1";
        channel =
                new JChannel(
                        new SHARED_LOOPBACK(),
                        new SHARED_LOOPBACK_PING(),
                        new NAKACK2(),
                        new UNICAST3(),
                        new GMS().setJoinTimeout(100),
                        cooper);
        channel.connect("copy-" + System.identityHashCode(this));
        inbox.own();
    }

    @AfterEach
    void close() {
        channel.close();
    }

    private Storage storage(InputStream content) {
        return (Storage)
                Proxy.newProxyInstance(
                        Storage.class.getClassLoader(),
                        new Class<?>[] {Storage.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "openSnapshot" -> content;
                                    case "readSnapshot" -> {
                                        chunksRead.add((Long) arguments[1]);
                                        yield null;
                                    }
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    private SnapshotCasts casts(InputStream content, long usableBytes) throws Exception {
        Map<Integer, Long> lacking = Map.of(2, (long) BYTES, 3, (long) BYTES);
        return new SnapshotCasts(
                cooper,
                storage(content),
                inbox,
                data,
                0,
                TimeUnit.SECONDS.toNanos(60),
                () -> new TreeMap<>(lacking),
                () -> 0,
                directory -> usableBytes,
                notes::add);
    }

    private List<Path> copies() throws Exception {
        try (Stream<Path> files = Files.list(data.resolve("casts"))) {
            return files.toList();
        }
    }

    private void loopUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TestCluster.LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> notes.toString());
            int count = inbox.await(System.nanoTime() + 5_000_000);
            for (int i = 0; i < count; i++) inbox.taken()[i].on(null);
        }
    }

    @Test
    void aSnapshotWithoutSpaceForACopyIsSentInChunks() throws Exception {
        SnapshotCasts casts = casts(new ByteArrayInputStream(new byte[BYTES]), 2 * BYTES - 1);
        try {
            assertFalse(casts.way().readsNow(SNAPSHOT, 100, 100, 0), "a chunk waits for the cast");
            loopUntil(() -> !chunksRead.isEmpty());
            String last = List.copyOf(notes).get(notes.size() - 1);
            assertTrue(last.contains("is sent in chunks") && last.contains("" + 2 * BYTES), last);
            assertEquals(List.of(), copies());
            assertTrue(
                    casts.way().readsNow(SNAPSHOT, 100, 100, 0),
                    "the cast is not tried again at each chunk");
        } finally {
            casts.close();
        }
    }

    @Test
    void aSnapshotWithSpaceForACopyIsCopied() throws Exception {
        SnapshotCasts casts = casts(new ByteArrayInputStream(new byte[BYTES]), 2 * BYTES);
        try {
            assertFalse(casts.way().readsNow(SNAPSHOT, 100, 100, 0));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> copies().size() == 1 && Files.size(copies().get(0)) == BYTES,
                    notes::toString);
        } finally {
            casts.close();
        }
        assertEquals(List.of(), copies());
    }

    @Test
    void closingWaitsForTheCopyAndRemovesIt() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        InputStream slow =
                new FilterInputStream(new ByteArrayInputStream(new byte[BYTES])) {
                    @Override
                    public int read(byte[] into, int offset, int length) throws IOException {
                        reading.countDown();
                        try {
                            gate.await();
                        } catch (InterruptedException e) {
                            throw new InterruptedIOException();
                        }
                        return super.read(into, offset, length);
                    }
                };
        SnapshotCasts casts = casts(slow, Long.MAX_VALUE);
        assertFalse(casts.way().readsNow(SNAPSHOT, 100, 100, 0));
        assertTrue(reading.await(TestCluster.LIMIT.toSeconds(), TimeUnit.SECONDS));
        inbox.close();
        Thread closer = new Thread(casts::close, "closer");
        closer.start();
        Wait.until(
                TestCluster.LIMIT,
                () -> closer.getState() != Thread.State.RUNNABLE,
                () -> "" + closer.getState());
        assertTrue(closer.isAlive(), "the copy is still being written");
        gate.countDown();
        closer.join(TestCluster.LIMIT.toMillis());
        assertFalse(closer.isAlive());
        assertEquals(List.of(), copies());
        assertFalse(
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("snapshot cast")),
                "no thread writes to the directory any more");
    }
}
