package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report about a server that has ended says how it ended and quotes its log; a shell command runs in place of the
 * server.
 */
final class ServerProcessTest {
    @TempDir private Path directory;

    private String endOf(String script) throws IOException {
        Path log = directory.resolve("server-2.log");
        try (ServerProcess server = new ServerProcess(2, 1, log, List.of(), List.of())) {
            server.startBy(List.of("sh", "-c", script));
            server.start();
            assertTrue(server.join(20));
            return server.end().replace(log.toString(), "LOG");
        }
    }

    @Test
    void killedServer() throws IOException {
        assertEquals("server 2 was killed (signal 9), its log LOG is empty", endOf("kill -9 $$"));
    }

    @Test
    void serverThatASignalEnds() throws IOException {
        assertEquals(
                "server 2 was ended by signal 6, its log LOG ends: last words",
                endOf("echo last words; ulimit -c 0; kill -6 $$"));
    }

    @Test
    void serverThatGaveUp() throws IOException {
        assertEquals(
                "server 2 ended with exit code 1, its log LOG ends: halted",
                endOf("echo halted; exit 1"));
    }

    @Test
    void serverThatWasNotStarted() {
        Path log = directory.resolve("server-2.log");
        assertEquals(
                "server 2 was not started",
                new ServerProcess(2, 1, log, List.of(), List.of()).end());
    }
}
