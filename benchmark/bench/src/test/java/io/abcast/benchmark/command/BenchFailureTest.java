package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.testkit.BriefJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a bench of real servers fails if the servers answered no request. */
@Tag("process")
final class BenchFailureTest {
    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aBenchWhoseEveryRequestFailsFails() throws IOException {
        // The command {@code bench} does not know this lower limit on payload bytes, so it does not
        // reject the payload beforehand.
        String stack = Files.readString(Path.of("..", "..", "config", "zab-tcp.xml"));
        Path config = directory.resolve("small.xml");
        Files.writeString(
                config,
                stack.replace("<io.abcast.jgroups.ZAB", "$0 payload_bytes_max=\"${small:1000}\"")
                        .replace("$0", "<io.abcast.jgroups.ZAB"));
        int code =
                CommandLines.of(new BenchCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(
                                BriefJvm.withServerFlags(
                                        "bench",
                                        "--config=" + config,
                                        "--server-flag=-Dsmall=100",
                                        "--nodes=1",
                                        "--clients=2",
                                        "--payload=500",
                                        "--warmup=0",
                                        "--duration=1",
                                        "--report=" + directory.resolve("report")));
        assertEquals(1, code, err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains("every request failed: "), err::toString);
        assertTrue(err.toString().contains(" TOO_LARGE"), err::toString);
    }
}
