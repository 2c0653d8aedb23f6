package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
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
 * Runs servers of another release of abcast beside servers of this release, under load. The script {@code
 * benchmark/testkit/rolling-upgrade.sh COMMIT} builds the release of a commit and runs this test.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "abcast.previous", matches = ".+")
final class RollingUpgradeTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 20;

    private final Path previous = Path.of(System.getProperty("abcast.previous", ""));

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
    @Timeout(600)
    void rollingUpgradeAndDowngradeFailNoRequest() throws Exception {
        cluster = TestClusters.prepare(3, "ZAB", "fsync", "256m", directory);
        for (ServerProcess server : cluster.servers()) choose(server, true);
        cluster.start(START);
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        writers.awaitMore(500);
        say("all three servers run the previous release");
        for (int id = 1; id <= 3; id++) restart(id, false);
        say("all three servers run this release");
        restart(2, true);
        restart(1, true);
        restart(3, true);
        say("all three servers run the previous release again");
        for (int id = 3; id >= 1; id--) restart(id, false);
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

    private ServerProcess.Release release() {
        Path libraries = previous.resolve(System.getProperty("abcast.previous.libraries"));
        return new ServerProcess.Release(
                libraries + "/*",
                List.of(System.getProperty("abcast.previous.main"), "server"),
                previous.resolve("config/zab-tcp.xml"));
    }

    private void choose(ServerProcess server, boolean before) {
        server.runFrom(before ? release() : null);
    }

    private void restart(int id, boolean before) throws Exception {
        boolean led = cluster.leader() == id;
        writers.watch();
        int code = cluster.server(id).stop();
        assertTrue(code == 0 || code == 143, "exit code " + code);
        writers.awaitMore(200);
        choose(cluster.server(id), before);
        cluster.server(id).start();
        cluster.awaitServing(START);
        writers.awaitMore(500);
        say(
                "server %d%s now of %s: longest pause %d ms, %d writes so far"
                        .formatted(
                                id,
                                led ? ", which led," : "",
                                before ? "the release before" : "this release",
                                writers.longestStallMillis(),
                                writers.acknowledged()));
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
