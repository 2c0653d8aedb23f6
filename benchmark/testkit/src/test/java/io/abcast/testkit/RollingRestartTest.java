package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Stops every server of an ensemble with SIGTERM and starts it again, one after the other, as docs/reconfiguration.md
 * describes. Clients write during the restarts, and each of their requests must succeed in the end.
 */
@Tag("process")
@Isolated
final class RollingRestartTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 20;

    /** Ten times the pause that the documentation promises for a restart, because the host may be busy. */
    private static final long PAUSE_MILLIS_MAX = 15_000;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private LocalEnsemble cluster;
    private Writers writers;

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (cluster != null) cluster.close();
        loops.close();
    }

    @Test
    @Timeout(240)
    void rollingRestartUnderLoadFailsNoRequest() throws Exception {
        cluster = TestClusters.prepare(3, "ZAB", "fsync", "256m", directory);
        cluster.start(START);
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(200);
        int led = cluster.leader();
        assertNotEquals(0, led);
        for (int id = 1; id <= 3; id++) if (id != led) restart(id);
        long pause = restart(cluster.leader());
        System.out.println("leader stopped on purpose: no write acknowledged for " + pause + " ms");
        assertTrue(pause < PAUSE_MILLIS_MAX, "no service for " + pause + " ms");
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        for (ServerProcess server : cluster.servers()) {
            String said = Files.readString(server.log());
            assertEquals(0, count(said, "ERROR"), said);
        }
    }

    private long restart(int id) throws Exception {
        writers.watch();
        int code = cluster.server(id).stop();
        assertTrue(code == 0 || code == 143, "exit code " + code);
        writers.awaitMore(200);
        long pause = writers.longestStallMillis();
        cluster.server(id).start();
        cluster.awaitServing(START);
        return pause;
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }
}
