package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.process.JvmCommand;
import io.abcast.testkit.BriefJvm;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code abcast torture} with faults, which must find no violation, and once with a load whose check must fail.
 */
@Tag("torture")
final class TortureProcessTest {
    private static final long END_SECONDS = 420;
    private static final long WAIT_SECONDS = 30;

    @TempDir private Path directory;

    private record Run(int exitCode, String output, List<Path> left) {}

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void faultsLoseNoWriteAndLeaveNoFiles() throws Exception {
        Run run = torture("--minutes", "0.25", "--protocol", "ZAB_CT", "--recover-within", "120");
        System.out.println(run.output);
        assertEquals(0, run.exitCode, run.output);
        assertTrue(run.output.contains("passed: ZAB_CT, 3 nodes, fsync, seed "), run.output);
        assertTrue(run.output.contains("states agree"), run.output);
        assertTrue(run.output.matches("(?s).*checked: [1-9]\\d* operations on .*"), run.output);
        assertFalse(run.output.contains(" 0 keys written once"), run.output);
        assertEquals(List.of(), run.left);
    }

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void detectsLocalReads() throws Exception {
        Run run = readLocally();
        assertEquals(1, run.exitCode, run.output);
        assertTrue(run.output.contains("not linearizable"), run.output);
        assertTrue(
                run.output.matches("(?s).*again: ./abcast torture .* --seed \\d+.*"), run.output);
        Path work = run.left.get(0);
        assertTrue(run.output.contains("data, logs and history: " + work), run.output);
        assertTrue(Files.size(work.resolve("history.txt.gz")) > 0);
        assertTrue(Files.size(work.resolve("server-1.log")) > 0);
    }

    private Run readLocally() throws Exception {
        return torture(
                "--minutes",
                "0.1",
                "--reads",
                "local",
                "--durability",
                "memory",
                "--faults",
                "cut-member",
                "--rate",
                "600",
                "--no-sandbox");
    }

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES)
    void endsAllItsProcessesWhenItEnds() throws Exception {
        Path output = directory.resolve("output");
        Process process = start(output, "--minutes", "10");
        await(() -> Files.readString(output).contains("servers serve"));
        List<ProcessHandle> all = process.descendants().toList();
        assertTrue(all.size() >= 3, all::toString);
        process.destroy(); // SIGTERM has the effect of Ctrl-C.
        assertTrue(process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS), "still running");
        await(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> left = Files.list(directory.resolve("work"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() - deadline < 0, "not within 120 s");
            Thread.sleep(50);
        }
    }

    private Process start(Path output, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("torture", "--dir"));
        all.add(directory.resolve("work").toString());
        all.addAll(List.of(BriefJvm.withServerFlags(arguments)));
        return new ProcessBuilder(
                        JvmCommand.of(
                                BriefJvm.serverFlags("-Dabcast.root=../.."),
                                TortureMain.class.getName(),
                                all.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(output.toFile()))
                .start();
    }

    private Run torture(String... arguments) throws Exception {
        Path output = directory.resolve("output");
        Process process = start(output, arguments);
        boolean ended = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(output);
        if (!ended) {
            process.destroy();
            process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS);
        }
        assertTrue(ended, () -> "still running: " + said);
        try (Stream<Path> left = Files.list(directory.resolve("work"))) {
            return new Run(process.exitValue(), said, left.toList());
        }
    }
}
