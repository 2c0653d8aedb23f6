package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests uses of {@link CAMU} that a careful user would avoid. No transaction may be lost, and no caller may wait
 * forever.
 */
final class CamuMisuseTest {
    @Test
    void aLocalReadFailsWhenItsReplicaStopsBeforeTheRead() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1", "").startAll(1)) {
            AtomicMulticast multicast = cluster.multicast(1);
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch leave = new CountDownLatch(1);
            multicast.readLocal(
                    "A",
                    () -> {
                        entered.countDown();
                        return await(leave);
                    });
            assertTrue(entered.await(20, TimeUnit.SECONDS));
            Thread closer = new Thread(() -> cluster.stop(1), "closer");
            closer.start();
            Wait.until(CamuCluster.LIMIT, () -> waits(closer), () -> closer.getState().toString());
            CompletableFuture<String> late = multicast.readLocal("A", () -> "read");
            leave.countDown();
            closer.join();
            ExecutionException e =
                    assertThrows(ExecutionException.class, () -> late.get(5, TimeUnit.SECONDS));
            AbcastException why = assertInstanceOf(AbcastException.class, e.getCause());
            assertEquals(AbcastException.Reason.STOPPED, why.reason());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean await(CountDownLatch latch) {
        return await(latch, 20);
    }

