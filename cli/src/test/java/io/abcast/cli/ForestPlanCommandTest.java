package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ForestPlanCommandTest {
    private static final String UNIT = "[[0,1,1],[1,0,1],[1,1,0]]";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path directory;

    private static String input(String uplink, String downlink, String load, String latency) {
        return "{\"uplink\":"
                + uplink
                + ",\"downlink\":"
                + downlink
                + ",\"load\":"
                + load
                + ",\"latency\":"
                + latency
                + "}";
    }

    private Map<?, ?> plan(String input, String... options) throws IOException {
        Path json = directory.resolve("out.json");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--json", json.toString()));
        assertEquals(0, execute(input, all.toArray(String[]::new)), err::toString);
        assertEquals("", err.toString());
        return new ObjectMapper().readValue(json.toFile(), Map.class);
    }

    private static void assertNear(List<?> expected, Object actual) {
        List<?> numbers = (List<?>) actual;
        assertEquals(expected.size(), numbers.size());
        for (int i = 0; i < expected.size(); i++)
            if (expected.get(i) instanceof List<?> row) assertNear(row, numbers.get(i));
            else assertNear(((Number) expected.get(i)).doubleValue(), numbers.get(i));
    }

    private static void assertNear(double expected, Object actual) {
        assertEquals(expected, ((Number) actual).doubleValue(), 1e-6);
    }

    @Test
    void writesThePlanAsJson() throws IOException {
        Map<?, ?> plan = plan(input("[2,10,6]", "[9,9,9]", "[1,3,5]", UNIT));
        assertEquals(
                List.of("sustainable", "total", "rates", "r", "objective", "gain", "algorithm1"),
                List.copyOf(plan.keySet()));
        assertEquals(true, plan.get("sustainable"));
        assertNear(9, plan.get("total"));
        assertNear(List.of(1, 3, 5), plan.get("rates"));
        List<?> r = List.of(List.of(1, 0, 0), List.of(0, 3, 0), List.of(0, 4, 1));
        assertNear(r, plan.get("r"));
        assertNear(r, plan.get("algorithm1"));
        assertNear(22, plan.get("objective"));
        assertNear(9.0 / 7, plan.get("gain"));
    }

    @Test
    void plansUnequalLatenciesAndUnsustainableLoads() throws IOException {
        String latency = "[[0,10,20],[10,0,30],[20,30,0]]";
        assertNear(480, plan(input("[2,10,6]", "[9,9,9]", "[1,3,5]", latency)).get("objective"));
        Map<?, ?> more = plan(input("[2,10,6]", "[9,9,9]", "[5,5,5]", latency));
        assertEquals(false, more.get("sustainable"));
        assertNear(9, more.get("total"));
        assertNear(List.of(2, 3.5, 3.5), more.get("rates"));
        assertNear(
                List.of(4, 1, 1), plan(input("[4,4,4]", "[2,9,9]", "[4,4,4]", UNIT)).get("rates"));
    }

    @Test
    void appliesHeadroomAndObjective() throws IOException {
        String input = input("[2,10,6]", "[9,9,9]", "[5,5,5]", UNIT);
        assertNear(8.1, plan(input, "--headroom", "0.1").get("total"));
        // With three members, a fast quorum is the sender and one other member, whose answer
        // arrives after two message delays.
        assertNear(18, plan(input, "--objective", "quorum").get("objective"));
    }

    @Test
    void planOfOneOrTwoSitesAndWithoutCapacity() throws IOException {
        Map<?, ?> one = plan(input("[5]", "[5]", "[3]", "[[0]]"));
        assertNear(List.of(List.of(3)), one.get("r"));
        assertNear(1, one.get("gain"));
        Map<?, ?> two = plan(input("[5,5]", "[5,5]", "[3,4]", "[[0,1],[1,0]]"));
        assertNear(List.of(List.of(3, 0), List.of(0, 4)), two.get("r"));
        Map<?, ?> none = plan(input("[0,0,0]", "[0,0,0]", "[1,2,3]", UNIT));
        assertNear(0, none.get("total"));
        assertNear(1, none.get("gain"));
        assertEquals(false, none.get("sustainable"));
    }

    @Test
    void printsATableWithTheNamesOfTheSites() throws IOException {
        String input = input("[2,10,6]", "[9,9,9]", "[1,3,5]", UNIT);
        assertEquals(0, execute("{\"sites\":[\"here\",\"there\",\"far\"]," + input.substring(1)));
        assertTrue(out.toString().contains("The offered load is sustainable"), out::toString);
        assertTrue(out.toString().contains("over there"), out::toString);
        assertTrue(out.toString().contains("1.285714"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|expected a JSON file, got an empty file",
                "x|line 1, column 2: expected JSON: Unrecognized token 'x': was expecting (JSON String, Number"
                        + " (or 'NaN'/'+INF'/'-INF'), Array, Object or token 'null', 'true' or 'false')",
                "[]|document: expected an object, got an array",
                "{\"uplink\":[1]}|downlink: expected this field, got none",
                "{}|uplink: expected this field, got none",
            })
    void refusesBadFiles(String text, String message) throws IOException {
        assertRefused(message, text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|[1,1]|[1,1]|[[0,1],[1,0]]|uplink: expected 1 to 31 sites, got 0 sites",
                "[1,1]|[1]|[1,1]|[[0,1],[1,0]]|downlink: expected 2 numbers, got 1 numbers",
                "[1,1]|[1,1]|[1,1]|[[0,1],[1]]|latency[1]: expected 2 numbers, got 1 numbers",
                "[1,1]|[1,1]|[1,1]|[[0,1]]|latency: expected 2 rows of 2 numbers, got 1 rows",
                "[1,NaN]|[1,1]|[1,1]|[[0,1],[1,0]]|uplink[1]: expected a number from 0 to 1.0E100,"
                        + " got NaN",
                "[1,1]|[1,1e999]|[1,1]|[[0,1],[1,0]]|downlink[1]: expected a number from 0 to"
                        + " 1.0E100, got Infinity",
                "[1,1]|[1,1]|[-1,1]|[[0,1],[1,0]]|load[0]: expected a number from 0 to 1.0E100,"
                        + " got -1.0",
                "[1,1]|[1,1]|[1,1]|[[0,-1],[1,0]]|latency[0][1]: expected a number from 0 to"
                        + " 1.0E100, got -1.0",
                "[1,\"1\"]|[1,1]|[1,1]|[[0,1],[1,0]]|uplink[1]: expected a number, got a string",
                "[1,1]|5|[1,1]|[[0,1],[1,0]]|downlink: expected an array, got 5",
                "[1,1]|[1,1]|null|[[0,1],[1,0]]|load: expected an array, got null",
            })
    void refusesBadFields(
            String uplink, String downlink, String load, String latency, String message)
            throws IOException {
        assertRefused(message, input(uplink, downlink, load, latency));
    }

    @Test
    void refusesMoreThan31Sites() throws IOException {
        String row = "[" + "1,".repeat(31) + "1]";
        assertRefused("uplink: expected 1 to 31 sites, got 32 sites", input(row, row, row, UNIT));
    }

    @Test
    void refusesADirectoryAMissingFileAndBadOptions() throws IOException {
        assertEquals(2, command(directory.toString()));
        assertEquals(
                "abcast forest plan: " + directory + ": expected a JSON file, got a directory",
                err.toString().strip());
        assertEquals(2, command(directory.resolve("none").toString()));
        assertTrue(err.toString().endsWith("got no such file\n"), err::toString);
        String input = input("[1]", "[1]", "[1]", "[[0]]");
        assertEquals(2, execute(input, "--headroom", "1"));
        assertEquals(
                "abcast forest plan: --headroom: expected a share of at least 0 and below 1, got 1.0",
                err.toString().strip());
        assertEquals(2, execute(input, "--objective", "least"));
        assertEquals(1, err.toString().lines().count());
        assertEquals(2, command());
        assertEquals(1, err.toString().lines().count());
    }

    private void assertRefused(String message, String input) throws IOException {
        assertEquals(2, execute(input));
        Path file = directory.resolve("sites.json");
        assertEquals("abcast forest plan: " + file + ": " + message, err.toString().strip());
        assertEquals("", out.toString());
    }

    private int execute(String input, String... options) throws IOException {
        Path file = directory.resolve("sites.json");
        Files.writeString(file, input == null ? "" : input);
        List<String> all = new ArrayList<>(List.of(file.toString()));
        all.addAll(List.of(options));
        return command(all.toArray(String[]::new));
    }

    private int command(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("forest", "plan"));
        all.addAll(List.of(arguments));
        return Main.commandLine(List.of(new ForestCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
