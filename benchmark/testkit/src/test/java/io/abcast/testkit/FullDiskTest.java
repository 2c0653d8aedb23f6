package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a server whose data directory is on a small disk, mounted in a mount namespace that ends with the server. */
@Tag("process")
final class FullDiskTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String DISK_SIZE = "24m";
    private static final int VALUE_BYTES = 200_000;

    private static final int VALUES_MAX = 240;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private LocalEnsemble cluster;

    @BeforeEach
    void prepare() throws IOException {
        cluster = TestClusters.prepare(3, "ZAB", "fsync", "256m", directory);
    }

    @AfterEach
    void close() {
        cluster.close();
        loops.close();
    }

    @Test
    void serverWithAFullDiskStopsAndTheOthersLoseNothing() throws Exception {
        ServerProcess small = cluster.server(3); // The server with the highest id becomes leader.
        small.startBy(onDiskOf(cluster.data(3), DISK_SIZE));
        cluster.start(START);
        try (Writers writers = new Writers(loops, cluster.addresses(), 5);
                StoreClient client = new StoreClient(loops.next(), cluster.addresses(), START)) {
            writers.awaitMore(100);
            int written = 0;
            while (written < VALUES_MAX && small.alive()) {
                Reply reply =
                        client.put(new byte[] {(byte) written}, new byte[VALUE_BYTES])
                                .get(90, TimeUnit.SECONDS);
                assertSame(ReplyCode.OK, reply.code(), reply::text);
                written++;
            }
            assertTrue(small.join(30), () -> "still running: " + small.tail());
            cluster.awaitServing(START);
            writers.awaitMore(100);
            writers.stop();
            writers.assertNothingLost(loops, cluster.addresses());
            for (int i = 0; i < written; i++) {
                Reply reply = client.read(new byte[] {(byte) i}).get(90, TimeUnit.SECONDS);
                assertEquals(VALUE_BYTES, reply.value().length, "value " + i);
            }
        }
        assertEquals(1, small.exitCode(), small::tail);
        assertSaid(small, "halted: the storage failed: storage " + cluster.data(3));
        assertSaid(small, "No space left on device");
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
    }

    @Test
    void errorNamesADiskThatIsFullAtTheStart() throws Exception {
        ServerProcess small = cluster.server(1);
        small.startBy(onDiskOf(cluster.data(1), "8k"));
        assertRefused(small, cluster.data(1) + ": No space left on device");
    }

    @Test
    void errorNamesADirectoryThatCannotBeMade() throws Exception {
        Files.writeString(cluster.data(1), "a file");
        assertRefused(cluster.server(1), cluster.data(1).toString());
    }

    private static void assertRefused(ServerProcess server, String what) throws IOException {
        server.start();
        assertTrue(server.join(30), () -> "still running: " + server.tail());
        assertEquals(1, server.exitCode(), server::tail);
        assertSaid(server, what);
    }

    private static void assertSaid(ServerProcess server, String what) throws IOException {
        List<String> lines =
                Files.readAllLines(server.log()).stream()
                        .filter(line -> line.startsWith("abcast server:"))
                        .toList();
        assertEquals(1, lines.size(), server::tail);
        assertTrue(lines.get(0).contains(what), lines::toString);
    }

    private static List<String> onDiskOf(Path directory, String size) throws Exception {
        Files.createDirectories(directory);
        String mount = "mount -t tmpfs -o size=" + size + " tmpfs '" + directory + "'";
        List<String> unshare = List.of("unshare", "--map-root-user", "--mount", "sh", "-c");
        assumeTrue(runs(unshare, mount), "no mount namespaces for tests on this host");
        List<String> all = new ArrayList<>(unshare);
        all.addAll(List.of(mount + " && exec \"$@\"", "sh"));
        return all;
    }

    private static boolean runs(List<String> command, String last) throws InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.add(last);
        try {
            return new ProcessBuilder(all)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
