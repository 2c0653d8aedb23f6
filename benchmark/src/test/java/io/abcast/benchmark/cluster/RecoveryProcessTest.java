package io.abcast.benchmark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.client.ClientLoops;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The repairs of docs/operations.md, "Lost disks", on real servers. */
@Tag("process")
final class RecoveryProcessTest {
    private static final Duration START = Duration.ofSeconds(90);
    private static final int WRITERS = 5;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private final StatusAsker asker = new StatusAsker(null, null);
    private Cluster cluster;
    private Writers writers;

    RecoveryProcessTest() throws Exception {}

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (cluster != null) cluster.close();
        asker.close();
        loops.close();
    }

    private void begin(String protocol) throws Exception {
        cluster = TestClusters.prepare(3, protocol, "fsync", "256m", directory);
        cluster.start(START);
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(100);
    }

    private void loseDisk(int id) throws Exception {
        cluster.server(id).kill();
        Directories.delete(cluster.data(id));
    }

    /** Each disk is replaced once, and each replaced member is needed afterwards. */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB", "PAXOS"})
    @Timeout(300)
    void replacedDisksInTurnUnderLoadLoseNothing(String protocol) throws Exception {
        begin(protocol);
        for (int id = 1; id <= 3; id++) {
            loseDisk(id);
            cluster.server(id).start();
            cluster.awaitServing(START);
            int other = id % 3 + 1;
            cluster.server(other).kill();
            writers.awaitMore(50);
            cluster.server(other).start();
            cluster.awaitServing(START);
        }
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
    }

    /** Two of three disks are lost. The survivor holds every acknowledged write here, and no write is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB", "PAXOS"})
    @Timeout(300)
    void lostMajorityIsRepairedAroundTheSurvivor(String protocol) throws Exception {
        begin(protocol);
        writers.stop();
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        loseDisk(1);
        loseDisk(2);
        if (protocol.equals("PAXOS")) {
            cluster.server(1).start();
            cluster.server(2).start();
            awaitReason("a majority has lost its votes (members 1, 2): see \"Lost members\"");
            cluster.server(1).kill();
            cluster.server(2).kill();
        }
        cluster.server(1).alsoWith("--set", protocol + ".bootstrap=true");
        cluster.server(1).start();
        cluster.awaitServing(START);
        cluster.server(2).start();
        cluster.awaitServing(START);
        cluster.server(1).alsoWith();
        cluster.server(1).stop();
        cluster.server(1).start();
        cluster.awaitServing(START);
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        try (Writers more = new Writers(loops, cluster.addresses(), WRITERS)) {
            more.awaitMore(100);
        }
    }

    /** Waits until every server gives that reason. */
    private void awaitReason(String reason) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            ClusterLook look = asker.look(cluster.addresses(), Duration.ofSeconds(2));
            boolean all = true;
            for (ServerLook server : look.servers()) all &= server.text("reason").equals(reason);
            if (all) {
                for (ServerLook server : look.servers())
                    assertEquals(1, server.number("voters_left"));
                return;
            }
            assertTrue(System.nanoTime() < deadline, look.problems()::toString);
            Thread.sleep(100);
        }
    }
}
