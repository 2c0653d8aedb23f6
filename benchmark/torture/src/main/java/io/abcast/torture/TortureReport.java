package io.abcast.torture;

import io.abcast.command.JsonText;
import io.abcast.report.Environment;
import io.abcast.report.TextTable;
import io.abcast.torture.TortureResult.EpisodeResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Report of a torture run, as text and as JSON. */
final class TortureReport {
    private static final String PAIRS = "two at a time";

    private final TortureSpec spec;
    private final TortureResult result;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    TortureReport(TortureSpec spec, TortureResult result) {
        this.spec = spec;
        this.result = result;
        for (FaultKind kind : FaultKind.values()) rows.put(kind.label(), new Row());
        rows.put(PAIRS, new Row());
        for (EpisodeResult episode : result.episodes())
            rows.get(episode.kinds().size() == 1 ? episode.label() : PAIRS).add(episode);
        rows.values().removeIf(row -> row.count == 0);
    }

    private static final class Row {
        private int count;
        private int quorate;
        private long outageMillis;
        private long outageAfterMillis;
        private long recoveryMillis;

        void add(EpisodeResult episode) {
            count++;
            recoveryMillis = Math.max(recoveryMillis, episode.recoveryMillis());
            if (episode.quorum()) {
                quorate++;
                outageMillis = Math.max(outageMillis, episode.outageMillis());
            } else {
                outageAfterMillis = Math.max(outageAfterMillis, episode.outageMillis());
            }
        }

        Double outage() {
            return quorate == 0 ? null : outageMillis / 1e3;
        }

        Double outageAfter() {
            return quorate == count ? null : outageAfterMillis / 1e3;
        }
    }

    private Map<String, Integer> faults() {
        Map<String, Integer> faults = new TreeMap<>();
        for (EpisodeResult episode : result.episodes())
            for (FaultKind kind : episode.kinds()) faults.merge(kind.label(), 1, Integer::sum);
        return faults;
    }

    String text() {
        TextTable table =
                new TextTable(
                        "fault",
                        "times",
                        "no answer s",
                        "without quorum",
                        "no answer after s",
                        "all serve after s");
        rows.forEach(
                (label, row) ->
                        table.row(
                                label,
                                Integer.toString(row.count),
                                seconds(row.outage()),
                                Integer.toString(row.count - row.quorate),
                                seconds(row.outageAfter()),
                                seconds(row.recoveryMillis / 1e3)));
        StringBuilder text = new StringBuilder();
        text.append(table);
        text.append(
                "no answer: the longest time without an answer to any client while a quorum was"
                        + " running and connected. If the quorum was lost, the time begins when"
                        + " there was a quorum again\n");
        text.append(
                String.format(
                        Locale.ROOT,
                        "faults: %s%n%d operations in %.0f s: %d linearizable reads, %d writes; %d of unknown outcome,"
                                + " %d refused; longest time without any answer %.1f s%n",
                        pairs(faults()),
                        result.answered(),
                        result.seconds(),
                        result.reads(),
                        result.writes(),
                        result.unknown(),
                        result.refused(),
                        result.longestStallMillis() / 1e3));
        if (!result.outcomes().isEmpty())
            text.append("damage: ").append(pairs(result.outcomes())).append('\n');
        if (!result.skipped().isEmpty())
            text.append("not injected: ").append(pairs(result.skipped())).append('\n');
        text.append(
                String.format(
                        Locale.ROOT,
                        "checked: %d operations on %d registers by OpenSearch's LinearizabilityChecker; %d keys written"
                                + " once, at every member%n",
                        result.registerOps(),
                        result.registers(),
                        result.onceKeys()));
        if (spec.partitioned() != null)
            text.append(
                    String.format(
                            Locale.ROOT,
                            "checked: cycles of %d transactions on lists over %d partitions%s%n",
                            result.listTxns(),
                            spec.partitioned().count(),
                            spec.partitioned().strict() ? ", with real-time edges" : ""));
        for (String violation : result.violations())
            text.append("VIOLATION: ").append(violation).append('\n');
        return text.append(verdict()).append('\n').toString();
    }

    private String verdict() {
        String what = spec.protocol() + ", " + spec.nodes() + " nodes, " + spec.durability();
        return result.passed()
                ? "passed: " + what + ", seed " + spec.seed()
                : "FAILED: " + what + ", " + result.violationsTotal() + " violations";
    }

    private static String pairs(Map<String, Integer> counts) {
        return String.join(
                ", ",
                counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
    }

    private static String seconds(Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }

    JsonText json(Environment environment, String rerun) {
        JsonText json = new JsonText().open('{').key("command").value("torture");
        environment.write(json);
        json.key("protocol").value(spec.protocol()).key("nodes").value(spec.nodes());
        json.key("durability").value(spec.durability()).key("seed").value(spec.seed());
        json.key("rerun").value(rerun).key("seconds").value(result.seconds());
        json.key("passed").value(result.passed());
        json.key("operations").open('{').key("answered").value(result.answered());
        json.key("reads").value(result.reads()).key("writes").value(result.writes());
        json.key("unknown").value(result.unknown()).key("refused").value(result.refused());
        json.close('}');
        json.key("longest_stall_s").value(result.longestStallMillis() / 1e3);
        json.key("checked").open('{').key("register_operations").value(result.registerOps());
        json.key("registers").value(result.registers());
        json.key("list_transactions").value(result.listTxns());
        json.key("keys_written_once").value(result.onceKeys()).close('}');
        counts(json.key("faults"), faults());
        counts(json.key("damage"), result.outcomes());
        counts(json.key("skipped"), result.skipped());
        json.key("links").value(result.links()).key("disks").value(result.disks());
        json.key("settings").values(result.settings());
        json.key("episodes").open('[');
        rows.forEach(
                (label, row) -> {
                    json.open('{').key("kind").value(label).key("times").value(row.count);
                    json.key("without_quorum").value(row.count - row.quorate);
                    json.key("outage_s").value(row.outage());
                    json.key("outage_after_quorum_s").value(row.outageAfter());
                    json.key("recovery_s").value(row.recoveryMillis / 1e3).close('}');
                });
        json.close(']').key("violations_total").value(result.violationsTotal());
        return json.key("violations").values(List.copyOf(result.violations())).close('}');
    }

    private static void counts(JsonText json, Map<String, Integer> counts) {
        json.open('{');
        counts.forEach((label, count) -> json.key(label).value(count));
        json.close('}');
    }
}
