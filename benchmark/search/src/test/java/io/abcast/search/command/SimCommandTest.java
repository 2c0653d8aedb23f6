package io.abcast.search.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.search.Corpus;
import io.abcast.search.ZabFamily;
import io.abcast.sim.Coverage;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
final class SimCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void fuzzEndsWithTheCount() {
        assertEquals(0, run("fuzz", "--protocol", "ZAB", "--nodes", "3", "--seeds", "1..30"));
        List<String> lines = out.toString().lines().toList();
        assertEquals("30 passed, 0 failed", lines.get(lines.size() - 1));
    }

    @Test
    void mutantsAreFoundAndCounted() {
        String[] options = {
            "--protocol", "ZAB", "--only", "quorum-minus-one", "--sources", "../.."
        };
        assertEquals(0, run("mutants", options), err::toString);
        List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(0).startsWith("quorum-minus-one: found by "), lines.get(0));
        assertTrue(out.toString().contains("control, no patch: nothing found in "), out::toString);
        assertEquals("1 mutants: 1 found, 0 survive", lines.get(lines.size() - 1));
    }

    @Test
    void mutantsReportWrongOptions() {
        assertEquals(2, run("mutants", "--protocol", "RAFT"));
        assertTrue(err.toString().contains("--protocol: expected one of [ZAB"), err::toString);
        assertEquals(2, run("mutants", "--protocol", "ZAB", "--only", "none"));
        assertTrue(err.toString().contains("--only: expected some of quorum"), err::toString);
        assertEquals(2, run("mutants", "--protocol", "ZAB", "--sources", "src"));
        assertTrue(err.toString().contains("--sources: expected a clone"), err::toString);
        assertEquals(0, run("mutants", "--protocol", "ZAB", "--list"));
        assertTrue(out.toString().contains("A quorum is more than half"), out::toString);
    }

    @Test
    void wrongProtocolsGiveOneLineWithTheExpectedValues() {
        assertEquals(2, run("fuzz", "--protocol", "NOPE", "--seeds", "1..2"));
        assertTrue(err.toString().contains(": --protocol: expected one of ZAB"), err::toString);
        assertEquals(2, run("fuzz", "--protocol", "ZAB_CT", "--nodes", "4", "--seeds", "1..2"));
        String even = ": --protocol: ZAB_CT: expected an odd number of members, got 4";
        assertTrue(err.toString().contains(even), err::toString);
        assertEquals(2, run("fuzz", "--protocol", "FBP", "--nodes", "3", "--seeds", "1..2"));
        assertTrue(err.toString().contains(": --protocol: "), err::toString);
    }

    @Test
    void replayWritesTheExecutionsOfEpaxos(@TempDir Path directory) throws IOException {
        String file = directory.resolve("executions").toString();
        assertEquals(0, run("replay", "--protocol", "EPAXOS", "--seed", "2", "--executions", file));
        List<String> lines = Files.readAllLines(Path.of(file));
        assertTrue(lines.size() > 100, () -> lines.size() + " lines");
        assertEquals(2, run("replay", "--protocol", "PAXOS", "--seed", "2", "--executions", file));
        assertTrue(
                err.toString().contains("--executions: expected EPAXOS, got PAXOS"), err::toString);
        assertEquals(
                2,
                run(
                        "replay",
                        "--protocol",
                        "EPAXOS",
                        "--seed",
                        "2",
                        "--list",
                        "--executions",
                        file));
    }

    @Test
    void fuzzWritesJson() {
        assertEquals(0, run("fuzz", "--nodes", "5", "--seeds", "7..9", "--json", "-"));
        String text = out.toString().strip();
        String start =
                "{\"command\":\"sim fuzz\",\"protocol\":\"ZAB\",\"nodes\":5,\"passed\":3,"
                        + "\"failed\":0,\"excused\":0,\"failures\":[],\"faults\":{\"crash\":";
        assertTrue(text.startsWith(start), text);
        assertTrue(text.contains("\"unmet\":\""), text);
    }

    @Test
    void fuzzRunsSeveralEnsemblesInTurn() {
        assertEquals(
                0,
                run(
                        "fuzz",
                        "--protocol",
                        "all",
                        "--nodes",
                        "3,5",
                        "--seeds",
                        "1..32",
                        "--coverage"));
        String text = out.toString();
        assertTrue(text.contains("32 schedules"), text);
        assertTrue(text.contains("PeerAck"), text);
        assertTrue(text.contains("Never met"), text);
        assertTrue(text.strip().endsWith("32 passed, 0 failed"), text);
    }

    @Test
    void replayRunsAPartOfTheSchedule() {
        assertEquals(0, run("replay", "--seed", "4", "--list"));
        String all = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--seed", "4", "--list", "--keep", "1,3-4"));
        String part = out.toString();
        for (int number : new int[] {1, 3, 4}) {
            String line = lineOf(all, number);
            assertEquals(line, lineOf(part, number));
        }
        assertTrue(all.lines().count() > part.lines().count() + 5, all);
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--seed", "4", "--keep", "none"));
        assertTrue(out.toString().contains("passed"), out::toString);
    }

    private static String lineOf(String listing, int number) {
        return listing.lines()
                .filter(line -> line.strip().startsWith(number + "  "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no item " + number + " in\n" + listing));
    }

    @Test
    void replayIsDeterministic(@TempDir Path dir) throws IOException {
        Path first = dir.resolve("first.txt");
        Path second = dir.resolve("second.txt");
        assertEquals(0, run("replay", "--seed", "4", "--trace", first.toString()));
        String summary = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--seed", "4", "--trace", second.toString()));
        assertEquals(summary, out.toString());
        assertTrue(Files.size(first) > 10_000, "bytes of trace: " + Files.size(first));
        assertEquals(-1, Files.mismatch(first, second));
    }

    @Tag("search")
    @Test
    void corpusNamesItsCommandAndSeedsWithTheSameCoverage(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("zab.txt");
        String[] options = {
            "--protocol", "zab", "--nodes", "3,5", "--seeds", "1..30", "--out", file.toString()
        };
        assertEquals(0, run("corpus", options), err::toString);
        Corpus corpus = Corpus.parse(Files.readAllLines(file));
        assertEquals(
                "./abcast sim corpus --protocol ZAB --nodes 3,5 --seeds 1..30 --out " + file,
                corpus.command());
        Coverage all = new Coverage(new ZabFamily("ZAB").coverageGoals());
        for (int seed = 1; seed <= 30; seed++) meet(all, seed % 2 == 0 ? 3 : 5, seed);
        Coverage chosen = new Coverage(new ZabFamily("ZAB").coverageGoals());
        for (Corpus.Run run : corpus.runs()) meet(chosen, run.members(), run.seed());
        assertEquals(all.unmetNames(), corpus.unmet());
        assertEquals(all.unmetNames(), chosen.unmetNames());
        assertTrue(corpus.runs().size() < 30, corpus::toString);
        String last = out.toString().lines().reduce((before, line) -> line).orElseThrow();
        assertTrue(last.startsWith(corpus.runs().size() + " of 30 seeds meet "), last);
    }

    private static void meet(Coverage coverage, int members, long seed) {
        FuzzSettings settings = FuzzSettings.of(new ZabFamily("ZAB"), members);
        new FuzzCampaign(settings, coverage).run(seed);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void corpusThatCannotBeWrittenGivesOneLine() {
        String[] options = {"--protocol", "ZAB", "--seeds", "1..2", "--out", "/dev/full"};
        assertEquals(1, run("corpus", options));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains("cannot write --out /dev/full"), err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fuzz --seeds 5..1 | FIRST <= LAST",
                "fuzz --seeds x | FIRST..LAST",
                "fuzz --protocol ZAB_AA --nodes 4 | ZAB_AA: expected an odd number of members, got 4",
                "fuzz --faults flood | crash,restart",
                "fuzz --protocol RAFT | expected one of ZAB, ZAB_AC",
                "fuzz --protocol ZAB_AC --nodes 5 | expected 3 members",
                "fuzz --threads 0 | 1..64",
                "replay | --seed",
                "replay --seed 1 --keep 7-3 | numbers and ranges",
                "replay --seed 1 --keep -1 | numbers and ranges",
                "replay --seed 1 --nodes 3,5 | expected one of each",
                "corpus --protocol ZAB --seeds 1..9 | --out",
                "corpus --protocol ZAB --out target/x | --seeds",
                "corpus --seeds 1..9 --out target/x | --protocol",
                "corpus --protocol NOPE --seeds 1..9 --out target/x | --protocol: expected one of ZAB, ZAB_AC",
                "corpus --protocol all --seeds 1..9 --out target/x | --protocol: expected one of ZAB, ZAB_AC",
                "corpus --protocol ZAB_AC --nodes 5 --seeds 1..9 --out target/x | expected 3 members",
                "corpus --protocol FBP --nodes 3 --seeds 1..9 --out target/x | --protocol: ",
                "corpus --protocol ZAB --nodes x --seeds 1..9 --out target/x | --nodes: expected a number in 1..",
                "corpus --protocol ZAB --seeds 9..1 --out target/x | FIRST <= LAST",
                "corpus --protocol ZAB --seeds x --out target/x | FIRST..LAST",
                "corpus --protocol ZAB --seeds 1..9 --out no/such/x | --out: expected a file in a directory that exists",
                "corpus --protocol ZAB --seeds 1..9 --out target | --out: expected a file in a directory that exists",
                "'' | fuzz, replay, corpus, explore or mutants"
            })
    void wrongUsageGivesOneLine(String arguments, String expected) {
        assertEquals(2, run(arguments.isEmpty() ? new String[0] : arguments.split(" ")));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(expected), err::toString);
    }

    private int run(String command, String[] options) {
        String[] all = new String[options.length + 1];
        all[0] = command;
        System.arraycopy(options, 0, all, 1, options.length);
        return run(all);
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "sim";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return CommandLines.of(new SimCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
