package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.driver.RejectedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests servers of {@link CAMU} that crash, return, differ in their settings, or close while transactions are in
 * flight.
 */
final class CamuFailureTest {
    private static final String TOGETHER = "A=1,2,3;B=1,2,3";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CamuCluster durable(String map, Path dir) {
        return new CamuCluster(
                map,
                "durability=\"file\"",
                camu -> camu.setDataDir(dir.resolve("s" + camu.getServerId()).toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "links=\"on\"", "consistency=\"strict\"", "log=\"PAXOS\""})
    void transactionsGoOnAfterTheCrashOfALeader(String attributes) throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, attributes).startAll(1, 2, 3)) {
            for (int i = 0; i < 10; i++) cluster.amcast(1, "a" + i, "A", "B");
            int leader = cluster.leader("A");
            cluster.kill(leader);
            int survivor = leader == 1 ? 2 : 1;
            for (int i = 0; i < 10; i++) cluster.insist(survivor, "b" + i, "A", "B");
            cluster.start(leader);
            cluster.awaitActive(leader);
            cluster.insist(leader, "c", "A", "B");
            for (String partition : List.of("A", "B")) {
                cluster.awaitSame(partition);
                List<String> entries = cluster.journal(partition, leader).entries();
                assertTrue(entries.contains("a9") && entries.contains("b9"), entries::toString);
                assertTrue(entries.contains("c"), entries::toString);
                assertNull(cluster.journal(partition, leader).violation());
            }
        }
    }

    @Test
    void allServersContinueFromTheirDirectories(@TempDir Path dir) throws Exception {
        for (int round = 0; round < 2; round++)
            try (CamuCluster cluster = durable(TOGETHER, dir).startAll(1, 2, 3)) {
                for (int i = 0; i < 10; i++) cluster.insist(1 + i % 3, round + "." + i, "A", "B");
                cluster.awaitSame("A");
                List<String> entries = cluster.journal("A", 2).entries();
                assertEquals(10 * (round + 1), entries.size(), entries::toString);
            }
        for (String partition : List.of("A", "B"))
            assertTrue(Files.isDirectory(dir.resolve("s1").resolve(partition)));
    }

    @Test
    void aServerReturnsFromASnapshot(@TempDir Path dir) throws Exception {
        CamuCluster cluster =
                new CamuCluster(
                        TOGETHER,
                        "durability=\"file\" snapshot_every_bytes=\"2000\"",
                        camu -> camu.setDataDir(dir.resolve("s" + camu.getServerId()).toString()));
        try (cluster) {
            cluster.startAll(1, 2, 3);
            for (int i = 0; i < 100; i++) cluster.amcast(1, "a" + i, "A", "B");
            cluster.stop(3);
            for (int i = 0; i < 100; i++) cluster.insist(1, "b" + i, "A", "B");
            cluster.start(3);
            cluster.awaitActive(3);
            cluster.insist(3, "c", "A", "B");
            for (String partition : List.of("A", "B")) {
                cluster.awaitSame(partition);
                assertNull(cluster.journal(partition, 3).violation());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "partitions=\"A=1,2,3;B=1,2,3;C=3\"|partitions A=1,2,3;B=1,2,3'",
                "partitions=\"A=1,2,3;B=1,2,3\" log=\"ZAB_CT\"|log ZAB'",
                "partitions=\"A=1,2,3;B=1,2,3\" consistency=\"strict\"|consistency serializable'",
                "partitions=\"A=1,2,3;B=1,2,3\" fast=\"true\"|fast false'",
                "partitions=\"A=1,2,3;B=1,2,3\" session_ttl=\"9m\"|session_ttl 600000'"
            })
    void aLaterServerWithOtherSettingsStopsAndNamesThem(String other) throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "bootstrap=\"true\"").startAll(1, 2)) {
            String[] parts = other.split("\\|");
            try (var channel =
                    CamuCluster.channel("server_id=\"3\" bootstrap=\"true\" " + parts[0])) {
                AtomicMulticast late = AtomicMulticast.on(channel, PartitionJournal::new);
                channel.connect(cluster.channel(1).getClusterName());
                ExecutionException e =
                        assertThrows(
                                ExecutionException.class,
                                () -> late.stopped().get(20, TimeUnit.SECONDS));
                String text = e.getCause().getMessage();
                assertTrue(text.contains("the established ensemble is '" + parts[1]), text);
                Wait.until(CamuCluster.LIMIT, () -> !channel.isOpen(), channel::toString);
            }
            cluster.amcast(1, "x", "A", "B");
        }
    }

    @Test
    void aLaterApplicationWithAnotherTextStops() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1", "").startAll(1)) {
            try (var channel =
                    CamuCluster.channel("partitions=\"A=1\" joining=\"A\" server_id=\"2\"")) {
                AtomicMulticast late =
                        AtomicMulticast.on(channel, PartitionJournal::new, "procedures x,y");
                channel.connect(cluster.channel(1).getClusterName());
                ExecutionException e =
                        assertThrows(
                                ExecutionException.class,
                                () -> late.stopped().get(20, TimeUnit.SECONDS));
                String text = e.getCause().getMessage();
                assertTrue(text.contains("expected 'application procedures x,y'"), text);
            }
        }
    }

    @Test
    void aServerIdRunsOnce() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            try (var channel =
                    CamuCluster.channel("partitions=\"%s\" server_id=\"2\"".formatted(TOGETHER))) {
                AtomicMulticast second = AtomicMulticast.on(channel, PartitionJournal::new);
                channel.connect(cluster.channel(1).getClusterName());
                ExecutionException e =
                        assertThrows(
                                ExecutionException.class,
                                () -> second.stopped().get(20, TimeUnit.SECONDS));
                assertTrue(((RejectedException) e.getCause()).isInUse(), e::toString);
            }
            cluster.amcast(2, "x", "A", "B");
        }
    }

    @Test
    void aDirectoryOfOtherPartitionsIsRefused(@TempDir Path dir) throws Exception {
        try (CamuCluster cluster = durable("A=1;B=1", dir).startAll(1)) {
            cluster.amcast(1, "x", "A", "B");
        }
        try (CamuCluster cluster = durable("A=1;AA=1;B=1", dir)) {
            Exception e = assertThrows(Exception.class, () -> cluster.start(1));
            assertTrue(e.getMessage().contains("partitions A=1;B=1"), e.getMessage());
            assertTrue(e.getMessage().contains("partitions A=1;AA=1;B=1"), e.getMessage());
        }
    }

    @Test
    void everyFutureCompletesWhenTheServerClosesUnderLoad() throws Exception {
        CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3);
        try (cluster) {
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                all.add(cluster.multicast(1).amcast(Set.of("A", "B"), bytes("m" + i)));
                all.add(cluster.multicast(1).amcast(Set.of("A"), bytes("s" + i)));
                if (i % 100 == 0) all.add(cluster.multicast(1).linearize("B"));
            }
            AtomicMulticast closing = cluster.multicast(1);
            long begin = System.nanoTime();
            cluster.stop(1);
            long tookMillis = (System.nanoTime() - begin) / 1_000_000;
            assertTrue(tookMillis < 5_000, () -> tookMillis + " ms");
            assertTrue(closing.stopped().isDone());
            int failed = 0;
            for (CompletableFuture<?> each : all) {
                assertTrue(each.isDone());
                if (each.isCompletedExceptionally()) failed++;
            }
            assertTrue(failed > 0, "expected requests in flight, got none");
            cluster.insist(2, "after", "A", "B");
        }
    }

    @Test
    void aReplicaWhoseReceiverFailsStopsAlone() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            cluster.amcast(1, "x", "A", "B");
            CompletableFuture<?>[] stopped = new CompletableFuture<?>[3];
            for (int id = 1; id <= 3; id++) stopped[id - 1] = cluster.multicast(id).stopped("A");
            cluster.multicast(1).amcast(Set.of("A"), bytes("poison A"));
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> CompletableFuture.anyOf(stopped).get(20, TimeUnit.SECONDS));
            assertTrue(e.getMessage().contains("poisoned"), e.getMessage());
            for (int id = 1; id <= 3; id++) {
                cluster.amcast(id, "y" + id, "B");
                assertFalse(cluster.multicast(id).stopped().isDone());
            }
            Wait.until(
                    CamuCluster.LIMIT,
                    () ->
                            List.of(1, 2, 3).stream()
                                    .anyMatch(
                                            id ->
                                                    cluster.camu(id)
                                                            .getRole()
                                                            .startsWith("A=STOPPED B=")),
                    cluster::toString);
        }
    }

    @Test
    void theChannelClosesWhenAllReplicasHaveFailed() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1;B=1", "").startAll(1)) {
            AtomicMulticast multicast = cluster.multicast(1);
            multicast.amcast(Set.of("A"), bytes("poison A"));
            multicast.amcast(Set.of("B"), bytes("poison B"));
            assertThrows(
                    ExecutionException.class, () -> multicast.stopped().get(20, TimeUnit.SECONDS));
            Wait.until(CamuCluster.LIMIT, () -> !cluster.channel(1).isOpen(), cluster::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"links=\"off\"", "links=\"on\""})
    void aClockThatIsYearsAheadStopsNothing(String attributes) throws Exception {
        long aheadMicros = 3L * 365 * 24 * 3600 * 1_000_000;
        AtomicInteger ahead = new AtomicInteger();
        CamuCluster cluster =
                new CamuCluster(
                        TOGETHER,
                        attributes,
                        camu ->
                                camu.setClock(
                                        () ->
                                                System.currentTimeMillis() * 1_000
                                                        + (ahead.get() == camu.getServerId()
                                                                ? aheadMicros
                                                                : 0)));
        try (cluster) {
            cluster.startAll(1, 2, 3);
            cluster.amcast(1, "before", "A", "B");
            int leader = cluster.leader("A");
            ahead.set(leader);
            for (int i = 0; i < 30; i++) cluster.amcast(1 + i % 3, "m" + i, "A", "B");
            cluster.awaitSame("A");
            CAMU other = cluster.camu(leader == 1 ? 2 : 1);
            Wait.until(
                    CamuCluster.LIMIT,
                    () ->
                            other.getHealth().contains("clock_ahead: the clock of partition A")
                                    && other.getHealth().contains("leader: server " + leader),
                    () -> other.getHealth() + cluster);
            assertFalse(cluster.camu(leader).getHealth().contains("partition A"));
        }
    }

    @Test
    void aServerIsAddedToAPartitionAndAnotherOneRemoved() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            for (int i = 0; i < 20; i++) cluster.amcast(1, "a" + i, "A", "B");
            AtomicMulticast fourth = cluster.start(4, "joining=\"A\"");
            assertEquals(List.of("A"), fourth.localPartitions());
            cluster.multicast(1).addObserver("A", 4).get(20, TimeUnit.SECONDS);
            cluster.awaitActive(4);
            insistChange(() -> cluster.multicast(1).promote("A", 4));
            insistChange(() -> cluster.multicast(1).remove("A", 3));
            assertEquals("1,2,4", cluster.multicast(1).membership("A").toString());
            assertEquals("1,2,3", cluster.multicast(1).membership("B").toString());
            cluster.insist(1, "b", "A", "B");
            cluster.insist(4, "c", "A", "B");
            Wait.until(
                    CamuCluster.LIMIT,
                    () ->
                            cluster.journal("A", 4).entries().contains("c")
                                    && cluster.journal("A", 1)
                                            .entries()
                                            .equals(cluster.journal("A", 4).entries()),
                    cluster::toString);
        }
    }

    private static void insistChange(Supplier<CompletableFuture<?>> change) throws Exception {
        long deadline = System.nanoTime() + CamuCluster.LIMIT.toNanos();
        while (true) {
            try {
                change.get().get(20, TimeUnit.SECONDS);
                return;
            } catch (ExecutionException e) {
                boolean soon =
                        ((AbcastException) e.getCause()).reason()
                                == AbcastException.Reason.CHANGE_NOT_READY;
                if (!soon || System.nanoTime() > deadline) throw e;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "partitions='A=1' log='FBP'|CAMU.log: expected one of [FAST_PAXOS, PAXOS, ZAB",
                "partitions='A=1' log='FBP'|the streams between partitions do not tolerate servers",
                "partitions='A=1' log='EPAXOS'|it has no leader, which each partition needs",
                "partitions='A=1' log='RAFT'|CAMU.log: expected one of",
                "partitions=''|CAMU.partitions: expected NAME=ID",
                "partitions='A=2,3,4'|CAMU.server_id: expected a server of partitions 'A=2,3,4'",
                "partitions='A=1,1'|CAMU.partitions: partition A: members: server id 1 appears twice",
                "partitions='A=1;A=2'|CAMU.partitions: partition A occurs twice",
                "partitions='A='|CAMU.partitions: partition A: members: expected server ids",
                "partitions='A=1' consistency='eventual'|CAMU.consistency: expected serializable or strict",
                "partitions='A=1' links='A-B'|CAMU.links: partition: expected one of [A], got B",
                "partitions='A=1' links='often'|CAMU.links: expected auto, on, off",
                "partitions='A=1' joining='B'|CAMU.joining: expected names out of [A]",
                "partitions='A=1' tick='0'|CAMU.tick: expected 0 < tick <= tick_max",
                "partitions='A=1' durability='fsync'|CAMU.data_dir: expected a directory",
                "partitions='A=1' log.members='1,2'|CAMU.log.members: expected no value",
                "partitions='A=1' log.election_timeout='1ms'|ZAB.election_timeout: expected at least two",
                "partitions='A=1,2' log='ZAB_AC'|expected",
                "partitions='A=1' log='PAXOS' joining='A'|PAXOS.joining: expected false",
                "partitions='A=1' pending_max='0'|CAMU.pending_max: expected at least 1, got 0"
            })
    void wrongAttributesAreRefusedWithWhatWasExpected(String wrong) throws Exception {
        String[] parts = wrong.split("\\|");
        Exception e =
                assertThrows(
                        Exception.class,
                        () -> {
                            try (var channel =
                                    CamuCluster.channel(
                                            "server_id=\"1\" " + parts[0].replace('\'', '"'))) {
                                AtomicMulticast.on(channel, PartitionJournal::new);
                                channel.connect("camu-wrong");
                            }
                        });
        StringBuilder all = new StringBuilder();
        for (Throwable t = e; t != null; t = t.getCause()) all.append(t.getMessage()).append('\n');
        assertTrue(all.toString().contains(parts[1]), all::toString);
    }
}
