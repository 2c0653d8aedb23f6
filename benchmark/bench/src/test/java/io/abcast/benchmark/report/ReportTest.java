package io.abcast.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.ServerKill;
import io.abcast.command.JsonText;
import io.abcast.command.figures.Histograms;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.load.Conflicts;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.Second;
import io.abcast.load.SteeringFigures;
import io.abcast.report.Environment;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ReportTest {
    static final Environment ENVIRONMENT =
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
    void jsonEscapesTextAndOmitsNonNumbers() {
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
        assertEquals(2, r.leaderInPerAbcast());
        assertEquals(0.5, r.otherMessagesPerAbcast());
        assertEquals(20, r.leaderCpuMicrosPerOp());
        assertEquals(10, r.followerCpuMicrosPerOp());
        assertEquals(40, r.cpuMicrosPerOp());
    }

    @Test
    void latenciesOfTheWarmUpAreLeftOut() {
        RunResult r = result(1);
        assertEquals(3 * 10, r.abdelivery().getTotalCount());
        assertEquals(700, r.abdelivery().getMaxValue());
    }

    @Test
    void pIsThatOfTheProtocolsOwnMode() {
        RunResult r = result("ZAB_CT", 1, "memory", 1000, SWITCHING);
        assertEquals(0.3, r.coinP(), 1e-9);
        assertEquals(1000, r.lambda(), 1e-9);
        assertEquals(0.5, r.zabModeShare(), 1e-9);
        assertEquals(3, r.switches());
        assertTrue(r.steered());
        String json = BenchJson.document(ENVIRONMENT, List.of(r));
        assertTrue(
                json.contains(
                        "\"coin_p\":0.3,\"lambda\":1000.0,\"switches\":3,\"zab_mode_share\":0.5"),
                json);
    }

    @Test
    void withoutACoinThereIsNoPAndNoLambda() {
        RunResult r = result(1);
        assertFalse(r.steered());
        String json = BenchJson.document(ENVIRONMENT, List.of(r));
        assertTrue(
                json.contains(
                        "\"coin_p\":null,\"lambda\":null,\"switches\":0,\"zab_mode_share\":1.0"),
                json);
    }

    @Test
    void theLineOfASecondHasTheSteeringOfTheProtocol() {
        RunResult r = result("ZAB_CT", 1, "memory", 1000, SWITCHING);
        assertEquals(
                List.of(
                        line("1.0,", "\"zab_mode\":true,\"p\":null,\"lambda\":500.0,\"d\":80.0"),
                        line("2.0,", "\"zab_mode\":false,\"p\":0.2,\"lambda\":1000.0,\"d\":80.0"),
                        line("3.0,", "\"zab_mode\":false,\"p\":0.4,\"lambda\":1500.0,\"d\":80.0"),
                        line("4.0,", "\"zab_mode\":true,\"p\":0.9,\"lambda\":1000.0,\"d\":80.0"),
                        line("5.0,", "\"zab_mode\":null,\"p\":null,\"lambda\":null,\"d\":null")),
                r.series().stream().map(s -> BenchJson.second(r.experiment(), 1, s)).toList());
    }

    private static String line(String time, String steering) {
        return "{\"time\":"
                + time
                + "\"protocol\":\"ZAB_CT\",\"omaha\":null,\"nodes\":3,\"clients\":250,\"write_ratio\":100,"
                + "\"conflicts\":null,\"run\":1,"
                + steering
                + ",\"throughput\":1000.0,\"p50\":500,\"p99\":990,\"errors\":0,"
                + "\"writes\":1000.0,\"multis\":0.0,\"writes_at\":{}}";
    }

    @Test
    void theLineOfASecondHasTheWritesOfEachServer() {
        Second second =
                new Second(
                        3,
                        50,
                        40,
                        1,
                        2,
                        0,
                        STILL.get(0),
                        5,
                        new TreeMap<>(Map.of(1, 15.5, 2, 24.5)));
        String line = BenchJson.second(result(1).experiment(), 1, second);
        assertTrue(
                line.endsWith(
                        "\"writes\":40.0,\"multis\":5.0,\"writes_at\":{\"1\":15.5,\"2\":24.5}}"),
                line);
    }

    @Test
    void theDocumentHasTheWarmUp() {
        String steady = BenchJson.document(ENVIRONMENT, List.of(result(1)));
        assertTrue(
                steady.contains(
                        "\"run\":1,\"warmup_s\":27.25,\"warmup_steady\":true,\"duration_s\":1.0,"),
                steady);
    }

    @Test
    void theDocumentHasConflictsAndTheKilledServer() {
        RunResult r = result(1);
        LoadSpec load = r.experiment().load().withConflicts(Conflicts.of(20, 10_000));
        RunResult disturbed =
                new RunResult(
                        r.experiment().loadedWith(load),
                        1,
                        60.5,
                        false,
                        1.0,
                        r.load(),
                        r.before(),
                        r.after(),
                        r.series(),
                        r.loopback(),
                        true,
                        new ServerKill(2, 7.5));
        String json = BenchJson.document(ENVIRONMENT, List.of(disturbed));
        assertTrue(json.contains("\"conflicts\":20"), json);
        assertTrue(json.contains("\"warmup_s\":60.5,\"warmup_steady\":false,"), json);
        assertTrue(json.contains("\"killed_server\":2,\"killed\":\"2\",\"killed_at_s\":7.5"), json);
        assertTrue(BenchTable.of(List.of(disturbed)).contains("conflicts=20"));
        String plain = BenchJson.document(ENVIRONMENT, List.of(r));
        assertTrue(plain.contains("\"conflicts\":null"), plain);
        assertTrue(
                plain.contains("\"killed_server\":null,\"killed\":null,\"killed_at_s\":null"),
                plain);
    }

    @Test
    void withoutALeaderItsFiguresAreMissingAndOthersAreMeansOverTheServers() {
        RunResult r = result("EPAXOS", 1, "fsync", 1000, STILL);
        assertTrue(Double.isNaN(r.leaderCpuMicrosPerOp()) && Double.isNaN(r.leaderInPerAbcast()));
        assertTrue(Double.isNaN(r.leaderOutPerAbcast()) && Double.isNaN(r.acksPerCommit()));
        assertEquals(1000, r.abcasts());
        assertEquals(40.0 / 3, r.followerCpuMicrosPerOp(), 1e-9);
        assertEquals(40, r.cpuMicrosPerOp());
        assertEquals(500, r.syncsPerSecond());
        assertEquals(2, r.recordsPerSync());
        assertFalse(BenchTable.of(List.of(r)).contains("steering"));
    }

    @Test
    void everyProtocolIsComparedWithTheFirstRunByRun() {
        List<RunResult> results =
                List.of(
                        result("ZAB", 1, "memory", 1000, STILL),
                        result("ZAB_CT", 1, "memory", 1100, SWITCHING),
                        result("ZAB_CT", 2, "memory", 2600, SWITCHING),
                        result("ZAB", 2, "memory", 2000, STILL));
        String json = BenchJson.document(ENVIRONMENT, results);
        assertTrue(
                json.contains(
                        "\"to\":\"ZAB\",\"throughput\":{\"mean\":1.2,\"ci95_half\":1.2706,\"min\":1.1,\"max\":1.3,\"runs\":2}"),
                json);
        assertEquals(2, json.split("\"to\":").length, "one comparison");
        String table = BenchTable.of(results);
        assertTrue(table.contains("times ZAB's"), table);
        assertTrue(table.contains("1.200 \u00b11.271 (1.100..1.300)"), table);
        assertTrue(
                BenchJson.document(ENVIRONMENT, results.subList(0, 1)).contains("\"ratios\":[]"));
        assertFalse(BenchTable.of(results.subList(0, 1)).contains("times"));
    }

    @Test
    void savingsAndCostsOfOmahaAreShownRunByRun() {
        List<RunResult> results =
                List.of(
                        result("ZAB", false, 1, "memory", 1000, STILL),
                        result("ZAB", true, 1, "memory", 1000, STILL));
        String table = BenchTable.of(results);
        String saved = rowOf(table, "of all between members");
        assertTrue(saved.endsWith(" 20.0"), table);
        assertTrue(rowOf(table, "messages between members").endsWith(" 20.0"), table);
        assertTrue(rowOf(table, "bytes on loopback").endsWith(" 0.0"), table);
        assertTrue(table.contains("messages saved by OMAHA, ZAB n=3"), table);
        assertTrue(table.contains("latency added by OMAHA, ZAB n=3"), table);
        String mean = rowOf(table, "clients, mean ms");
        assertTrue(mean.matches("clients, mean ms +5\\.00\\d +6\\.00\\d +1\\.000 +20\\.0"), mean);
        assertFalse(table.contains("times ZAB's"), "the same protocol twice");
        String json = BenchJson.document(ENVIRONMENT, results);
        assertTrue(json.contains("\"messages_saved_percent\":{\"mean\":20.0,"), json);
        assertTrue(json.contains("\"client_latency_mean_added_ms\":{\"mean\":1.0"), json);
        assertTrue(json.contains("\"omaha\":true"), json);
        assertEquals(2, json.split("client_latency_p99_added_percent", -1).length, "one effect");
    }

    @Test
    void theSpreadOfSeveralRunsIsShown() {
        List<RunResult> results = new ArrayList<>();
        for (int run : new int[] {1, 2})
            for (boolean omaha : new boolean[] {false, true})
                results.add(result("ZAB", omaha, run, "memory", omaha ? 500 * run : 1000, STILL));
        String line = rowOf(BenchTable.of(results), "requests/s");
        assertTrue(line.endsWith("(-50.0..0.0)"), line);
    }

    private static String rowOf(String table, String start) {
        return table.lines().filter(l -> l.startsWith(start)).findFirst().orElseThrow().strip();
    }

    @Test
    void anOrderByConsensusCountsAllItsMessagesPerEntryDelivered() {
        RunResult r = result("PAXOS", 1, "memory", 1000, STILL);
        assertEquals(6.5, r.messagesPerAbcast());
        assertEquals(2, r.leaderInPerAbcast());
        assertEquals(4, r.leaderOutPerAbcast());
        assertTrue(Double.isNaN(r.zabModeShare()) && Double.isNaN(r.acksPerCommit()));
        assertFalse(BenchTable.of(List.of(r)).contains("Zab's mode"));
        assertTrue(BenchTable.of(List.of(r, result(1))).contains("Zab's mode"));
        assertTrue(BenchJson.document(ENVIRONMENT, List.of(r)).contains("\"zab_mode_share\":null"));
    }

    @Test
    void modeAndCoinArePlottedIfTheProtocolHasThem() {
        List<RunResult> coin = List.of(result("ZAB_CT", 1, "memory", 1000, SWITCHING));
        String html = new HtmlReport(ENVIRONMENT, coin).toString();
        for (String title : List.of("Probability of Head", "Tosses per second", "Mode over time"))
            assertTrue(html.contains(title), title);
        assertFalse(
                new HtmlReport(ENVIRONMENT, List.of(result(1))).toString().contains("Mode over"));
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
                        "warmup_s",
                        "warmup_steady",
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
    void theReportNeedsNoOtherFile() {
        String html = new HtmlReport(ENVIRONMENT, List.of(result(1), result(2))).toString();
        assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("http"), "a link");
        assertFalse(html.contains("<script"));
        assertTrue(html.contains("<svg"));
        assertTrue(html.contains("&lt;config a=&quot;b &amp; c&quot;/&gt;"));
    }

    @Test
    void syncsAreShownOnlyWithFsyncDurability() {
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

    private static RunResult result(int run) {
        return result(run, "memory");
    }

    private static RunResult result(int run, String durability) {
        return result("ZAB", run, durability, 1000, STILL);
    }

    private static final List<SteeringFigures> STILL =
            List.of(new SteeringFigures(true, Double.NaN, Double.NaN, Double.NaN));

    private static final List<SteeringFigures> SWITCHING =
            List.of(
                    new SteeringFigures(true, Double.NaN, 500, 80),
                    new SteeringFigures(false, 0.2, 1000, 80),
                    new SteeringFigures(false, 0.4, 1500, 80),
                    new SteeringFigures(true, 0.9, 1000, 80),
                    new SteeringFigures(null, Double.NaN, Double.NaN, Double.NaN));

    private static RunResult result(
            String protocol,
            int run,
            String durability,
            long writes,
            List<SteeringFigures> steering) {
        return result(protocol, null, run, durability, writes, steering);
    }

    private static RunResult result(
            String protocol,
            Boolean omaha,
            int run,
            String durability,
            long writes,
            List<SteeringFigures> steering) {
        Histogram latency = Histograms.create();
        for (int i = 1; i <= 1000; i++) latency.recordValue(i * 10L);
        LoadFigures load =
                new LoadFigures(writes, 0, LoadFigures.none().errors(), 0, 0, 0, latency);
        List<MemberFigures> before =
                IntStream.of(1, 2, 3).mapToObj(id -> member(id, 0, 0)).toList();
        int switches = steering == SWITCHING ? 3 : 0;
        List<MemberFigures> after =
                IntStream.of(1, 2, 3).mapToObj(id -> member(id, 1000, switches)).toList();
        Experiment experiment =
                new Experiment(
                        "abcast",
                        protocol,
                        3,
                        durability,
                        true,
                        omaha,
                        "network",
                        25,
                        new LoadSpec(
                                250,
                                RateSchedule.NONE,
                                100,
                                1024,
                                0,
                                0,
                                10_000,
                                1,
                                ReadKind.LOCAL));
        List<Second> series = new ArrayList<>();
        for (SteeringFigures s : steering)
            series.add(new Second(series.size() + 1, 1000, 1000, 500, 990, 0, s));
        if (Boolean.TRUE.equals(omaha)) {
            after.get(2).counters()[Counter.MESSAGES_AGGREGATED.ordinal()] = 1_300;
            Histogram later = Histograms.create();
            for (int i = 1; i <= 1000; i++) later.recordValue(i * 10L + 1_000);
            load = new LoadFigures(writes, 0, LoadFigures.none().errors(), 0, 0, 0, later);
        }
        return new RunResult(
                experiment,
                run,
                27.25,
                true,
                1.0,
                load,
                before,
                after,
                series,
                new LoopbackCounters(4_000_000, 8_000),
                true);
    }

    private static MemberFigures member(int id, long abcasts, int switches) {
        boolean leads = id == 3;
        long[] counters = new long[Counter.count()];
        counters[Counter.DELIVERED.ordinal()] = 5 + abcasts;
        counters[Counter.PROPOSALS.ordinal()] = leads ? abcasts : 0;
        counters[Counter.MESSAGES_SENT.ordinal()] = leads ? 4 * abcasts : abcasts + abcasts / 4;
        counters[Counter.MESSAGES_RECEIVED.ordinal()] = 2 * abcasts;
        counters[Counter.PROPOSALS_SENT.ordinal()] = leads ? 2 * abcasts : 0;
        counters[Counter.COMMITS_SENT.ordinal()] = leads ? 2 * abcasts : 0;
        counters[Counter.ACKS_SENT.ordinal()] = leads ? 0 : abcasts;
        counters[Counter.ACKS_RECEIVED.ordinal()] = leads ? 2 * abcasts : 0;
        counters[Counter.SWITCHES.ordinal()] = leads ? switches : 0;
        counters[Counter.SYNCS.ordinal()] = abcasts / 2;
        counters[Counter.LOG_ENTRIES.ordinal()] = abcasts;
        counters[Counter.CPU_NANOS.ordinal()] = (leads ? 20_000 : 10_000) * abcasts;
        Histogram abdelivery = Histograms.create();
        abdelivery.recordValueWithCount(9_000, 5);
        if (abcasts > 0) abdelivery.recordValueWithCount(700, 10);
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
                PolicyFigures.none(),
                abdelivery);
    }
}
