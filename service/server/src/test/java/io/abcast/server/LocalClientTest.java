package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.client.wire.ReplyCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LocalClientTest {
    private static final byte[] K = {1};
    private static final byte[] V = {2, 3};

    private final FakeReplica replica = new FakeReplica();
    private final ExecutorService loop =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "the client's loop"));
    private final LocalClient client = new LocalClient(replica, loop);

    @AfterEach
    void close() {
        loop.shutdownNow();
        replica.close();
    }

    private record Outcome(ReplyCode code, String text, long zxid, byte[] value, String thread) {}

    private Outcome ask(Consumer<LocalClient.Callback> request) throws Exception {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        loop.execute(
                () ->
                        request.accept(
                                a ->
                                        outcome.complete(
                                                new Outcome(
                                                        a.code(),
                                                        a.text(),
                                                        a.zxid(),
                                                        a.value(),
                                                        Thread.currentThread().getName()))));
        return outcome.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aWriteIsVisibleToBothKindsOfReadsAndAnsweredOnTheLoop() throws Exception {
        Outcome put = ask(callback -> client.put(K, V, callback));
        assertSame(ReplyCode.OK, put.code);
        assertEquals(1, put.zxid);
        assertEquals("the client's loop", put.thread);
        for (Outcome read :
                List.of(
                        ask(callback -> client.get(K, callback)),
                        ask(callback -> client.read(K, callback)))) {
            assertSame(ReplyCode.OK, read.code);
            assertArrayEquals(V, read.value);
            assertEquals("the client's loop", read.thread);
        }
        assertEquals(1, replica.linearized.get());
        Outcome missing = ask(callback -> client.get(V, callback));
        assertSame(ReplyCode.NOT_FOUND, missing.code);
        assertNull(missing.value);
    }

    @Test
    void refusalsOfTheMemberAreReported() throws Exception {
        replica.refusal = ReplyCode.BUSY;
        Outcome put = ask(callback -> client.put(K, V, callback));
        assertSame(ReplyCode.BUSY, put.code);
        assertEquals("refused by the test", put.text);
        replica.active = false;
        assertSame(ReplyCode.NOT_READY, ask(callback -> client.get(K, callback)).code);
    }

    @Test
    void writesOfOneRunAreSubmittedTogetherAndBeforeALaterRead() throws Exception {
        List<String> order = new ArrayList<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(
                () -> {
                    client.put(K, V, a -> order.add("put 1"));
                    client.put(V, K, a -> order.add("put 2"));
                    assertEquals(0, replica.inFlightMost.get());
                    client.read(
                            V,
                            a -> {
                                order.add("read");
                                assertArrayEquals(K, a.value());
                                done.complete(null);
                            });
                });
        done.get(20, TimeUnit.SECONDS);
        assertEquals(List.of("put 1", "put 2", "read"), order);
    }

    @Test
    void anEmptyKeyAndATooLongKeyAreErrors() {
        for (byte[] key : new byte[][] {{}, new byte[1025]}) {
            assertThrows(IllegalArgumentException.class, () -> client.put(key, V, a -> {}));
            assertThrows(IllegalArgumentException.class, () -> client.get(key, a -> {}));
            assertThrows(IllegalArgumentException.class, () -> client.read(key, a -> {}));
        }
    }
}
