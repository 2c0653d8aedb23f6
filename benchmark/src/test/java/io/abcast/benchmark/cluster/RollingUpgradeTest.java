package io.abcast.benchmark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.client.ClientLoops;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers of another release beside those of this one, under load; not part of the suite, because it takes that release, built.
 * {@code benchmark/rolling-upgrade COMMIT} builds one and runs this.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "abcast.previous", matches = ".+")
final class RollingUpgradeTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 20;

    /** The class path of the other release. */
    private final String previous = System.getProperty("abcast.previous");

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private Cluster cluster;
    private Writers writers;

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (cluster != null) cluster.close();
        loops.close();
    }

    @Test
    @Timeout(600)
    void membersAreUpgradedInTurnAndOneGoesBackWithoutAFailedRequest() throws Exception {
        cluster = TestClusters.prepare(3, "ZAB", "fsync", "256m", directory);
        for (ServerProcess server : cluster.servers()) server.runFrom(previous);
        cluster.start(START);
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(500);
        say("all three of the release before");
        for (int id = 1; id <= 3; id++) restart(id, null);
        say("all three of this release");
        restart(2, previous);
        restart(1, previous);
        restart(3, previous);
        say("all three of the release before again");
        for (int id = 3; id >= 1; id--) restart(id, null);
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        for (ServerProcess server : cluster.servers()) {
            List<String> log = Files.readAllLines(server.log());
            assertEquals(
                    List.of(),
                    log.stream().filter(l -> l.contains("dropped") || l.contains("ERROR")).toList(),
                    "server " + server.id());
        }
    }

    private void restart(int id, String classPath) throws Exception {
        boolean led = cluster.leader() == id;
        writers.watch();
        int code = cluster.server(id).stop();
        assertTrue(code == 0 || code == 143, "exit code " + code);
        writers.awaitMore(200);
        cluster.server(id).runFrom(classPath);
        cluster.server(id).start();
        cluster.awaitServing(START);
        writers.awaitMore(500);
        say(
                "server %d%s now of %s: longest pause %d ms, %d writes so far"
                        .formatted(
                                id,
                                led ? ", which led," : "",
                                classPath == null ? "this release" : "the release before",
                                writers.longestSilenceMillis(),
                                writers.acknowledged()));
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
