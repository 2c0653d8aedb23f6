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
 * Stops every server of an ensemble with SIGTERM and starts it again, as docs/reconfiguration.md describes. The servers
 * restart one after the other, and the leader restarts last. During the restarts, clients write and repeat failed
 * requests. Each request of a client must succeed in the end.
 */
@Tag("process")
@Isolated
final class RollingRestartTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 20;

    /**
     * Maximum time in ms in which no client gets an acknowledgement during a restart. The maximum of 15 s is ten times
     * the pause that the documentation promises, because the host may be busy. A member that is stopped notifies the
     * other members, so that no member waits for election_timeout (1.5 s) before an election.
     */
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
        // A failed request would have ended its writer, and the call of {@code stop} would throw an
        // exception.
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        for (ServerProcess server : cluster.servers()) {
            String said = Files.readString(server.log());
            assertEquals(0, count(said, "ERROR"), said);
        }
    }

    /**
     * @return the longest time in which no client got an acknowledgement, from the start of the restart to its end, in
     *     ms
     */
    private long restart(int id) throws Exception {
        writers.watch();
        int code = cluster.server(id).stop();
        assertTrue(code == 0 || code == 143, "exit code " + code);
        writers.awaitMore(200);
        long pause = writers.longestStallMillis();
        cluster.server(id).start();
        // Wait until the restarted server serves, because an ensemble of three with two servers
        // down orders no request.
        cluster.awaitServing(START);
        return pause;
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }
}
