package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks the block port of a real server with unauthenticated clients, while the server is under load. The server must
 * still accept blocks of members, and need little additional memory, few log lines and little CPU time.
 */
@Tag("process")
@EnabledOnOs(OS.LINUX)
final class BlockPortProcessTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int SERVERS = 3;
    private static final int WRITERS = 5;
    private static final int SILENT = 300;
    private static final int RECONNECTS = 1_000;

    private static final int RECONNECTS_AT_ONCE = 10;

    private static final int RECONNECTS_A_COLLECTION = 100;

    private static final int HALF_FRAMES = 100;

    /** So few additional file descriptors that the attack soon exhausts them. */
    private static final int DESCRIPTORS_MORE = 20;

    private static final int WITHOUT_DESCRIPTORS_SECONDS = 5;
    private static final long STALL_MILLIS_MAX = 5_000;
    private static final long MEMORY_MORE_MAX = 64L << 20;
    private static final double LINES_A_MINUTE_MAX = 20;
    private static final double CORE_MAX = 0.2;
    private static final long MAGIC =
            ByteBuffer.wrap("abcastB1".getBytes(StandardCharsets.US_ASCII)).getLong();

    @TempDir private Path directory;

    private final List<Socket> open = new ArrayList<>();
    private int port;
    private ServerProcess server;

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        return socket;
    }

    private boolean send(byte[] bytes) throws IOException {
        Socket socket = connect();
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void unauthenticatedClientsAtTheBlockPortCostLittle() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        ClusterSpec spec =
                new ClusterSpec(
                        SERVERS,
                        "ZAB",
                        Path.of("..", "..", "config", "zab-cooper-tcp.xml"),
                        // The servers of this test have the durability file, because a log in
                        // memory would grow with the writers' load.
                        "file",
                        true,
                        directory,
                        ServerMemory.flags(256),
                        List.of());
        try (LocalEnsemble cluster = new LocalEnsemble(spec);
                ClientLoops loops = new ClientLoops(1)) {
            server = cluster.server(1);
            server.alsoWith("--set", "COOPER.block_port=" + port);
            cluster.start(START);
            try (Writers writers = new Writers(loops, cluster.addresses(), WRITERS)) {
                writers.awaitMore(5_000);
                writers.watch();
                crowd(writers, loops, cluster);
                long silence = writers.longestStallMillis();
                System.out.printf("block port: longest pause of the writers %d ms%n", silence);
                assertTrue(silence < STALL_MILLIS_MAX, "paused for " + silence + " ms");
                writers.stop();
                writers.assertNothingLost(loops, cluster.addresses());
            }
            withoutDescriptors(loops, cluster);
        } finally {
            for (Socket socket : open) socket.close();
        }
    }

    private void crowd(Writers writers, ClientLoops loops, LocalEnsemble cluster) throws Exception {
        long start = System.nanoTime();
        ServerMemory memory = new ServerMemory(server);
        int lines = lines();
        Random random = new Random(1);
        for (int i = 0; i < SILENT; i++) connect();
        memory.lookAndCollect();
        for (int i = 0; i < RECONNECTS; i++) {
            connect().close();
            if (i % RECONNECTS_AT_ONCE == 0) {
                if (i % RECONNECTS_A_COLLECTION == 0) memory.lookAndCollect();
                else memory.look();
                Thread.sleep(100);
            }
        }
        memory.lookAndCollect();
        for (int i = 0; i < HALF_FRAMES; i++) {
            byte[] garbage = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(garbage);
            send(garbage);
            ByteBuffer hello = hello();
            byte[] half = new byte[1 + random.nextInt(hello.limit() - 1)];
            hello.get(half);
            send(half);
            // The attacking client pretends to be a member of this ensemble, and announces a block
            // of 64 MiB.
            assertTrue(send(announcement()));
            memory.look();
        }
        assertSame(ReplyCode.OK, put(loops, cluster));
        writers.awaitMore(1_000);
        memory.lookAndCollect();
        ServerMemory.Growth more = memory.growth();
        double minutes = (System.nanoTime() - start) / 60e9;
        int newLines = lines() - lines;
        Map<String, Long> figures = figures();
        System.out.printf(
                "block port: %d silent, %d reconnected, %d x garbage, half a hello, 64 MiB announced: %.1f MiB more memory"
                        + " outside of the heap and %.1f MiB on it, %d log lines in %.0f s, %s%n",
                SILENT,
                RECONNECTS,
                HALF_FRAMES,
                more.outsideTheHeap() / 1048576.0,
                more.heap() / 1048576.0,
                newLines,
                60 * minutes,
                figures);
        assertTrue(figures.get("connections_evicted") >= SILENT / 2, figures::toString);
        assertTrue(figures.get("connections_refused") >= HALF_FRAMES / 2, figures::toString);
        assertTrue(more.bytes() <= MEMORY_MORE_MAX, () -> "took bytes more: " + more);
        assertTrue(
                newLines <= Math.max(1, Math.ceil(minutes)) * LINES_A_MINUTE_MAX,
                newLines + " lines");
    }

    private void withoutDescriptors(ClientLoops loops, LocalEnsemble cluster) throws Exception {
        try (StoreClient client =
                new StoreClient(loops.next(), List.of(server.address()), Duration.ofSeconds(20))) {
            assertSame(
                    ReplyCode.OK,
                    client.put(new byte[] {1}, new byte[9]).get(60, TimeUnit.SECONDS).code());
            for (Socket socket : open) socket.close();
            open.clear();
            long failedBefore = figures().get("connections_failed");
            int lines = lines();
            limit(descriptors() + DESCRIPTORS_MORE);
            try {
                for (int i = 0; i < 2 * DESCRIPTORS_MORE + 60; i++) connect();
                long cpu = cpuNanos();
                long start = System.nanoTime();
                while (System.nanoTime() - start
                        < TimeUnit.SECONDS.toNanos(WITHOUT_DESCRIPTORS_SECONDS)) {
                    assertSame(
                            ReplyCode.OK,
                            client.put(new byte[] {1}, new byte[9])
                                    .get(60, TimeUnit.SECONDS)
                                    .code());
                    for (int i = 0; i < 5; i++) connect();
                    Thread.sleep(200);
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                double core = (cpuNanos() - cpu) / 1e9 / seconds;
                int more = lines() - lines;
                System.out.printf(
                        "block port without descriptors: %.1f %% of a core, %d log lines in %.0f s%n",
                        100 * core, more, seconds);
                assertTrue(core < CORE_MAX, core + " cores");
                assertTrue(more <= LINES_A_MINUTE_MAX, more + " lines");
            } finally {
                limit(descriptorsMax());
            }
            for (Socket socket : open) socket.close();
            assertTrue(figures().get("connections_failed") > failedBefore, "no accept has failed");
            assertSame(
                    ReplyCode.OK,
                    client.put(new byte[] {1}, new byte[9]).get(60, TimeUnit.SECONDS).code());
        }
        assertSame(ReplyCode.OK, put(loops, cluster));
    }

    private static ReplyCode put(ClientLoops loops, LocalEnsemble cluster) throws Exception {
        try (StoreClient client =
                new StoreClient(loops.next(), cluster.addresses(), Duration.ofSeconds(20))) {
            return client.put(new byte[] {1}, new byte[9]).get(60, TimeUnit.SECONDS).code();
        }
    }

    private static ByteBuffer hello() {
        List<Integer> ids = List.of(1, 2, 3);
        long group = ids.stream().mapToInt(Integer::intValue).sum() * 31L + ids.size();
        ByteBuffer hello = ByteBuffer.allocate(4 + 32).putInt(1 << 24 | 32).putLong(MAGIC);
        return hello.putInt(2).putInt(0).putLong(77).putLong(group).flip();
    }

    private static byte[] announcement() {
        ByteBuffer bytes = ByteBuffer.allocate(68).put(hello()).putInt(4 << 24 | 28);
        return bytes.putLong(1).putInt(1).putLong(1).putInt(1).putInt(1 << 26).array();
    }

    private int lines() throws IOException {
        return Files.readAllLines(server.log()).size();
    }

    private Map<String, Long> figures() throws Exception {
        Map<String, Long> figures = new TreeMap<>();
        for (String figure : List.of("unknown", "refused", "late", "evicted", "failed"))
            figures.put(
                    "connections_" + figure,
                    ServerBeans.count(
                            server, "jgroups:*,protocol=COOPER", "connections_" + figure));
        return figures;
    }

    private Path proc(String name) {
        return Path.of("/proc", Long.toString(server.pid()), name);
    }

    private long cpuNanos() throws IOException {
        String stat = Files.readString(proc("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        // Fields 11 and 12 of the line with the process statistics are utime and stime, in
        // hundredths of a second.
        return 10_000_000 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
    }

    private int descriptors() throws IOException {
        try (Stream<Path> all = Files.list(proc("fd"))) {
            return (int) all.count();
        }
    }

    private int descriptorsMax() throws IOException {
        for (String line : Files.readAllLines(proc("limits")))
            if (line.startsWith("Max open files")) return Integer.parseInt(line.split(" +")[4]);
        throw new IOException("no open files in " + proc("limits"));
    }

    private void limit(int descriptors) throws Exception {
        Process process =
                new ProcessBuilder(
                                "prlimit", "--pid=" + server.pid(), "--nofile=" + descriptors + ":")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }
}
