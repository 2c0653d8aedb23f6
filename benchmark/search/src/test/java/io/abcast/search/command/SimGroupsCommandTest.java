package io.abcast.search.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the commands of {@code sim} for a protocol with several partitions. */
@Execution(ExecutionMode.CONCURRENT)
final class SimGroupsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = new String[arguments.length + 1];
        all[0] = "sim";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return CommandLines.of(new SimCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }

    @ParameterizedTest
    @CsvSource({
        "--log, ZAB",
        "--log, ZAB_CT",
        "--log, PAXOS",
        "--consistency, strict",
        "--fast, on"
    })
    void fuzzUsesTheNumbersOfPartitionsInTurn(String option, String value) {
        assertEquals(
                0,
                run(
                        "fuzz",
                        "--protocol",
                        "CAMU",
                        "--partitions",
                        "2,3",
                        "--nodes",
                        "1,3",
                        option,
                        value,
                        "--seeds",
                        "1..12",
                        "--coverage"),
                out::toString);
        assertTrue(out.toString().contains("12 runs, "), out::toString);
        assertTrue(out.toString().strip().endsWith("12 passed, 0 failed"), out::toString);
    }

    @Test
    void replayOfOneSeedRepeatsTheTraceAndTheDeliveries(@TempDir Path directory)
            throws IOException {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        assertEquals(0, replay("5", one));
        String first = lastLines();
        assertEquals(0, replay("5", two));
        assertEquals(first, lastLines());
        List<String> lines = Files.readAllLines(one);
        assertEquals(lines, Files.readAllLines(two));
        assertTrue(lines.get(0).startsWith("{\"replicas\":{\"A\":["), lines.get(0));
        assertTrue(lines.size() > 50, () -> lines.size() + " lines");
        assertEquals(0, replay("6", two));
        assertNotEquals(first, lastLines());
    }

    private int replay(String seed, Path file) {
        return run("replay", "--protocol", "CAMU", "--seed", seed, "--deliveries", file.toString());
    }

    private String lastLines() {
        List<String> lines = out.toString().lines().toList();
        return String.join("\n", lines.subList(lines.size() - 2, lines.size()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CAMU | --partitions | 0 | --partitions: expected a number in 1..26, got 0",
                "CAMU | --partitions | two | --partitions: expected a number in 1..26, got two",
                "CAMU | --nodes | 0 | --nodes: expected a number in 1..31, got 0",
                "CAMU | --log | FBP | --log: expected one of [ZAB",
                "CAMU | --log | CAMU | --log: expected one of [ZAB",
                "CAMU | --consistency | eventual | --consistency: expected serializable or strict",
                "CAMU | --fast | yes | --fast: expected off or on, got yes",
                "CAMU | --liars | 1 | --liars: expected 0 for CAMU, got 1",
                "ZAB | --partitions | 2 | --partitions: expected --protocol CAMU, got ZAB",
                "PAXOS | --fast | on | --fast: expected --protocol CAMU, got PAXOS"
            })
    void wrongOptionsGiveOneLineWithTheExpectedValues(
            String protocol, String option, String value, String message) {
        assertEquals(2, run("fuzz", "--protocol", protocol, option, value, "--seeds", "1..2"));
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void deliveriesNeedPartitions(@TempDir Path directory) {
        String file = directory.resolve("file").toString();
        assertEquals(2, run("replay", "--protocol", "ZAB", "--seed", "1", "--deliveries", file));
        assertTrue(
                err.toString().contains("--deliveries: expected --protocol CAMU"), err::toString);
    }
}
