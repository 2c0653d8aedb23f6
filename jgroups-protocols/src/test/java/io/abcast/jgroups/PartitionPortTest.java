package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the requests that a partition's receiver can make to its replica. */
final class PartitionPortTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void receiversExchangeMessages() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1,2,3;B=1,2,3", "").startAll(1, 2, 3)) {
            PartitionPort port = cluster.journal("A", 1).port();
            assertEquals("A", port.partition());
            assertEquals(1, port.server());
            assertEquals("1,2,3", port.members("B").toString());
            assertThrows(IllegalArgumentException.class, () -> port.members("X"));
            port.send("B", 1, bytes("inside"));
            port.send("B", 2, bytes("outside"));
            port.send("A", 3, new byte[100_000]);
            Wait.until(
                    CamuCluster.LIMIT,
                    () ->
                            cluster.journal("B", 1).messages().equals(List.of("A1: inside"))
                                    && cluster.journal("B", 2)
                                            .messages()
                                            .equals(List.of("A1: outside"))
                                    && cluster.journal("A", 3).messages().size() == 1,
                    cluster::toString);
            assertEquals(0, cluster.camu(2).getFramesMalformed());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"durability=\"file\"", "", "log=\"PAXOS\""})
    void aReplicaDiscardsItsHistory(String attributes, @TempDir Path dir) throws Exception {
        CamuCluster cluster =
                new CamuCluster(
                        "A=1,2,3;B=1,2,3",
                        attributes,
                        camu -> camu.setDataDir(dir.resolve("s" + camu.getServerId()).toString()));
        try (cluster) {
            cluster.startAll(1, 2, 3);
            for (int i = 0; i < 20; i++) cluster.amcast(1, "a" + i, "A", "B");
            int leader = cluster.leader("A");
            cluster.journal("A", leader).port().discard("for a test");
            for (int i = 0; i < 5; i++) cluster.insist(leader == 1 ? 2 : 1, "b" + i, "A", "B");
            Wait.until(
                    CamuCluster.LIMIT,
                    () ->
                            cluster.journal("A", leader).starts() == 2
                                    && cluster.journal("A", leader).entries().contains("b4"),
                    cluster::toString);
            cluster.awaitActive(leader);
            cluster.insist(leader, "c", "A", "B");
            cluster.awaitSame("A");
            assertNull(cluster.journal("A", leader).violation());
            assertTrue(cluster.camu(leader).getRole().startsWith("A="));
        }
    }

    @Test
    void aReplicaHaltsOnRequest() throws Exception {
        try (CamuCluster cluster = new CamuCluster("A=1,2,3;B=1,2,3", "").startAll(1, 2, 3)) {
            cluster.journal("A", 2).port().halt(new IllegalStateException("another digest"));
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> cluster.multicast(2).stopped("A").get(10, TimeUnit.SECONDS));
            assertEquals("another digest", e.getCause().getMessage());
            cluster.insist(1, "x", "A", "B");
        }
    }

    @Test
    void durableSnapshotsAreReported(@TempDir Path dir) throws Exception {
        CamuCluster cluster =
                new CamuCluster(
                        "A=1;B=1",
                        "durability=\"file\" snapshot_every_bytes=\"1000\"",
                        camu -> camu.setDataDir(dir.toString()));
        try (cluster) {
            cluster.startAll(1);
            for (int i = 0; i < 50; i++) cluster.amcast(1, "a" + i, "A");
            Wait.until(
                    CamuCluster.LIMIT,
                    () -> cluster.journal("A", 1).durable() > 0,
                    cluster::toString);
            assertTrue(cluster.journal("A", 1).durable() <= 50);
        }
    }
}
