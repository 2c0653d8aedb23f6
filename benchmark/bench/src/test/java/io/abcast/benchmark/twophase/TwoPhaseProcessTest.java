package io.abcast.benchmark.twophase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.process.JvmCommand;
import io.abcast.command.process.PortBlock;
import io.abcast.load.contest.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills servers of the two-phase commit, which hold replicas of partitions and run coordinators, with SIGKILL under
 * load.
 */
@Tag("process")
final class TwoPhaseProcessTest {
    private static final int SERVERS = 3;
    private static final String MAP = "A=1,2,3;B=1,2,3";
    private static final long RUN_MILLIS = 2_500;
    private static final long AWAIT_SECONDS = 90;

    private static final long NUMBERS = 1_000_000;

    private static final Path CONFIG = Path.of("..", "..", "config", "camu-tcp.xml");

    @TempDir Path directory;

    private final Map<Integer, Process> processes = new TreeMap<>();
    private final Map<Integer, Path> outputs = new TreeMap<>();
    private final List<Path> all = new ArrayList<>();
    private int port;

    @AfterEach
    void end() {
        processes.values().forEach(Process::destroyForcibly);
    }

    private void start(int id) throws IOException {
        Path output = directory.resolve("server-" + id + "-" + all.size() + ".out");
        List<String> command =
                List.of(
                        JvmCommand.java(),
                        "-ea",
                        "-Xmx192m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BankServer.class.getName(),
                        Integer.toString(id),
                        Long.toString((1 + all.size()) * NUMBERS),
                        Integer.toString(port),
                        MAP,
                        CONFIG.toAbsolutePath().normalize().toString(),
                        directory.toString(),
                        "file");
        processes.put(
                id,
                new ProcessBuilder(command)
                        .redirectOutput(output.toFile())
                        .redirectError(Path.of(output + ".err").toFile())
                        .start());
        outputs.put(id, output);
        all.add(output);
    }

    private List<String> lines(Path output) throws IOException {
        String text = Files.readString(output);
        // Drop the text after the last line feed, because the killed server may have left an
        // incomplete line.
        return List.of(text.substring(0, text.lastIndexOf('\n') + 1).split("\n"));
    }

    private void awaitReady(int id) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAIT_SECONDS);
        while (!lines(outputs.get(id)).contains("ready")) {
            assertTrue(processes.get(id).isAlive(), "server " + id + " runs");
            assertTrue(System.nanoTime() < deadline, "server " + id + " is not ready");
            Thread.sleep(50);
        }
    }

    private void tell(int id, String line) throws IOException {
        processes
                .get(id)
                .getOutputStream()
                .write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        processes.get(id).getOutputStream().flush();
    }

    @Test
    @Timeout(400)
    void killedServersDivideNoTransferAndLoseNoAnswer() throws Exception {
        port = PortBlock.find(IntStream.range(0, 2 * Site.SECOND_BLOCK));
        for (int id = 1; id <= SERVERS; id++) start(id);
        for (int id = 1; id <= SERVERS; id++) awaitReady(id);
        for (int id = 1; id <= SERVERS; id++) {
            Thread.sleep(RUN_MILLIS);
            processes.get(id).destroyForcibly().waitFor();
            Thread.sleep(RUN_MILLIS);
            start(id);
            awaitReady(id);
        }
        Thread.sleep(RUN_MILLIS);
        for (int id : processes.keySet()) tell(id, "stop");
        String state = agreedState();
        long answered = 0;
        Set<Long> there = check(state);
        for (Path output : all) {
            for (String line : lines(output))
                if (line.startsWith("ok ")) {
                    answered++;
                    long number = Long.parseLong(line.substring(3));
                    assertTrue(there.contains(number), () -> "transfer " + number + " is lost");
                }
        }
        System.out.println(answered + " answered transfers, " + there.size() + " transfers");
        assertTrue(answered > 100, answered + " answered transfers");
    }

    private String agreedState() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(AWAIT_SECONDS);
        while (true) {
            for (int id : processes.keySet()) tell(id, "state");
            Thread.sleep(500);
            Set<String> states = new HashSet<>();
            for (int id : processes.keySet()) {
                List<String> lines = lines(outputs.get(id));
                String last = lines.get(lines.size() - 1);
                states.add(last.startsWith("unfinished") ? last : id + ": " + last + errors(id));
            }
            String one = states.iterator().next();
            if (states.size() == 1 && one.startsWith("unfinished 0;")) return one;
            assertTrue(
                    System.nanoTime() < deadline,
                    () ->
                            "states: "
                                    + states.stream()
                                            .map(s -> s.substring(0, Math.min(2000, s.length())))
                                            .toList());
        }
    }

    private String errors(int id) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(outputs.get(id) + ".err"));
        return " " + lines.subList(Math.max(0, lines.size() - 12), lines.size());
    }

    private static Set<Long> check(String state) {
        long sum = 0;
        Map<Long, Integer> times = new TreeMap<>();
        Map<Long, Set<Long>> after = new TreeMap<>();
        String[] accounts = state.split(";");
        for (int i = 1; i < accounts.length; i++) {
            String[] words = accounts[i].split(" ", 4);
            sum += Long.parseLong(words[2]);
            long[] transfers =
                    Arrays.stream(words[3].substring(1, words[3].length() - 1).split(", "))
                            .mapToLong(Long::parseLong)
                            .toArray();
            long last = 0;
            for (long transfer : transfers) {
                times.merge(transfer, 1, Integer::sum);
                after.computeIfAbsent(transfer, t -> new TreeSet<>());
                if (last != 0) after.get(last).add(transfer);
                last = transfer;
            }
        }
        assertEquals(0, sum, "sum of the balances");
        times.forEach((number, count) -> assertEquals(2, count, () -> "parts of " + number));
        CommitScheduleTest.assertAcyclic(after);
        return times.keySet();
    }
}
