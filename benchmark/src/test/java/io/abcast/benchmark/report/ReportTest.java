package io.abcast.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.bench.Experiment;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.Second;
import io.abcast.benchmark.load.LoadFigures;
import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Reads;
import io.abcast.benchmark.wire.Counter;
import io.abcast.benchmark.wire.Histograms;
import io.abcast.benchmark.wire.MemberFigures;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

final class ReportTest {
    private static final Environment ENVIRONMENT =
            new Environment(
                    "abc",
                    "2026-01-01T00:00:00Z",
                    "JVM",
                    List.of(),
                    List.of("-Xmx512m"),
                    "Linux",
                    2,
                    1000,
                    "CPU",
                    "zab-tcp.xml",
                    "<config a=\"b & c\"/>");

    @Test
    void jsonEscapesAndLeavesOutWhatIsNoNumber() {
        String json =
                new JsonText()
                        .open('{')
                        .key("a\"b")
                        .value("x\n\\")
                        .key("n")
                        .value(0.0 / 0)
                        .key("d")
                        .value(1234567.891)
                        .key("w")
                        .value(3.0)
                        .key("l")
                        .value(9_007_199_254_740_993L)
                        .key("s")
                        .values(List.of("1", "2"))
                        .close('}')
                        .toString();
        assertEquals(
                "{\"a\\\"b\":\"x\\u000a\\\\\",\"n\":null,\"d\":1234567.891,\"w\":3.0,\"l\":9007199254740993,\"s\":[\"1\",\"2\"]}",
                json);
    }

    @Test
    void figuresAreDifferencesOverTheMeasurement() {
        RunResult r = result(1);
        assertEquals(1000, r.throughput());
        assertEquals(3000, r.abdeliveriesPerSecond());
        assertEquals(6, r.messagesPerAbcast());
        assertEquals(2, r.acksPerCommit());
        assertEquals(4, r.leaderOutPerAbcast());
        assertEquals(20, r.leaderCpuMicrosPerOp());
        assertEquals(10, r.followerCpuMicrosPerOp());
        assertEquals(40, r.cpuMicrosPerOp());
    }

    @Test
    void theDocumentHasEveryFieldOfTheCommandLinesContract() {
        String json = BenchJson.document(ENVIRONMENT, List.of(result(1), result(2)));
        for (String key :
                List.of(
                        "command",
                        "commit",
                        "jvm",
                        "host",
                        "runs",
                        "system",
                        "protocol",
                        "nodes",
                        "clients",
                        "write_ratio",
                        "payload_bytes",
                        "durability",
                        "attach",
                        "loop",
                        "seed",
                        "duration_s",
                        "throughput_ops_per_s",
                        "writes_per_s",
                        "abdeliveries_per_s",
                        "errors",
                        "client_latency_us",
                        "abdelivery_latency_us",
                        "p99.9",
                        "messages_per_abcast",
                        "leader_in_per_abcast",
                        "leader_out_per_abcast",
                        "acks_per_commit",
                        "coin_p",
                        "switches",
                        "server_cpu_us_per_op")) assertTrue(json.contains("\"" + key + "\":"), key);
        assertEquals(2, json.split("\"run\":").length - 1);
    }

    @Test
    void plotsAreWellFormed() throws Exception {
        SvgPlot plot =
                new SvgPlot("a < b & \"c\"", "x", "y")
                        .line("one", List.of(new SvgPlot.Point(0, 3, 1), new SvgPlot.Point(5, 0)))
                        .line("nothing", List.of())
                        .line("no number", List.of(new SvgPlot.Point(1, Double.NaN)));
        parse(plot.toString());
        parse(new SvgPlot("empty", "x", "y").toString());
        parse(
                new SvgPlot("named", "x", "y")
                        .xLabels(List.of("<p>", "q"))
                        .line("l", List.of(new SvgPlot.Point(0, 1e-9), new SvgPlot.Point(1, 1e9)))
                        .toString());
    }

    @Test
    void theReportNeedsNothingBesideItself() {
        String html = new HtmlReport(ENVIRONMENT, List.of(result(1), result(2))).toString();
        assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("http"), "a link");
        assertFalse(html.contains("<script"));
        assertTrue(html.contains("<svg"));
        assertTrue(html.contains("&lt;config a=&quot;b &amp; c&quot;/&gt;"));
    }

    @Test
    void syncsAreFiguresOnlyWhereSomethingIsSynced() {
        for (String durability : List.of("memory", "file")) {
            List<RunResult> results = List.of(result(1, durability));
            String row = BenchTable.of(results).lines().toList().get(1);
            assertTrue(row.matches(".* - +- +0"), row);
            String json = BenchJson.document(ENVIRONMENT, results);
            assertTrue(json.contains("\"syncs_per_s\":null,\"records_per_sync\":null"), json);
        }
        String row = BenchTable.of(List.of(result(1, "fsync"))).lines().toList().get(1);
        assertTrue(row.matches(".* 500 +2\\.0 +0"), row);
    }

    @Test
    void tableColumnsLineUp() {
        String text = new TextTable("name", "n").row("a", "1").row("long", "1000").toString();
        assertEquals(List.of("name     n", "a        1", "long  1000"), text.lines().toList());
        assertThrows(IllegalArgumentException.class, () -> new TextTable("a").row("1", "2"));
    }

    private static void parse(String svg) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
    }

    /** 1000 writes in one second at three servers, as unbatched Zab orders them. */
    private static RunResult result(int run) {
        return result(run, "memory");
    }

    private static RunResult result(int run, String durability) {
        Histogram latency = Histograms.create();
        for (int i = 1; i <= 1000; i++) latency.recordValue(i * 10L);
        LoadFigures load = new LoadFigures(1000, 0, LoadFigures.none().errors(), 0, 0, 0, latency);
        List<MemberFigures> before = IntStream.of(1, 2, 3).mapToObj(id -> member(id, 0)).toList();
        List<MemberFigures> after = IntStream.of(1, 2, 3).mapToObj(id -> member(id, 1000)).toList();
        Experiment experiment =
                new Experiment(
                        "abcast",
                        "ZAB",
                        3,
                        durability,
                        true,
                        "network",
                        25,
                        new LoadSpec(250, 0, 100, 1024, 0, 0, 10_000, 1, Reads.LOCAL));
        List<Second> series = List.of(new Second(1, 1000, 1000, 500, 990, 0));
        return new RunResult(experiment, run, 1.0, load, before, after, series, true);
    }

    private static MemberFigures member(int id, long abcasts) {
        boolean leads = id == 3;
        long[] counters = new long[Counter.count()];
        counters[Counter.DELIVERED.ordinal()] = 5 + abcasts;
        counters[Counter.PROPOSALS.ordinal()] = leads ? abcasts : 0;
        counters[Counter.MESSAGES_SENT.ordinal()] = leads ? 4 * abcasts : abcasts;
        counters[Counter.MESSAGES_RECEIVED.ordinal()] = 2 * abcasts;
        counters[Counter.ACKS_RECEIVED.ordinal()] = leads ? 2 * abcasts : 0;
        counters[Counter.SYNCS.ordinal()] = abcasts / 2;
        counters[Counter.LOG_ENTRIES.ordinal()] = abcasts;
        counters[Counter.CPU_NANOS.ordinal()] = (leads ? 20_000 : 10_000) * abcasts;
        return new MemberFigures(
                id,
                leads ? "LEADING" : "FOLLOWING",
                true,
                3,
                1,
                1,
                1,
                1,
                counters,
                Histograms.create());
    }
}
