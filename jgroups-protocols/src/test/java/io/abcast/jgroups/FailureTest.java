package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.LogInspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ensembles whose members leave, crash, return with new addresses, or are partitioned by the network. */
final class FailureTest {
    private final Map<String, String> expected = new TreeMap<>();

    private void write(TestCluster cluster, int id, String prefix, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            cluster.put(id, prefix + i, "by " + id);
            expected.put(prefix + i, "by " + id);
        }
    }

    private void assertAllHaveAcknowledgedWrites(TestCluster cluster) throws Exception {
        cluster.awaitSame();
        assertEquals(expected, cluster.contents().values().iterator().next());
    }

    private static int other(TestCluster cluster, int than) {
        return cluster.contents().keySet().stream()
                .filter(id -> id != than)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aMemberThatLeftReturnsWithANewAddress() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            write(cluster, 1, "a", 50);
            cluster.stop(2);
            write(cluster, 1, "b", 50);
            cluster.start(2);
            cluster.awaitActive();
            write(cluster, 2, "c", 50);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void theOthersKeepOrderingAfterTheLeaderCrashed() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            write(cluster, 1, "a", 50);
            int leader = cluster.leader();
            cluster.kill(leader);
            int survivor = other(cluster, leader);
            write(cluster, survivor, "b", 50);
            cluster.start(leader);
            cluster.awaitActive();
            write(cluster, leader, "c", 50);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void aRestartedMemberJoinsWhileItsEarlierIncarnationIsStillInTheView() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            write(cluster, 1, "a", 20);
            // Not the coordinator of the JGroups group: JGroups would have to detect its crash
            // before another member could join.
            int survivor = 1;
            int follower = cluster.leader() == 2 ? 3 : 2;
            cluster.kill(follower);
            cluster.start(follower);
            assertEquals(
                    4,
                    cluster.channel(survivor).getView().size(),
                    "the crashed process should still be in the view");
            cluster.awaitActive();
            write(cluster, follower, "b", 20);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void twoMembersThatStartTogetherAndAThirdLaterFormOneEnsemble() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null)) {
            CompletableFuture<Void> one = cluster.startAside(3);
            CompletableFuture<Void> two = cluster.startAside(2);
            one.get(30, TimeUnit.SECONDS);
            two.get(30, TimeUnit.SECONDS);
            cluster.start(1);
            cluster.awaitActive();
            write(cluster, 1, "a", 20);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void aPartitionLongerThanConnCloseTimeoutLosesAndRepeatsNothing() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            write(cluster, 1, "a", 100);
            int leader = cluster.leader();
            int majority = other(cluster, leader);
            for (int round = 0; round < 2; round++) {
                cluster.part(leader);
                int size = cluster.channel(majority).getView().size();
                write(cluster, majority, "b" + round, 50);
                // UNICAST3 closes the connection to a partitioned member conn_close_timeout = 1 s
                // after the view without that member.
                Wait.until(
                        TestCluster.LIMIT,
                        () -> cluster.channel(majority).getView().size() < size,
                        cluster::toString);
                int lonely = leader;
                Wait.until(
                        TestCluster.LIMIT,
                        () -> cluster.channel(lonely).getView().size() == 1,
                        cluster::toString);
                long parted = System.nanoTime();
                int wrote = 0;
                while (System.nanoTime() - parted < 1_500_000_000L)
                    write(cluster, majority, "c" + round + "/" + wrote++, 10);
                cluster.heal();
                Wait.until(
                        TestCluster.LIMIT,
                        () -> cluster.channel(majority).getView().size() == 3,
                        cluster::toString);
                cluster.awaitActive();
                write(cluster, leader, "d" + round, 50);
                assertAllHaveAcknowledgedWrites(cluster);
            }
        }
    }

    @Test
    void aMemberWithoutAQuorumAnswersNoRequest() throws Exception {
        try (TestCluster cluster =
                new TestCluster(
                                "1,2,3",
                                (id, channel) ->
                                        TestCluster.zab(channel).setValue("request_timeout", 1000L))
                        .startAll()) {
            write(cluster, 1, "a", 10);
            int leader = cluster.leader();
            cluster.part(leader);
            ExecutionException write =
                    assertThrows(
                            ExecutionException.class,
                            () -> cluster.map(leader).put("lost", "?").get(10, TimeUnit.SECONDS));
            assertEquals(
                    AbcastException.Reason.TIMEOUT, ((AbcastException) write.getCause()).reason());
            assertTrue(((AbcastException) write.getCause()).mayHaveTakenEffect());
            AtomicBroadcast broadcast = cluster.map(leader).broadcast();
            String why = "no quorum reachable: heard 1 of 3 members";
            Wait.until(
                    TestCluster.LIMIT, () -> broadcast.reason().startsWith(why), broadcast::reason);
            assertEquals(broadcast.reason(), TestCluster.zab(cluster.channel(leader)).getReason());
            assertEquals(broadcast.reason(), broadcast.status().reason());
            ExecutionException read =
                    assertThrows(
                            ExecutionException.class,
                            () ->
                                    cluster.map(leader)
                                            .getLinearizable("a0")
                                            .get(10, TimeUnit.SECONDS));
            assertEquals(
                    AbcastException.Reason.TIMEOUT, ((AbcastException) read.getCause()).reason());
            assertTrue(read.getCause().getMessage().contains(why), read::toString);
            cluster.heal();
            cluster.awaitActive();
            assertEquals("", broadcast.reason());
            write(cluster, leader, "b", 10);
            cluster.awaitSame();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "fsync"})
    void allMembersRestartFromTheirFiles(String durability, @TempDir Path dir) throws Exception {
        TestCluster cluster =
                new TestCluster(
                        "1,2,3",
                        (id, channel) ->
                                TestCluster.zab(channel)
                                        .setDurability(durability)
                                        .setDataDir(dir.resolve("server-" + id).toString()));
        try (cluster) {
            cluster.startAll();
            write(cluster, 1, "a", 100);
            for (int id = 1; id <= 3; id++) cluster.stop(id);
            cluster.startAll();
            cluster.awaitSame();
            write(cluster, 2, "b", 10);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void aRepairedMemberVotesOnlyAfterALeaderHasSynchronisedIt(@TempDir Path dir) throws Exception {
        TestCluster cluster =
                new TestCluster(
                        "1,2,3",
                        (id, channel) ->
                                TestCluster.zab(channel)
                                        .setDurability("file")
                                        .setDataDir(dir.resolve("server-" + id).toString()));
        try (cluster) {
            cluster.startAll();
            write(cluster, 1, "a", 50);
            cluster.awaitSame();
            for (int id = 1; id <= 3; id++) cluster.stop(id);
            cutLogInTheMiddle(dir.resolve("server-1"));
            AtomicBroadcast repaired = cluster.start(1).broadcast();
            cluster.start(2);
            Wait.until(
                    TestCluster.LIMIT,
                    () -> repaired.reason().startsWith("no synchronised history yet"),
                    cluster::toString);
            assertFalse(repaired.status().voter());
            assertFalse(repaired.awaitActive(Duration.ofSeconds(1)), "1 and 2 are no quorum");
            cluster.start(3);
            cluster.awaitActive();
            assertAllHaveAcknowledgedWrites(cluster);
            Wait.until(TestCluster.LIMIT, () -> repaired.status().voter(), cluster::toString);
        }
    }

    private static void cutLogInTheMiddle(Path data) throws IOException {
        Path log;
        try (Stream<Path> files = Files.list(data)) {
            log = files.filter(f -> f.toString().endsWith(".abl")).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(log);
        bytes[bytes.length / 2] ^= 1;
        Files.write(log, bytes);
        assertTrue(LogInspector.repair(data, true).entries() > 0);
    }

    @Test
    void aMemberThatMissedTooMuchIsSynchronisedByASnapshot(@TempDir Path dir) throws Exception {
        TestCluster cluster =
                new TestCluster(
                        "1,2,3",
                        (id, channel) -> {
                            AbcastProtocol zab =
                                    TestCluster.zab(channel)
                                            .setDurability("file")
                                            .setDataDir(dir.resolve("server-" + id).toString());
                            zab.setValue("snapshot_every_bytes", 20_000L)
                                    .setValue("cache_bytes_max", 10_000L);
                        });
        try (cluster) {
            cluster.startAll();
            int follower = other(cluster, cluster.leader());
            cluster.stop(follower);
            int survivor = other(cluster, 0);
            write(cluster, survivor, "a", 2000);
            cluster.start(follower);
            cluster.awaitActive();
            assertAllHaveAcknowledgedWrites(cluster);
            int leader = cluster.leader();
            assertTrue(cluster.status(leader).syncSnap() >= 1, cluster::toString);
        }
    }

    @Test
    void aChannelCanBeConnectedAgain() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            write(cluster, 1, "a", 10);
            int follower = other(cluster, cluster.leader());
            cluster.channel(follower).disconnect();
            write(cluster, other(cluster, follower), "b", 10);
            cluster.channel(follower).connect(cluster.group);
            cluster.awaitActive();
            write(cluster, follower, "c", 10);
            assertAllHaveAcknowledgedWrites(cluster);
        }
    }

    @Test
    void awaitActiveReturnsAtItsTimeoutWithoutAQuorum() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null)) {
            assertEquals(false, cluster.start(1).broadcast().awaitActive(Duration.ofMillis(300)));
        }
    }
}
