package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how many bytes the leader sends when a minority of the servers restarts and must fetch a large snapshot. The
 * properties {@code -Dabcast.servers=7} and {@code -Dabcast.state.mb=256} set the number of servers and the size of the
 * state.
 */
@Tag("process")
final class SnapshotCastProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int SERVERS = Integer.getInteger("abcast.servers", 5);
    private static final int VALUE_BYTES = 100_000;
    private static final int KEYS = Integer.getInteger("abcast.state.mb", 12) * 10;
    private static final long STATE_BYTES = (long) KEYS * VALUE_BYTES;

    /**
     * So low a rate (bytes per second) that a follower whose server starts a few seconds later can still join the cast.
     */
    private static final String RATE = "50000000";

    private static final double ASIDE_MAX = 0.35;

    private static final double SLOWLY_MAX = 0.05;

    @TempDir private Path directory;

    @Test
    void leaderSendsASnapshotOnceToAllFollowers() throws Exception {
        List<String> settings =
                List.of(
                        "--set",
                        "ZAB.snapshot_every_bytes=1000000",
                        // A fetch of the state in small chunks takes seconds, so it still runs when
                        // the test sees its start.
                        "--set",
                        "ZAB.snapshot_chunk_bytes=8192",
                        // The timeouts of the servers are long, so that members do not suspect a
                        // server that the test pauses for some time.
                        "--set",
                        "ZAB.election_timeout=60000",
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
                        Path.of("..", "..", "config", "zab-cooper-tcp.xml"),
                        "file",
                        true,
                        directory,
                        TestClusters.flags("512m"),
                        settings);
        try (LocalEnsemble cluster = new LocalEnsemble(spec);
                ClientLoops loops = new ClientLoops(1)) {
            cluster.start(LIMIT);
            int leader = cluster.leader();
            List<ServerProcess> away =
                    cluster.servers().stream()
                            .filter(server -> server.id() != leader)
                            .limit((SERVERS - 1) / 2)
                            .toList();
            shared(cluster, leader, away, loops);
        }
    }

    private static void shared(
            LocalEnsemble cluster, int leader, List<ServerProcess> away, ClientLoops loops)
            throws Exception {
        for (ServerProcess server : away) server.stop();
        write(loops, cluster);
        assertEquals(leader, cluster.leader(), "another leader; the test wants the same");

        ServerProcess led = cluster.server(leader);
        int logBefore = Files.readString(led.log()).length();
        long begunBefore = figure(led, "ZAB", "snapshot_casts_begun");
        long lackedBefore = figure(led, "ZAB", "snapshot_cast_bytes_lacked");
        long blocksBefore = figure(led, "COOPER", "block_bytes_sent");
        long framesBefore = figure(led, "ZAB", "frame_bytes_sent");
        startTogether(away, led, logBefore);
        cluster.awaitServing(LIMIT);
        assertNotNull(cluster.awaitAgreement(LIMIT), "the states differ");

        long begun = figure(led, "ZAB", "snapshot_casts_begun") - begunBefore;
        double lacked = states(figure(led, "ZAB", "snapshot_cast_bytes_lacked") - lackedBefore);
        double blocks = states(figure(led, "COOPER", "block_bytes_sent") - blocksBefore);
        double frames = states(figure(led, "ZAB", "frame_bytes_sent") - framesBefore);
        double[] taken = new double[away.size()];
        for (int i = 0; i < taken.length; i++)
            taken[i] = states(figure(away.get(i), "ZAB", "snapshot_cast_bytes_taken"));
        String seen =
                ("%d followers fetched a state of %d bytes: the leader sent %.2f of it in blocks of %d casts, for %.2f"
                                + " lacked, and %.2f in frames; taken from casts: %s")
                        .formatted(
                                away.size(),
                                STATE_BYTES,
                                blocks,
                                begun,
                                lacked,
                                frames,
                                Arrays.toString(taken));
        System.out.println(seen);
        assertEquals(1, begun, seen);
        double total = 0;
        for (double one : taken) {
            assertTrue(one > 0, () -> "a follower did not use the cast: " + seen);
            total += one;
        }
        // Most blocks that a follower lacked at the start of the cast must arrive by the cast, and
        // not in chunks.
        assertTrue(total > lacked - away.size() * SLOWLY_MAX, seen);
        double inChunks = away.size() - total;
        assertTrue(frames < inChunks + away.size() * ASIDE_MAX, seen);
        assertTrue(blocks < away.size() - 0.5, seen);
    }

    private static void startTogether(List<ServerProcess> away, ServerProcess led, int logBefore)
            throws Exception {
        List<ServerProcess> paused = new ArrayList<>();
        try {
            for (ServerProcess server : away) {
                server.start();
                awaitLine("synchronising follower " + server.id(), led, logBefore);
                server.pause();
                paused.add(server);
            }
        } finally {
            for (ServerProcess server : paused) server.resume();
        }
    }

    private static double states(long bytes) {
        return (double) bytes / STATE_BYTES;
    }

    private static void awaitLine(String text, ServerProcess server, int from) throws Exception {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (Files.readString(server.log()).indexOf(text, from) < 0) {
            assertTrue(
                    System.nanoTime() < until, () -> "no line '" + text + "':\n" + server.tail());
            Thread.sleep(5);
        }
    }

    /**
     * After the state has been written several times, the running servers have compacted their logs, so a restarted
     * server needs the snapshot.
     */
    private static void write(ClientLoops loops, LocalEnsemble cluster) throws Exception {
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

    private static long figure(ServerProcess server, String protocol, String attribute)
            throws Exception {
        return ServerBeans.count(server, "jgroups:*,protocol=" + protocol, attribute);
    }
}
