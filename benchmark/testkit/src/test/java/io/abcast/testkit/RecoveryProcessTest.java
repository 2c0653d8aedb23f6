package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.admin.ClusterLook;
import io.abcast.client.admin.ServerLook;
import io.abcast.client.admin.StatusAsker;
import io.abcast.command.process.Directories;
import io.abcast.log.LogInspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with real servers the repairs that docs/operations.md describes under "Lost disks". */
@Tag("process")
final class RecoveryProcessTest {
    private static final Duration START = Duration.ofSeconds(90);
    private static final int WRITERS = 5;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private final StatusAsker asker = new StatusAsker(null, null);
    private LocalEnsemble cluster;
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

    @ParameterizedTest
    @ValueSource(strings = {"ZAB", "PAXOS"})
    @Timeout(300)
    void replacingEachDiskUnderLoadLosesNoWrite(String protocol) throws Exception {
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
            awaitReason("a majority has lost its votes (members 1, 2): see \"Lost members\"", 1);
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

    @Test
    @Timeout(300)
    void ensembleContinuesWithTheLongestOfAllCutLogs() throws Exception {
        cluster = TestClusters.prepare(3, "PAXOS", "fsync", "256m", directory);
        cluster.start(START);
        // With one writer, a slot of the order holds one request, so a cut of the log never leaves
        // a part of a slot.
        writers = new Writers(loops, cluster.addresses(), 1);
        writers.awaitMore(200);
        writers.stop();
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        List<Long> left = new ArrayList<>();
        // If only one server were killed, the remaining servers would elect a leader, which would
        // append to their logs.
        for (ServerProcess server : cluster.servers()) server.kill();
        for (int id = 1; id <= 3; id++) {
            damage(cluster.data(id), 1_500 * id);
            left.add(LogInspector.repair(cluster.data(id), true).lastZxid());
        }
        assertTrue(left.get(0) > left.get(1) && left.get(1) > left.get(2), left::toString);
        List<String> longest = entries(cluster.data(1));
        for (int id = 1; id <= 3; id++) cluster.server(id).start();
        awaitReason("a majority has lost its votes (members 1, 2, 3): see \"Lost members\"", 0);
        for (int id = 1; id <= 2; id++) {
            cluster.server(id).kill();
            cluster.server(id).alsoWith("--set", "PAXOS.bootstrap=true");
            cluster.server(id).start();
        }
        cluster.awaitServing(START);
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        try (Writers more = new Writers(loops, cluster.addresses(), 1)) {
            more.awaitMore(100);
        }
        for (int id = 1; id <= 3; id++) {
            cluster.server(id).stop();
            assertEquals(longest, entries(cluster.data(id)).subList(0, longest.size()));
        }
    }

    private static List<String> entries(Path data) throws IOException {
        List<String> entries = new ArrayList<>();
        assertNull(LogInspector.dump(data, entry -> entries.add(entry.toString())));
        return entries;
    }

    private static void damage(Path data, int beforeEnd) throws IOException {
        Path last;
        try (Stream<Path> files = Files.list(data)) {
            last =
                    files.filter(f -> f.getFileName().toString().matches("log-[0-9a-f-]+\\.abl"))
                            .max(Comparator.naturalOrder())
                            .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(last);
        int end = bytes.length;
        while (bytes[end - 1] == 0) end--;
        bytes[end - beforeEnd] ^= 1;
        Files.write(last, bytes);
    }

    private void awaitReason(String reason, int votersLeft) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            ClusterLook look = asker.look(cluster.addresses(), Duration.ofSeconds(2));
            boolean all = true;
            for (ServerLook server : look.servers()) all &= server.text("reason").equals(reason);
            if (all) {
                for (ServerLook server : look.servers())
                    assertEquals(votersLeft, server.number("voters_left"));
                return;
            }
            assertTrue(System.nanoTime() < deadline, look.problems()::toString);
            Thread.sleep(100);
        }
    }
}
