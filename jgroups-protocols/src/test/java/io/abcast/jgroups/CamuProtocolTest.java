package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupTimestamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link CAMU} and {@link AtomicMulticast} with transactions over the partitions of several servers. */
final class CamuProtocolTest {
    private static final String TOGETHER = "A=1,2,3;B=1,2,3";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void aTransactionIsAnsweredByAllItsDestinations() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            Answers single = cluster.amcast(1, "s", "A");
            assertEquals(Set.of("A"), single.results().keySet());
            assertEquals("A:1", text(single.of("A")));
            Answers multi = cluster.amcast(2, "m", "B", "A");
            assertEquals(List.of("A", "B"), List.copyOf(multi.results().keySet()));
            assertEquals("A:2", text(multi.of("A")));
            assertEquals("B:1", text(multi.of("B")));
            assertTrue(multi.timestamp().compareTo(single.timestamp()) > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "links='off'",
                "links='on'",
                "consistency='strict'",
                "fast='true'",
                "log='ZAB_CT'",
                "log='PAXOS'",
                "log='FAST_PAXOS' links='A&gt;B'"
            })
    void partitionsDeliverTheirCommonTransactionsInOneOrder(String attributes) throws Exception {
        try (CamuCluster cluster =
                new CamuCluster(TOGETHER, attributes.replace('\'', '"')).startAll(1, 2, 3)) {
            List<CompletableFuture<Answers>> all = new ArrayList<>();
            for (int i = 0; i < 60; i++)
                for (int id = 1; id <= 3; id++) {
                    Set<String> to = i % 3 == 0 ? Set.of("A", "B") : Set.of(i % 3 == 1 ? "A" : "B");
                    all.add(cluster.multicast(id).amcast(to, bytes(name(id, i, to))));
                }
            for (CompletableFuture<Answers> each : all) each.get(30, TimeUnit.SECONDS);
            for (String partition : List.of("A", "B")) {
                cluster.awaitSame(partition);
                for (int id = 1; id <= 3; id++)
                    assertNull(cluster.journal(partition, id).violation());
                assertEquals(120, cluster.journal(partition, 1).entries().size());
            }
            assertEquals(multis(cluster, "A"), multis(cluster, "B"));
        }
    }

    private static String name(int id, int i, Set<String> to) {
        return (to.size() > 1 ? "multi " : "single ") + id + "." + i;
    }

    private static List<String> multis(CamuCluster cluster, String partition) {
        return cluster.journal(partition, 1).entries().stream()
                .filter(entry -> entry.startsWith("multi "))
                .toList();
    }

    @Test
    void aServerReachesPartitionsOfWhichItHoldsNoReplica() throws Exception {
        try (CamuCluster cluster =
                new CamuCluster("A=1,2,3;B=1,2,3;C=4", "").startAll(1, 2, 3, 4)) {
            assertEquals("A:1", text(cluster.amcast(4, "x", "A").of("A")));
            assertEquals("C:1", text(cluster.amcast(1, "y", "C").of("C")));
            Answers all = cluster.amcast(2, "z", "A", "B", "C");
            assertEquals(Set.of("A", "B", "C"), all.results().keySet());
            assertEquals(List.of("C"), cluster.multicast(4).localPartitions());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> cluster.multicast(4).linearize("A"),
                    "a replica elsewhere");
        }
    }

    @Test
    void unknownAndMissingDestinationsAreRefusedBeforeSending() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1;B=1", "").startAll(1)) {
            AbcastException unknown = refused(cluster, Set.of("A", "X"));
            assertEquals(AbcastException.Reason.UNKNOWN_DESTINATION, unknown.reason());
            assertEquals(
                    "destinations: expected only partitions of [A, B], got X",
                    unknown.getMessage());
            AbcastException none = refused(cluster, Set.of());
            assertEquals(AbcastException.Reason.UNKNOWN_DESTINATION, none.reason());
            assertTrue(none.getMessage().contains("got none"), none.getMessage());
            assertFalse(unknown.mayHaveTakenEffect() || none.mayHaveTakenEffect());
        }
    }

    private static AbcastException refused(CamuCluster cluster, Set<String> destinations) {
        CompletableFuture<Answers> future = cluster.multicast(1).amcast(destinations, bytes("x"));
        assertTrue(future.isDone());
        return assertInstanceOf(
                AbcastException.class,
                assertThrows(ExecutionException.class, future::get).getCause());
    }

    @Test
    void aTooLargePayloadIsRefused() throws Exception {
        try (CamuCluster cluster =
                new CamuCluster("A=1", "payload_bytes_max=\"100\"").startAll(1)) {
            cluster.multicast(1).amcast(Set.of("A"), new byte[100]).get(10, TimeUnit.SECONDS);
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> cluster.multicast(1).amcast(Set.of("A"), new byte[101]).get());
            assertEquals(
                    AbcastException.Reason.TOO_LARGE, ((AbcastException) e.getCause()).reason());
        }
    }

    @Test
    void largePayloadsArrive() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            byte[] large = new byte[1 << 20];
            java.util.Arrays.fill(large, (byte) 'x');
            List<CompletableFuture<Answers>> all = new ArrayList<>();
            for (int i = 0; i < 9; i++)
                all.add(cluster.multicast(1 + i % 3).amcast(Set.of("A", "B"), large));
            for (CompletableFuture<Answers> each : all) each.get(30, TimeUnit.SECONDS);
            cluster.awaitSame("A");
            assertEquals(9, cluster.journal("B", 2).entries().size());
        }
    }

    @Test
    void readsSeeWhatWasAnswered() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "").startAll(1, 2, 3)) {
            for (int i = 0; i < 20; i++) {
                cluster.amcast(1, "w" + i, "A", "B");
                cluster.multicast(3).linearize("B").get(10, TimeUnit.SECONDS);
                int seen =
                        cluster.multicast(3)
                                .readLocal("B", () -> cluster.journal("B", 3).entries().size())
                                .get(10, TimeUnit.SECONDS);
                assertEquals(i + 1, seen);
            }
        }
    }

    @Test
    void resultsMayComeLater() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1;B=1", "").startAll(1)) {
            cluster.journal("A", 1).late(true);
            List<CompletableFuture<Answers>> all = new ArrayList<>();
            for (int i = 0; i < 10; i++)
                all.add(cluster.multicast(1).amcast(Set.of("A", "B"), bytes("m" + i)));
            int[] given = {0};
            Wait.until(
                    CamuCluster.LIMIT,
                    () -> (given[0] += cluster.journal("A", 1).answer()) == 10,
                    cluster::toString);
            for (CompletableFuture<Answers> each : all) {
                Answers answers = each.get(10, TimeUnit.SECONDS);
                assertTrue(text(answers.of("A")).startsWith("A:"));
            }
        }
    }

    @Test
    void nothingIsSubmittedBeforeTheChannelIsConnectedAndAfterItIsClosed() throws Exception {
        try (var channel = CamuCluster.channel("partitions=\"A=1\" server_id=\"1\"")) {
            AtomicMulticast multicast = AtomicMulticast.on(channel, PartitionJournal::new);
            assertStopped(multicast.amcast(Set.of("A"), bytes("early")));
            channel.connect("camu-early-" + ProcessHandle.current().pid());
            multicast.amcast(Set.of("A"), bytes("x")).get(20, TimeUnit.SECONDS);
            channel.disconnect();
            assertStopped(multicast.amcast(Set.of("A"), bytes("late")));
            assertTrue(multicast.stopped().isDone());
        }
    }

    private static void assertStopped(CompletableFuture<Answers> future) {
        AbcastException e =
                (AbcastException)
                        assertThrows(
                                        ExecutionException.class,
                                        () -> future.get(5, TimeUnit.SECONDS))
                                .getCause();
        assertEquals(AbcastException.Reason.STOPPED, e.reason());
    }

    @Test
    void aTransactionWithoutAQuorumTimesOut() throws Exception {
        try (CamuCluster cluster =
                new CamuCluster(TOGETHER, "request_timeout=\"600ms\" bootstrap=\"true\"")) {
            cluster.start(1);
            ExecutionException e =
                    assertThrows(ExecutionException.class, () -> cluster.amcast(1, "x", "A", "B"));
            AbcastException why = (AbcastException) e.getCause();
            assertEquals(AbcastException.Reason.TIMEOUT, why.reason());
            assertTrue(why.mayHaveTakenEffect());
            assertTrue(why.getMessage().contains("no answer within 600 ms"), why.getMessage());
        }
    }

    @Test
    void theFiguresNameThePartitions() throws Exception {
        try (CamuCluster cluster = new CamuCluster(TOGETHER, "links=\"on\"").startAll(1, 2, 3)) {
            cluster.amcast(1, "s", "A");
            cluster.amcast(1, "m", "A", "B");
            CAMU camu = cluster.camu(1);
            Wait.until(CamuCluster.LIMIT, () -> camu.getSeq().equals("A=2 B=1"), camu::getSeq);
            assertEquals("A=true B=true", camu.getActive());
            assertEquals("A: ok; B: ok", camu.getReason());
            assertEquals("A=1 B=0", camu.getSingles());
            assertEquals("A=1,2,3 B=1,2,3", camu.getVoters());
            int leader = cluster.leader("A");
            assertTrue(camu.getLeader().contains("A=" + leader), camu.getLeader());
            assertTrue(camu.log("A").contains("role="), camu.log("A"));
            assertTrue(camu.log("X").contains("got X"));
            assertEquals(0, camu.getFramesMalformed());
        }
    }

    @Test
    void answersAreThoseOfTheDestinations() {
        Answers answers = new Answers(null, new TreeMap<>(java.util.Map.of("A", bytes("1"))));
        assertArrayEquals(bytes("1"), answers.of("A"));
        assertThrows(IllegalArgumentException.class, () -> answers.of("B"));
    }

    @Test
    void transactionsOfABatchAreAnsweredAndFailAlone() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1;B=1", "").startAll(1)) {
            MulticastBatch batch = cluster.multicast(1).newBatch();
            List<CompletableFuture<Answers>> all = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 50; i++) {
                    Set<String> to = i % 3 == 0 ? Set.of("A", "B") : Set.of(i % 3 == 1 ? "A" : "B");
                    all.add(batch.add(to, bytes("m" + all.size())));
                }
                CompletableFuture<Answers> unknown = batch.add(Set.of("C"), new byte[1]);
                assertTrue(unknown.isCompletedExceptionally());
                assertEquals(50, batch.size());
                batch.submit();
                assertEquals(0, batch.size());
            }
            Set<GroupTimestamp> places = new HashSet<>();
            for (CompletableFuture<Answers> each : all)
                places.add(each.get(20, TimeUnit.SECONDS).timestamp());
            assertEquals(100, places.size());
            cluster.multicast(1).close();
            assertTrue(batch.add(Set.of("A"), new byte[1]).isCompletedExceptionally());
            batch.submit();
        }
    }
}
