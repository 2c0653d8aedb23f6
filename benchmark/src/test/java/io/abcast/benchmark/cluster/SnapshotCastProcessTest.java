package io.abcast.benchmark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.client.ClientLoops;
import io.abcast.benchmark.client.StoreClient;
import io.abcast.benchmark.wire.ReplyCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real servers with the shipped stack, of which a minority comes back to a large state: what the leader sends. Of five; of others with
 * {@code -Dabcast.servers=7}, and a larger state with {@code -Dabcast.state.mb=256}.
 */
@Tag("process")
final class SnapshotCastProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int ATTEMPTS_MAX = 5;
    private static final int SERVERS = Integer.getInteger("abcast.servers", 5);
    private static final int VALUE_BYTES = 100_000;
    private static final int KEYS = Integer.getInteger("abcast.state.mb", 12) * 10;
    private static final long STATE_BYTES = (long) KEYS * VALUE_BYTES;

    /** In a cast of seconds a follower whose server comes up later than another's still finds it. */
    private static final String RATE = "50000000";

    /** Bounds what the leader codes for who came when the cast was nearly over. */
    private static final double BLOCKS_MAX = 1.4;

    @TempDir private Path directory;

    @Test
    void leaderSendsASnapshotOnceHoweverManyFetchIt() throws Exception {
        List<String> settings =
                List.of(
                        "--set",
                        "ZAB.snapshot_every_bytes=1000000",
                        "--set",
                        "ZAB.cast_snapshot_bytes_min=1000000",
                        "--set",
                        "ZAB.cache_bytes_max=10000",
                        "--set",
                        "COOPER.rate=" + RATE);
        ClusterSpec spec =
                new ClusterSpec(
                        SERVERS,
                        "ZAB",
                        Path.of("..", "config", "zab-cooper-tcp.xml"),
                        "file",
                        true,
                        directory,
                        TestClusters.flags("512m"),
                        settings);
        try (Cluster cluster = new Cluster(spec);
                ClientLoops loops = new ClientLoops(1)) {
            cluster.start(LIMIT);
            int leader = cluster.leader();
            List<ServerProcess> away =
                    cluster.servers().stream()
                            .filter(server -> server.id() != leader)
                            .limit((SERVERS - 1) / 2)
                            .toList();
            // Who comes much earlier than the others has fetched all in chunks before there is
            // anything to share; who comes at the end of a cast needs what the others have had.
            for (int attempt = 1; !shared(cluster, leader, away, loops); attempt++)
                assertTrue(attempt < ATTEMPTS_MAX, "no two shared what was sent");
        }
    }

    /** @return whether followers that come back at the same time have shared what the leader sent */
    private static boolean shared(
            Cluster cluster, int leader, List<ServerProcess> away, ClientLoops loops)
            throws Exception {
        for (ServerProcess server : away) server.stop();
        write(loops, cluster);
        assertEquals(leader, cluster.leader(), "another leader; the test wants the same");

        ServerProcess led = cluster.server(leader);
        long begunBefore = figure(led, "ZAB", "snapshot_casts_begun");
        long blocksBefore = figure(led, "COOPER", "block_bytes_sent");
        long framesBefore = figure(led, "ZAB", "frame_bytes_sent");
        for (ServerProcess server : away) server.start();
        cluster.awaitServing(LIMIT);
        assertNotNull(cluster.awaitAgreement(LIMIT), "the states differ");

        long begun = figure(led, "ZAB", "snapshot_casts_begun") - begunBefore;
        double blocks = figure(led, "COOPER", "block_bytes_sent") - blocksBefore;
        double frames = figure(led, "ZAB", "frame_bytes_sent") - framesBefore;
        System.out.printf(
                "%d followers fetched a state of %d bytes: the leader sent %.2f of it in blocks of %d casts"
                        + " and %.2f in frames%n",
                away.size(), STATE_BYTES, blocks / STATE_BYTES, begun, frames / STATE_BYTES);
        if (begun == 0) return false;
        assertEquals(1, begun, led::tail);
        // Entries after the snapshot go to each, and the first may be nearly through in chunks when
        // the second comes; without a cast all of them would, each time.
        return blocks < BLOCKS_MAX * STATE_BYTES && frames < (away.size() - 0.5) * STATE_BYTES;
    }

    /** Twice, and a little once more: nothing that the others have in their logs helps who comes back. */
    private static void write(ClientLoops loops, Cluster cluster) throws Exception {
        Random random = new Random(1);
        byte[] value = new byte[VALUE_BYTES];
        try (StoreClient client = new StoreClient(loops.next(), cluster.addresses(), LIMIT)) {
            for (int i = 0; i < 2 * KEYS; i++) {
                random.nextBytes(value);
                byte[] key = {(byte) (i % KEYS), (byte) ((i % KEYS) >> 8)};
                assertEquals(
                        ReplyCode.OK,
                        client.put(key, value.clone()).get(60, TimeUnit.SECONDS).code());
            }
        }
    }

    /** An attribute of an element of a server's stack. */
    private static long figure(ServerProcess server, String protocol, String attribute)
            throws Exception {
        return ServerBeans.count(server, "jgroups:*,protocol=" + protocol, attribute);
    }
}
