package io.abcast.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class HostProcessTest {
    private static final List<String> PRINTS =
            List.of("sh", "-c", "echo a line of its own; exec \"$@\"", "sh");

    private static final List<String> PROGRAM = List.of("sh", "-c", "echo said; exit 7");

    @TempDir private Path directory;

    @Test
    @Timeout(60)
    void exitCodeIsTheProgramsDespiteOtherOutput() throws Exception {
        HostProcess process =
                new HostProcess("a program", PRINTS, directory.resolve("a.log"), PROGRAM);
        try {
            while (!process.exited()) Thread.sleep(10);
            assertEquals(7, process.exitCode());
            assertTrue(process.text().contains("said"), process::failure);
            assertTrue(process.cpuSeconds() >= 0);
        } finally {
            process.kill();
        }
    }

    @Test
    @Timeout(60)
    void programThatRunsHasNotExited() throws Exception {
        Path fifo = directory.resolve("wait");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        Path log = directory.resolve("b.log");
        HostProcess process =
                new HostProcess("a program", PRINTS, log, List.of("cat", fifo.toString()));
        try {
            assertFalse(process.exited());
            Files.writeString(fifo, "end");
            while (!process.exited()) Thread.sleep(10);
            assertEquals(0, process.exitCode());
            assertEquals("end", process.text());
        } finally {
            process.kill();
        }
        assertLeft(List.of("b.log", "wait"));
    }

    private void assertLeft(List<String> names) throws IOException {
        try (var files = Files.list(directory)) {
            assertEquals(names, files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }
}