    private static boolean await(CountDownLatch latch, int seconds) {
        try {
            return latch.await(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void aMultiTakesAPartitionWithAQuorumAsOrigin() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1,2,3;B=4;C=1,4,5;D=5", "")) {
            cluster.startAll(1, 2, 3, 4, 5);
            cluster.amcast(1, "x", "B", "D");
            assertNotEquals(1, cluster.leader("C"));
            cluster.kill(2);
            cluster.kill(3);
            AtomicMulticast first = cluster.multicast(1);
            Wait.until(CamuCluster.LIMIT, () -> !first.logStatus("A").active(), cluster::toString);
            assertEquals(Set.of("B", "D"), cluster.amcast(1, "y", "B", "D").results().keySet());
            assertEquals(Set.of("D"), cluster.amcast(1, "z", "D").results().keySet());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window=\"2147483647\"",
                "window=\"1000000000\"",
                "window_bytes_max=\"9223372036854775807\"",
                "session_ttl=\"9223372036854775807\"",
                "session_ttl=\"9000000000000\"",
                "payload_bytes_max=\"2147483647\"",
                "batch_bytes_max=\"2147483647\"",
                "tick_max=\"9223372036854775807\" links=\"on\"",
                "resend_after=\"9223372036854775807\"",
                "request_timeout=\"9223372036854775807\""
            })
    void theHighestBoundsAreUsableOrRefused(String attributes) throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1;B=1", attributes)) {
            try {
                cluster.start(1);
            } catch (Exception e) {
                Throwable cause = e;
                while (cause.getCause() != null) cause = cause.getCause();
                String text = cause.getMessage();
                assertTrue(text.contains("expected"), text);
                assertTrue(text.contains(attributes.substring(0, attributes.indexOf('='))), text);
                return;
            }
            cluster.awaitActive(1);
            for (int i = 0; i < 3; i++) cluster.amcast(1, "m" + i, "A", "B");
            cluster.amcast(1, "s", "A");
        }
    }

    @Test
    void aReplicaThatDiscardsItsHistoryTwiceAtOnceStillCountsOnce() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1,2,3;B=1,2,3", "").startAll(1, 2, 3)) {
            cluster.amcast(1, "x", "A", "B");
            PartitionJournal journal = cluster.journal("A", 3);
            for (int i = 0; i < 4; i++) journal.port().discard("test");
            Wait.until(CamuCluster.LIMIT, () -> journal.starts() >= 2, cluster::toString);
            cluster.awaitActive(3);
            cluster.insist(3, "y", "A", "B");
            CompletableFuture<Void> b = cluster.multicast(3).stopped("B");
            assertFalse(cluster.multicast(3).stopped().isDone());
            cluster.journal("B", 3).port().halt(new IllegalStateException("test"));
            assertThrows(ExecutionException.class, () -> b.get(20, TimeUnit.SECONDS));
            cluster.insist(3, "z", "A");
            cluster.awaitSame("A");
            assertFalse(cluster.multicast(3).stopped().isDone());
            assertTrue(cluster.channel(3).isOpen());
        }
    }

    @Test
    void serversWithALowerLimitOfPayloadsOrderTheLargerOnesOfOthers() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1,2,3;B=4,5,6", "request_timeout=\"60s\"")) {
            for (int id = 1; id <= 6; id++)
                cluster.start(id, id <= 3 ? "payload_bytes_max=\"8000000\"" : "");
            for (int id = 1; id <= 6; id++) cluster.awaitActive(id);
            cluster.amcast(1, "x", "A", "B");
            cluster.multicast(1)
                    .amcast(Set.of("A", "B"), new byte[6_000_000])
                    .get(60, TimeUnit.SECONDS);
            for (String destination : List.of("A", "B")) cluster.insist(4, "s", destination);
            cluster.insist(4, "y", "A", "B");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1 ", "v1\n", " v1", "a\nb", "\ud800", "v1\n\n", "\u00a0", ""})
    void aServerRestartsWithAnyTextOfItsApplication(String application, @TempDir Path dir)
            throws Exception {
        for (int start = 0; start < 2; start++) {
            String attributes =
                    "partitions=\"A=1\" server_id=\"1\" durability=\"file\" data_dir=\"%s\""
                            .formatted(dir);
            try (JChannel channel = CamuCluster.channel(attributes)) {
                AtomicMulticast multicast =
                        AtomicMulticast.on(channel, PartitionJournal::new, application);
                channel.connect("text-" + dir.hashCode());
                assertTrue(multicast.awaitActive(CamuCluster.LIMIT));
            }
        }
    }

    @Test
    void replicasThatBlockForSecondsGoOnAfterwards() throws Exception {
        CamuCluster cluster = new CamuCluster("A=1,2,3;B=1,2,3", "request_timeout=\"30s\"");
        try (cluster) {
            cluster.startAll(1, 2, 3);
            List<CompletableFuture<Answers>> all = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Set<String> to = i % 3 == 0 ? Set.of("A", "B") : Set.of(i % 3 == 1 ? "A" : "B");
                all.add(cluster.multicast(1 + i % 2).amcast(to, bytes("m" + i)));
                if (i == 60)
                    for (int id = 1; id <= 3; id++)
                        cluster.multicast(id).readLocal("A", () -> await(new CountDownLatch(1), 3));
            }
            for (CompletableFuture<Answers> each : all) each.get(40, TimeUnit.SECONDS);
            for (String partition : List.of("A", "B")) {
                cluster.awaitSame(partition);
                assertNull(cluster.journal(partition, 1).violation());
                assertEquals(200, cluster.journal(partition, 1).entries().size());
            }
        }
    }

    @Test
    void aCallbackMayCloseAChannelThatIsBeingClosed() throws Exception {
        CamuCluster cluster = new CamuCluster("A=1", "").startAll(1);
        AtomicMulticast multicast = cluster.multicast(1);
        JChannel channel = cluster.channel(1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Boolean> read =
                multicast.readLocal(
                        "A",
                        () -> {
                            entered.countDown();
                            await(leave);
                            channel.close();
                            return true;
                        });
        assertTrue(entered.await(20, TimeUnit.SECONDS));
        Thread closer = new Thread(channel::close, "closer");
        closer.setDaemon(true);
        closer.start();
        Wait.until(
                CamuCluster.LIMIT,
                () -> !multicast.running("A") || waits(closer),
                () -> closer.getState().toString());
        leave.countDown();
        closer.join(20_000);
        assertFalse(closer.isAlive(), "the two closings wait for each other");
        assertTrue(read.get(20, TimeUnit.SECONDS));
        multicast.stopped().get(20, TimeUnit.SECONDS);
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void aChannelThatManyThreadsCloseEnds() throws Exception {
        CamuCluster cluster = new CamuCluster("A=1;B=1;C=1", "").startAll(1);
        AtomicMulticast multicast = cluster.multicast(1);
        JChannel channel = cluster.channel(1);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            CompletableFuture<Answers> answer =
                    multicast.amcast(Set.of("ABC".substring(i % 3, i % 3 + 1)), new byte[10]);
            all.add(answer);
            if (i >= 100 && i < 103) answer.whenComplete((a, e) -> channel.close());
        }
        for (int i = 0; i < 2; i++) new Thread(channel::close).start();
        Wait.until(CamuCluster.LIMIT, channel::isClosed, channel::toString);
        for (CompletableFuture<?> each : all)
            assertTrue(each.handle((answer, e) -> true).get(20, TimeUnit.SECONDS));
        multicast.stopped().handle((v, e) -> true).get(20, TimeUnit.SECONDS);
    }

    @Test
    void aChannelConnectsAgainAfterEachDisconnect(@TempDir Path dir) throws Exception {
        String attributes =
                "partitions=\"A=1;B=1\" server_id=\"1\" durability=\"file\" data_dir=\"%s\""
                        .formatted(dir);
        List<PartitionJournal> journals = new ArrayList<>();
        try (JChannel channel = CamuCluster.channel(attributes)) {
            AtomicMulticast multicast =
                    AtomicMulticast.on(
                            channel,
                            partition -> {
                                PartitionJournal journal = new PartitionJournal(partition);
                                journals.add(journal);
                                return journal;
                            });
            CompletableFuture<Void> stopped = null;
            for (int round = 0; round < 4; round++) {
                channel.connect("again-" + dir.hashCode());
                if (stopped != null) assertTrue(stopped.isDone());
                stopped = multicast.stopped();
                assertFalse(stopped.isDone());
                assertTrue(multicast.awaitActive(CamuCluster.LIMIT));
                List<CompletableFuture<Answers>> open = new ArrayList<>();
                multicast.amcast(Set.of("A", "B"), bytes("r" + round)).get(20, TimeUnit.SECONDS);
                for (int i = 0; i < 50; i++)
                    open.add(multicast.amcast(Set.of("A", "B"), bytes("o" + round + "." + i)));
                channel.disconnect();
                for (CompletableFuture<Answers> each : open) assertTrue(each.isDone());
                stopped.get(5, TimeUnit.SECONDS);
                CompletableFuture<Answers> refused = multicast.amcast(Set.of("A"), bytes("no"));
                assertTrue(refused.isCompletedExceptionally());
            }
            PartitionJournal last = journals.get(journals.size() - 1);
            for (int round = 0; round < 4; round++)
                assertTrue(last.entries().contains("r" + round), last.entries()::toString);
            assertFalse(last.entries().contains("no"));
            assertNull(last.violation());
        }
    }

    @Test
    void aSecondServerInOneDirectoryIsRefused(@TempDir Path dir) throws Exception {
        String attributes =
                "partitions=\"A=1;B=2\" durability=\"file\" data_dir=\"%s\" ".formatted(dir);
        try (JChannel first = CamuCluster.channel(attributes + "server_id=\"1\"");
                JChannel second = CamuCluster.channel(attributes + "server_id=\"1\"");
                JChannel third = CamuCluster.channel(attributes + "server_id=\"2\"")) {
            AtomicMulticast one = AtomicMulticast.on(first, PartitionJournal::new);
            first.connect("one-directory-" + dir.hashCode());
            AtomicMulticast.on(second, PartitionJournal::new);
            Exception e =
                    assertThrows(
                            Exception.class,
                            () -> second.connect("one-directory-" + dir.hashCode()));
            assertTrue(String.valueOf(e.getCause()).contains(dir.toString()), e.toString());
            AtomicMulticast two = AtomicMulticast.on(third, PartitionJournal::new);
            third.connect("one-directory-" + dir.hashCode());
            assertTrue(one.awaitActive(CamuCluster.LIMIT));
            assertTrue(two.awaitActive(CamuCluster.LIMIT));
            one.amcast(Set.of("A", "B"), bytes("x")).get(20, TimeUnit.SECONDS);
        }
    }
}
