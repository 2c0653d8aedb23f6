package io.abcast.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.figures.Histograms;
import io.abcast.command.figures.TcpConnections;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Each figure of a comparison's outcomes must appear in its place in the text, in the JSON and on the HTML page. */
final class CompareFormsTest {
    private static final List<Outcome> OUTCOMES =
            List.of(
                    measured("abcast", 50, 1, 6000, 1000),
                    measured("abcast", 50, 2, 10_000, 1000),
                    measured("abcast", 250, 1, 20_000, 2000),
                    measured("zookeeper", 50, 1, 2000, 4000),
                    measured("zookeeper", 50, 2, 2000, 2000),
                    measured("zookeeper", 250, 1, 4000, 8000),
                    new Outcome(
                            experiment("jgroups-raft", 50), 1, List.of(), null, "no API", null));

    @Test
    void theTableHasMeansOfRunsAndRatiosTakenRunByRun() {
        List<String> lines = CompareTable.of(OUTCOMES).lines().toList();
        String ours = lineOf(lines, "abcast:ZAB n=3 c=50 ");
        assertTrue(ours.contains(" 4,000 \u00b112,706 "), ours);
        assertTrue(ours.contains(" 1.00 \u00b10.00 "), ours);
        assertTrue(ours.matches(".* 8\\.0 +2,667 +0\\.40 +50 +7"), ours);
        String ratio = lines.get(lines.indexOf(lineOf(lines, "times the other's")) + 1);
        assertTrue(ratio.startsWith("abcast:ZAB n=3 c=50   "), ratio);
        assertTrue(ratio.contains(" zookeeper  4.000 \u00b112.706 (3.000..5.000) "), ratio);
        assertTrue(ratio.contains(" 0.375 \u00b11.589 (0.250..0.500) "), ratio);
        String cannot = lineOf(lines, "jgroups-raft n=3 c=50 ");
        assertTrue(cannot.matches("jgroups-raft n=3 c=50 +cannot( +-)+"), cannot);
        assertEquals("jgroups-raft n=3 c=50 cannot: no API", lines.get(lines.size() - 1));
    }

    @Test
    void oneSystemAloneHasNoRatios() {
        String table = CompareTable.of(OUTCOMES.subList(0, 3));
        assertFalse(table.contains("times"), table);
        assertTrue(
                CompareJson.document(
                                ReportTest.ENVIRONMENT,
                                false,
                                false,
                                Map.of(),
                                Map.of(),
                                OUTCOMES.subList(0, 3))
                        .endsWith("\"ratios\":[]}"));
    }

    @Test
    void theDocumentHasEveryRunEveryRatioAndNullForUnknownFigures() {
        String json =
                CompareJson.document(
                        ReportTest.ENVIRONMENT,
                        true,
                        false,
                        Map.of("zookeeper", "3.9"),
                        Map.of("zookeeper", "It is slow."),
                        OUTCOMES);
        for (String part :
                List.of(
                        "{\"command\":\"compare\",",
                        "\"own_network\":true,\"servers_live_on\":false,\"versions\":{\"zookeeper\":\"3.9\"},\"notes\":{\"zookeeper\":\"It is slow.\"}",
                        "\"run\":2,\"cannot\":null,\"failure\":null,\"warmup_s\":9.0,\"duration_s\":2.0,\"throughput_ops_per_s\":5000.0",
                        "\"run\":1,\"cannot\":\"no API\",\"failure\":null}",
                        "\"errors\":7,",
                        "\"coin_p\":null",
                        "\"server_cpu_us_per_op\":6.0,\"wire_bytes_per_op\":2000.0,\"wire_packets_per_op\":0.3,\"syncs_per_s\":50.0",
                        "\"tcp_connections_seen\":null,",
                        "\"state_checked\":true,\"violation\":null",
                        "\"to\":\"zookeeper\",\"throughput\":{\"mean\":4.0,\"ci95_half\":12.706,\"min\":3.0,\"max\":5.0,\"runs\":2}",
                        "\"client_p99\":{\"mean\":0.374969,"))
            assertTrue(json.contains(part), part + " in " + json);
        assertEquals(OUTCOMES.size(), json.split("\"cannot\":", -1).length - 1);
        assertEquals(2, json.split("\"to\":", -1).length - 1, "a ratio for each load");
    }

    @Test
    void thePageHasTheTablesAndACurvePerSystem() {
        String html =
                new CompareReport(
                                ReportTest.ENVIRONMENT,
                                OUTCOMES,
                                "1 KB, <memory>",
                                Map.of("zookeeper", "It is slow."))
                        .toString();
        for (String part :
                List.of(
                        "<td>4.000 \u00b112.706 (3.000..5.000)",
                        "<p>jgroups-raft n=3 c=50 cannot: no API",
                        "1 KB, &lt;memory&gt;",
                        "zookeeper: It is slow.",
                        "Latency, p99, over throughput",
                        "Throughput over load",
                        "Client latency by percentile",
                        "states were equal")) assertTrue(html.contains(part), part + " in " + html);
        assertEquals(4, html.split(">zookeeper</text>", -1).length - 1, html);
        assertFalse(html.contains(">jgroups-raft</text>"), html);
        assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("http"), "a link");
    }

    @Test
    void problemsAreOnThePage() {
        List<Outcome> outcomes = new ArrayList<>(OUTCOMES);
        outcomes.add(
                new Outcome(experiment("aeron", 50), 1, List.of(), null, null, "it fell <over>"));
        String html = new CompareReport(ReportTest.ENVIRONMENT, outcomes, "", Map.of()).toString();
        assertTrue(html.contains("PROBLEMS: aeron n=3 c=50, run 1: it fell &lt;over&gt;"), html);
        assertFalse(html.contains("states were equal"), html);
        assertTrue(CompareTable.of(outcomes).contains("aeron n=3 c=50 failed: it fell <over>"));
    }

    private static String lineOf(List<String> lines, String start) {
        return lines.stream().filter(l -> l.startsWith(start)).findFirst().orElseThrow();
    }

    private static Outcome measured(String system, int clients, int run, int writes, int micros) {
        Histogram latency = Histograms.create();
        latency.recordValueWithCount(micros, writes);
        LoadFigures load =
                new LoadFigures(writes, 0, LoadFigures.none().errors(), 4, 3, 0, latency);
        Measurement measurement =
                new Measurement(9, 2, load, 60e6, 20e6, 3000, 300, TcpConnections.UNKNOWN, "");
        return new Outcome(experiment(system, clients), run, List.of(), measurement, null, null);
    }

    private static Experiment experiment(String system, int clients) {
        LoadSpec load =
                new LoadSpec(clients, RateSchedule.NONE, 100, 64, 0, 0, 10, 1, ReadKind.LOCAL);
        String protocol = system.equals("abcast") ? "ZAB" : "";
        return new Experiment(system, protocol, 3, "memory", true, "network", 25, load);
    }
}
