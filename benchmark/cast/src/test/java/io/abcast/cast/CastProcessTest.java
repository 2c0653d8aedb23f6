package io.abcast.cast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.PortBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code cast} and {@code receive} as processes that the test kills during a transfer. */
@Tag("process")
@Isolated
final class CastProcessTest {
    private static final int SECONDS_MAX = 60;
    private static final int BYTES = 6_000_000;

    @TempDir Path directory;
    private final Map<Integer, Process> processes = new TreeMap<>();
    private String members;
    private Path file;

    private void members(int count) throws IOException {
        int first = PortBlock.find(IntStream.range(0, count));
        members =
                IntStream.range(first, first + count)
                        .mapToObj(port -> "127.0.0.1:" + port)
                        .collect(Collectors.joining(","));
        byte[] content = new byte[BYTES];
        new SplittableRandom(1).nextBytes(content);
        file = Files.write(directory.resolve("file"), content);
    }

    private void start(int id, String rate, String... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(id == 1 ? "cast" : "receive");
        command.add((id == 1 ? file : Files.createDirectories(at(id))).toString());
        command.addAll(List.of("--id", "" + id, "--members", members, "--rate", rate));
        command.addAll(List.of("--block-bytes", "16k", "--blocks", "16", "--stalled", "2"));
        command.addAll(List.of("--gone", "1", "--workers", "1"));
        command.addAll(List.of(more));
        processes.put(
                id,
                new ProcessBuilder(
                                JvmCommand.of(
                                        flags("-Xmx256m"),
                                        CastMain.class.getName(),
                                        command.toArray(String[]::new)))
                        .redirectErrorStream(true)
                        .redirectOutput(log(id).toFile())
                        .start());
    }

    /**
     * Without the optimizing JIT compiler, which would use most of the processor time of a process that runs for a few
     * seconds.
     */
    private static List<String> flags(String... more) {
        List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        all.addAll(List.of(more));
        return all;
    }

    private Path at(int id) {
        return directory.resolve("member" + id);
    }

    private Path log(int id) {
        return directory.resolve("log" + id);
    }

    private int exit(int id) throws Exception {
        Process process = processes.get(id);
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS))
            throw new AssertionError("member " + id + " does not end: " + logs());
        return process.exitValue();
    }

    private String logs() throws IOException {
        StringBuilder logs = new StringBuilder();
        for (int id : processes.keySet())
            logs.append("\n--- ").append(id).append('\n').append(Files.readString(log(id)));
        return logs.toString();
    }

    private void untilSaidOrEnded(int id, String words) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (processes.get(id).isAlive() && !Files.readString(log(id)).contains(words)) {
            if (System.nanoTime() > deadline)
                throw new AssertionError("member " + id + " did not say " + words + logs());
            Thread.sleep(5);
        }
    }

    private long kept(int id) throws IOException {
        long kept = 0;
        try (var all = Files.walk(Files.createDirectories(at(id)))) {
            for (Path path : all.toList())
                if (path.toString().endsWith(".part")) kept = Math.max(kept, Files.size(path));
        }
        return kept;
    }

    private void assertDelivered(int id) throws IOException {
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(at(id).resolve("file")));
    }

    @AfterEach
    void end() throws Exception {
        for (Process process : processes.values()) process.destroyForcibly().waitFor();
    }

    @Test
    void killedReceiverIsNamedAndResumesAndSourceIsNotNeededOnceAllBlocksHaveLeft()
            throws Exception {
        members(4);
        for (int id = 2; id <= 4; id++) start(id, "24mbit");
        start(1, "24mbit");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (kept(3) < BYTES / 4) {
            if (System.nanoTime() > deadline) throw new AssertionError(logs());
            Thread.sleep(5);
        }
        processes.get(3).destroyForcibly().waitFor();
        // The source may also have ended by itself, if this host stalled before the check whether
        // the source runs.
        untilSaidOrEnded(1, "every block has left");
        processes.get(1).destroyForcibly().waitFor();
        assertEquals(0, exit(2), this::logsOrNothing);
        assertEquals(0, exit(4), this::logsOrNothing);
        assertDelivered(2);
        assertDelivered(4);
        assertFalse(Files.exists(at(3).resolve("file")), "half a file");

        for (int id = 2; id <= 4; id++) start(id, "200mbit");
        start(1, "200mbit", "--json", directory.resolve("json").toString());
        for (int id = 1; id <= 4; id++) assertEquals(0, exit(id), this::logsOrNothing);
        assertDelivered(3);
        assertTrue(Files.readString(log(3)).contains("resumes with "), this::logsOrNothing);
        String json = Files.readString(directory.resolve("json"));
        assertTrue(json.contains("\"succeeded\":true"), json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cooper-tcp.xml", "cooper-udp.xml"})
    void membersOfAChannelTakeFilesToo(String stack) throws Exception {
        members(2);
        String[] ports = members.replace("127.0.0.1:", "").split(",");
        String hosts = "127.0.0.1[" + ports[0] + "],127.0.0.1[" + ports[1] + "]";
        for (int id = 2; id >= 1; id--) {
            List<String> flags =
                    flags(
                            "-Xmx256m",
                            "-Dabcast.members=1,2",
                            "-Dabcast.rate=200000000",
                            "-Djgroups.bind_port=" + ports[id - 1],
                            "-Djgroups.tcpping.initial_hosts=" + hosts);
            Path what = id == 1 ? file : Files.createDirectories(at(id));
            List<String> command =
                    List.of(
                            id == 1 ? "cast" : "receive",
                            what.toString(),
                            "--id",
                            "" + id,
                            "--config",
                            "../../config/" + stack);
            processes.put(
                    id,
                    new ProcessBuilder(
                                    JvmCommand.of(
                                            flags,
                                            CastMain.class.getName(),
                                            command.toArray(String[]::new)))
                            .redirectErrorStream(true)
                            .redirectOutput(log(id).toFile())
                            .start());
        }
        for (int id = 1; id <= 2; id++) assertEquals(0, exit(id), this::logsOrNothing);
        assertDelivered(2);
    }

    @Test
    void receiversWhoseSourceIsKilledEarlyReportMissingBatches() throws Exception {
        members(3);
        start(2, "16mbit");
        start(3, "16mbit");
        start(1, "16mbit");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        while (kept(2) < BYTES / 4) {
            if (System.nanoTime() > deadline) throw new AssertionError(logs());
            Thread.sleep(5);
        }
        processes.get(1).destroyForcibly().waitFor();
        for (int id = 2; id <= 3; id++) {
            assertEquals(1, exit(id), this::logsOrNothing);
            assertTrue(Files.readString(log(id)).contains("missing: batches "), logs());
            assertFalse(Files.exists(at(id).resolve("file")), "half a file");
        }
    }

    private String logsOrNothing() {
        try {
            return logs();
        } catch (IOException e) {
            return "no logs: " + e;
        }
    }
}
