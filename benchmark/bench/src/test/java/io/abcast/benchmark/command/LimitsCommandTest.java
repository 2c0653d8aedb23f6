package io.abcast.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.command.SizeConverter;
import io.abcast.server.ServerCommand;
import io.abcast.testkit.BriefJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("process")
final class LimitsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("limits", "--config=../../config/zab-tcp.xml"));
        arguments.addAll(List.of(more));
        CommandLine command =
                CommandLines.of(new LimitsCommand(), new ServerCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err));
        return command.execute(arguments.toArray(String[]::new));
    }

    @Test
    @Timeout(300)
    void measuresFloorsGrowthAndAWayBackToALargeState(@TempDir Path directory) throws IOException {
        Path report = directory.resolve("report");
        int code =
                run(
                        BriefJvm.withServerFlags(
                                "--nodes=3",
                                "--payload=100",
                                "--clients=5",
                                "--base=100:5",
                                "--warmup=0.4",
                                "--duration=1",
                                "--server-heap=96m",
                                "--log=100k",
                                "--state-bytes=256k",
                                "--state-value=1k",
                                "--state-heap=96m",
                                "--state-rate=200",
                                "--state-patience=30",
                                "--json=-",
                                "--report=" + report));
        assertEquals(0, code, () -> out + "\n" + err);
        String json = out.toString();
        for (String key :
                List.of(
                        "{\"command\":\"limits\"",
                        "\"round_trip\":{\"count\":",
                        "\"sync_64k\":{",
                        "\"sender_cpu_us\":",
                        "\"axis\":\"N\",\"value\":3",
                        "\"axis\":\"payload\",\"value\":100",
                        "\"axis\":\"clients\",\"value\":5",
                        "\"leader_bytes_min\":133.3",
                        "\"log_bytes\":",
                        "\"emptied\":false",
                        "\"emptied\":true",
                        "\"name\":\"while the follower returns\"",
                        "\"digests_agree\":true"))
            assertTrue(json.contains(key), () -> key + " in " + json);
        String text = err.toString();
        assertTrue(text.contains("floor of this host"), text);
        assertTrue(text.contains("without its disk: "), text);
        String html = Files.readString(report.resolve("report.html"));
        assertTrue(html.contains("abcast limits") && html.contains("<svg"), html);
    }

    @ParameterizedTest
    @CsvSource({
        "--part=roof, '--part: expected floors, growth, log, state, got roof'",
        "--nodes=2, '--nodes: expected a number in 3..15, got 2'",
        "--payload=1048576, '--payload: expected 0..1048554, got 1048576'",
        "--base=1k, '--base: expected bytes and clients such as 1024:250, got 1k'",
        "--state-bytes=1, '--state-bytes: expected at least one value of --state-value, got 1'",
        "--clients=0, '--clients: expected 1..1000000, got 0'",
        "--warmup=0, '--warmup: expected a positive number of seconds, got 0.0'",
        "--durability=paper, '--durability: expected memory or file or fsync, got paper'"
    })
    void wrongUsageSaysWhatWasExpected(String option, String expected) {
        assertEquals(2, run(option));
        assertTrue(err.toString().contains(expected), err::toString);
    }

    @Test
    void sizesHaveUnits() throws Exception {
        SizeConverter sizes = new SizeConverter();
        assertEquals(100_000, sizes.convert("100000"));
        assertEquals(64 << 10, sizes.convert("64k"));
        assertEquals(1L << 30, sizes.convert("1G"));
    }
}
