package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.server.ServerCommand;
import io.abcast.testkit.BriefJvm;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Tests {@code abcast bench --kill} on real servers of a protocol without a leader: the other servers continue to
 * serve.
 */
@Tag("process")
final class BenchKillProcessTest {
    @Test
    @Timeout(240)
    void theOtherServersAnswerWritesAfterOneIsKilled(@TempDir Path directory) throws Exception {
        Path series = directory.resolve("series.jsonl");
        Path json = directory.resolve("bench.json");
        StringWriter out = new StringWriter();
        CommandLine command =
                CommandLines.of(new BenchCommand(), new ServerCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out));
        String[] arguments =
                BriefJvm.withServerFlags(
                        "bench",
                        "--config=../../config/epaxos-tcp.xml",
                        "--clients=6",
                        "--conflicts=50",
                        "--payload=100",
                        "--warmup=2",
                        "--duration=8",
                        "--kill=3@3.5",
                        "--server-heap=128m",
                        "--series=" + series,
                        "--json=" + json);
        assertEquals(0, command.execute(arguments), out::toString);
        List<String> seconds = Files.readAllLines(series);
        assertTrue(seconds.get(1).contains("\"3\":"), seconds::toString);
        for (String second : seconds.subList(4, seconds.size()))
            assertFalse(second.contains("\"3\":"), seconds::toString);
        assertTrue(
                seconds.subList(4, seconds.size()).stream()
                        .anyMatch(s -> s.matches(".*\"writes_at\":\\{\"1\":[1-9].*\"2\":[1-9].*")),
                seconds::toString);
        String document = Files.readString(json);
        assertTrue(document.contains("\"conflicts\":50"), document);
        assertTrue(
                document.matches("(?s).*\"warmup_s\":2\\.[0-9]+,\"warmup_steady\":false,.*"),
                document);
        assertTrue(out.toString().contains("warm-up 2.0 s: its maximum is reached"), out::toString);
        assertTrue(
                document.contains("\"killed_server\":3,\"killed\":\"3\",\"killed_at_s\":3.5"),
                document);
        assertTrue(document.contains("\"digests_agree\":true"), document);
    }
}
