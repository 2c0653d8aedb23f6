package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PapersCamuCommandTest {
    private static final Pattern CELL =
            Pattern.compile(
                    "\\{\"row\":\"([^\"]*)\",\"column\":\"([^\"]*)\",\"measure\":\"([^\"]*)\","
                            + "\"ours\":([^,]*)(?:,\"half\":[^,]*)?,\"paper\":([^}]*)}");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "papers";
        all[1] = "camu";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandLines.of(new PapersCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private Map<String, String[]> cells(String... arguments) {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--json";
        all[arguments.length + 1] = "-";
        assertEquals(0, run(all), err::toString);
        Map<String, String[]> cells = new HashMap<>();
        Matcher cell = CELL.matcher(out.toString());
        while (cell.find())
            cells.put(
                    cell.group(1) + "|" + cell.group(2) + "|" + cell.group(3),
                    new String[] {cell.group(4), cell.group(5)});
        return cells;
    }

    @Test
    void latenciesHaveACellForEachSystemDistributionAndMeasure() {
        Map<String, String[]> cells =
                cells("--figure", "5.3", "--seconds", "0.3", "--runs", "2", "--message-cpu", "1");
        assertTrue(out.toString().startsWith("{\"paper\":\"camu\",\"item\":\"figure 5.3\""));
        int printed = 0;
        for (String row : new String[] {"TO", "PB", "CaMu", "CAMU"})
            for (String column : new String[] {"Uniform", "Zipf", "Deterministic"})
                for (String measure :
                        new String[] {
                            "latency ms mean",
                            "latency ms p99",
                            "multi latency ms mean",
                            "multi latency ms p99"
                        }) {
                    String[] cell = cells.get(row + "|" + column + "|" + measure);
                    assertTrue(Double.parseDouble(cell[0]) > 0);
                    if (!cell[1].equals("null")) printed++;
                }
        assertEquals("4.97", cells.get("CaMu|Zipf|latency ms mean")[1]);
        assertEquals(1, printed);
    }

    @Test
    void tablesStandBesideThoseOfTheThesis() {
        Map<String, String[]> mix = cells("--table", "5.1", "--seconds", "1", "--runs", "1");
        assertEquals("45.0", mix.get("New order|run|share %")[1]);
        assertEquals(45, Double.parseDouble(mix.get("New order|run|share %")[0]), 2);
        assertEquals("null", mix.get("all|run|multis %")[1]);
        Map<String, String[]> servers = cells("--table", "5.2");
        assertEquals("10.0", servers.get("genepi (Grenoble)|WAN|servers")[1]);
        assertEquals("8.0", servers.get("genepi (Grenoble)|WAN|servers")[0]);
        Map<String, String[]> delays = cells("--table", "5.3");
        assertEquals("27.5", delays.get("Rennes|Lille|round trip ms")[1]);
        assertEquals("27.5", delays.get("Rennes|Nancy|round trip ms")[0]);
        assertEquals("null", delays.get("Rennes|Nancy|round trip ms")[1]);
    }

    @Test
    void exampleShowsRound17() {
        Map<String, String[]> cells = cells("--figure", "3.3");
        assertEquals("201.0", cells.get("partition 2|round 17|MEC")[0]);
        assertEquals("213.0", cells.get("partition 2|A|timestamp")[0]);
        assertEquals("247.0", cells.get("partition 2|B|timestamp")[0]);
    }

    @Test
    void zipfIsFigure52() {
        Map<String, String[]> cells = cells("--figure", "5.2");
        assertEquals(40, cells.size());
        assertEquals(
                0.645, Double.parseDouble(cells.get("s=2|k=1|cumulative probability")[0]), 1e-3);
    }

    @Test
    void pageHasPlots(@TempDir Path directory) throws Exception {
        assertEquals(
                0,
                run(
                        "--figure",
                        "5.2,5.5",
                        "--seconds",
                        "0.2",
                        "--runs",
                        "1",
                        "--report",
                        directory.toString()));
        String page = Files.readString(directory.resolve("report.html"));
        assertTrue(page.contains("<svg"), page);
        assertTrue(out.toString().contains("Figure 5.5"), out::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'expected --table, --figure'",
        "'--figure 5.12', '--figure 5.12: expected one of 3.3'",
        "'--table 5.4', '--table 5.4: expected one of 5.1'",
        "'--figure 5.2 --all', 'expected --table, --figure'",
        "'--figure 5.2 --runs 0', '--runs: expected at least 1'",
        "'--figure 5.2 --seconds 0', '--seconds: expected 0.1'",
        "'--figure 5.2 --message-cpu -1', '--message-cpu: expected 0.0'",
        "'--figure 5.2 --round 0', '--round: expected 0.1'"
    })
    void wrongUsageSaysWhatWasExpected(String arguments, String expected) {
        assertEquals(2, run(arguments.isEmpty() ? new String[0] : arguments.split(" ")));
        assertTrue(err.toString().contains(expected), err::toString);
    }
}
