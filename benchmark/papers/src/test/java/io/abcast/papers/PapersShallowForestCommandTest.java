package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
final class PapersShallowForestCommandTest {
    private static final Pattern CELL =
            Pattern.compile(
                    "\\{\"row\":\"([^\"]*)\",\"column\":\"([^\"]*)\",\"measure\":\"([^\"]*)\","
                            + "\"ours\":([^,]*),\"paper\":([^}]*)}");

    private StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "papers";
        all[1] = "shallowforest";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandLines.of(new PapersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private String json(String... arguments) {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--json";
        all[arguments.length + 1] = "-";
        out = new StringWriter();
        assertEquals(0, run(all), err::toString);
        return out.toString();
    }

    private static double ours(String json, String row, String column, String measure) {
        return figure(json, row, column, measure, 4);
    }

    private static double paper(String json, String row, String column, String measure) {
        return figure(json, row, column, measure, 5);
    }

    private static double figure(
            String json, String row, String column, String measure, int group) {
        Matcher cell = CELL.matcher(json);
        while (cell.find())
            if (List.of(row, column, measure)
                    .equals(List.of(cell.group(1), cell.group(2), cell.group(3))))
                return cell.group(group).equals("null")
                        ? Double.NaN
                        : Double.parseDouble(cell.group(group));
        throw new AssertionError("no cell " + row + ", " + column + ", " + measure + ": " + json);
    }

    @ParameterizedTest
    @CsvSource({
        "n=5, s=0, 1.000, 338400",
        "n=5, s=0.5, 1.151, 361815",
        "n=5, s=1, 1.617, 412837.5",
        "n=5, s=1.5, 2.425, 468442.5",
        "n=7, s=1, 1.619, 701454",
        "n=9, s=1, 1.649, 942894.6"
    })
    void gainsOfThePrintedLoads(String row, String column, double gain, double objective) {
        String json = json("--table", "gain", "--loads", "printed");
        assertEquals(gain, ours(json, row, column, "gain"), 5e-4);
        assertEquals(objective, ours(json, row, column, "objective"), 1e-6 * objective);
    }

    @Test
    void gainsOfZipfLoads() {
        String json = json("--table", "gain", "--loads", "zipf");
        assertEquals(24, cells(json).size());
        // By hand, for (4.19) of Tan 2019: only the replica IR, with 750 x 60/137, exceeds the
        // 187.5 Mbit/s that it can send directly.
        double first = 750 * 60 / 137.0;
        assertEquals(750 / (750 - first + 187.5), ours(json, "n=5", "s=1", "gain"), 1e-6);
        assertEquals(1, ours(json, "n=9", "s=0", "gain"), 1e-6);
    }

    private static Set<String> cells(String json) {
        Set<String> cells = new HashSet<>();
        Matcher cell = CELL.matcher(json);
        while (cell.find())
            assertTrue(
                    cells.add(cell.group(1) + "|" + cell.group(2) + "|" + cell.group(3)),
                    "twice: " + cell.group());
        return cells;
    }

    @Test
    void tablesOfTheThesisStandBesideOurs() {
        String pairs = json("--table", "3.1");
        assertEquals(12, cells(pairs).size());
        assertEquals(750, ours(pairs, "Ireland", "Tokyo", "Mbit/s"));
        assertEquals(687, paper(pairs, "Ireland", "Tokyo", "Mbit/s"));
        String latencies = json("--table", "7.1");
        assertEquals(72, cells(latencies).size());
        assertEquals(288, paper(latencies, "FF", "SY", "round trip ms"));
        assertEquals(288, ours(latencies, "FF", "SY", "round trip ms"));
        assertEquals(144, ours(latencies, "FF", "SY", "one way ms"));
    }

    @Test
    void printedLoadsAreNoZipfLaw() {
        String bySkewness = json("--table", "7.2");
        assertEquals(24, cells(bySkewness).size());
        assertEquals(100 * 60 / 137.0, ours(bySkewness, "s=1", "IR", "load %"), 1e-6);
        assertEquals(62, paper(bySkewness, "s=1", "IR", "load %"));
        assertEquals(100, ours(bySkewness, "s=0.5", "all", "sum of loads %"), 1e-6);
        assertEquals(99, paper(bySkewness, "s=0.5", "all", "sum of loads %"));
        String bySize = json("--table", "7.3");
        assertEquals(24, cells(bySize).size());
        assertEquals(94, paper(bySize, "n=9", "all", "sum of loads %"));
        assertEquals(53, paper(bySize, "n=7", "IR", "load %"));
    }

    @Test
    void figure31IsTheHoseModel() {
        String json = json("--figure", "3.1");
        assertEquals(16, cells(json).size());
        assertEquals(750, ours(json, "Oregon", "all receivers", "Mbit/s"));
        assertEquals(100 / 3.0, ours(json, "Oregon", "Tokyo", "share %"), 1e-6);
    }

    /** Tan 2019, section 4.3.2: "r_3,1 = 0, r_3,2 = 4 and r_3,3 = 1." */
    @Test
    void figure42IsTheWorkedExample() {
        String json = json("--figure", "4.2");
        assertTrue(json.startsWith("{\"paper\":\"shallowforest\",\"item\":\"figure 4.2\","), json);
        for (String measure : List.of("r_ij", "r_ij of the linear programs"))
            for (String source : List.of("v1", "v2", "v3"))
                for (String relay : List.of("v1", "v2", "v3"))
                    assertEquals(
                            paper(json, source, relay, measure),
                            ours(json, source, relay, measure),
                            1e-6);
        assertEquals(4, ours(json, "v3", "v2", "r_ij"), 1e-6);
        assertEquals(-3, ours(json, "v3", "v3", "r_ij of Algorithm 1 as printed"));
    }

    @Test
    void theoremHoldsAndThePrintedAlgorithmDoesNot() {
        String json = json("--theorem", "--instances", "500");
        String broken = "instances with a broken constraint";
        for (String row :
                List.of(
                        "phase 1",
                        "phase 2",
                        "Algorithm 1, rates of phase 1",
                        "Algorithm 1, rates t x load"))
            assertEquals(0, ours(json, row, "all", broken), row);
        assertTrue(ours(json, "Algorithm 1 as printed", "all", broken) > 0, json);
        assertEquals(500, ours(json, "checked", "all", "instances"));
        assertTrue(ours(json, "sustainable load", "all", "instances") > 50, json);
        assertTrue(ours(json, "plan with relays", "all", "instances") > 50, json);
    }

    @Test
    void theSeedDecidesTheInstances() {
        String one = json("--theorem", "--instances", "100", "--seed", "1");
        String other = json("--theorem", "--instances", "100", "--seed", "2");
        assertFalse(one.replace("\"seed\":1", "\"seed\":2").equals(other), one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"printed", "zipf"})
    void equalSeedsGiveEqualBytes(String loads) {
        String[] arguments = {
            "--table",
            "3.1,7.1,7.2,7.3,gain",
            "--figure",
            "3.1,4.2",
            "--theorem",
            "--beyond",
            "--instances",
            "50",
            "--seed",
            "7",
            "--loads",
            loads
        };
        String first = json(arguments);
        assertTrue(first.startsWith("[{\"paper\":\"shallowforest\",\"item\":\"table 3.1\""), first);
        for (String item : List.of("figure 4.2", "theorem", "beyond objective quorum"))
            assertTrue(first.contains("\"item\":\"" + item + "\""), item);
        assertEquals(first, json(arguments));
    }

    @Test
    void beyondHasTheCommitLatencyOfAnIdleNetwork() {
        String json = json("--beyond");
        assertEquals(93.0, ours(json, "n=5 s=0", "direct, no limits", "commit ms"), 0.05);
        assertEquals(125.6, ours(json, "n=5 s=1.5", "direct, no limits", "commit ms"), 0.05);
        for (String s : List.of("0", "0.5", "1", "1.5")) {
            String row = "n=5 s=" + s;
            double quorum = ours(json, row, "quorum", "commit ms");
            assertTrue(quorum <= ours(json, row, "sum", "commit ms") + 1e-6, json);
            assertTrue(
                    ours(json, row, "sum", "delivery ms")
                            <= ours(json, row, "quorum", "delivery ms") + 1e-6,
                    json);
            double all = ours(json, row, "all trees", "commit ms");
            assertTrue(all <= quorum + 1e-6, json);
            assertEquals(
                    100 * (1 - all / quorum),
                    ours(json, row, "all trees", "commit ms, saved %"),
                    1e-6);
            String wide = row + ", base overlays";
            assertEquals(
                    ours(json, wide, "750", "total Mbit/s"),
                    ours(json, row + ", all trees", "750", "total Mbit/s"),
                    1e-6);
        }
    }

    @Test
    void printsOursBesideTheThesisAndTheDeviations() {
        assertEquals(0, run("--table", "7.2,gain", "--figure", "4.2"));
        String text = out.toString();
        assertTrue(text.contains("Table gain: "), text);
        assertTrue(text.contains("diff, %"), text);
        assertTrue(text.contains("cells deviate from the thesis by more than 5 %."), text);
        assertTrue(text.contains("Loads: printed. Seed: 1."), text);
    }

    @Test
    void theReportHasTablesAndPlots(@TempDir Path dir) throws IOException {
        assertEquals(0, run("--figure", "3.1,4.2", "--report", dir.toString()));
        String html = Files.readString(dir.resolve("report.html"));
        assertEquals(2, html.split("<svg", -1).length - 1);
        assertTrue(html.contains("v3, thesis") && html.contains("<table>"), html);
    }

    @Test
    void wrongUsageSaysWhatWasExpected() {
        assertEquals(2, run());
        assertTrue(err.toString().contains("expected --table, --figure, --theorem"), err::toString);
        assertEquals(2, run("--all", "--table", "gain"));
        assertEquals(2, run("--table", "7.4"));
        assertTrue(
                err.toString().contains("--table 7.4: expected one of 3.1, 7.1, 7.2, 7.3, gain"),
                err::toString);
        assertEquals(2, run("--figure", "7.3"));
        assertTrue(err.toString().contains("--figure 7.3: expected one of 3.1"), err::toString);
        assertEquals(2, run("--theorem", "--instances", "0"));
        assertTrue(err.toString().contains("--instances: expected at least 1"), err::toString);
        assertEquals(2, run("--beyond", "--instances", "5"));
        assertEquals(2, run("--figure", "4.2", "--offered", "75"));
        assertEquals(2, run("--table", "gain", "--full"));
        assertTrue(err.toString().contains("expected --figure 7.1 or 7.2"), err::toString);
        assertEquals(2, run("--figure", "7.1", "--offered", "75,0"));
        assertTrue(err.toString().contains("--offered: expected more than 0"), err::toString);
        assertEquals(2, run("--table", "gain", "--loads", "uniform"));
    }
}
