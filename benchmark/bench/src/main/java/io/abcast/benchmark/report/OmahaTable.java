package io.abcast.benchmark.report;

import io.abcast.benchmark.bench.OmahaEffect;
import io.abcast.benchmark.bench.RunResult;
import io.abcast.report.Interval95;
import io.abcast.report.Numbers;
import io.abcast.report.TextTable;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Tables with the messages that OMAHA saved and the latency that OMAHA added. The tables compare each run that has
 * OMAHA with the run of the same number that has no OMAHA.
 */
final class OmahaTable {
    private static final String ONCE =
            " (one run: changes on the host may affect all figures except OMAHA's own" + " count)";

    private final OmahaEffect effect;
    private final TextTable table;

    private OmahaTable(OmahaEffect effect, String title, String change) {
        this.effect = effect;
        table = new TextTable(title, "off", "on", change, change + " %");
    }

    static List<TextTable> of(OmahaEffect effect) {
        String label = effect.off().experiment().label();
        if (effect.on().each(RunResult::throughput).size() == 1) label += ONCE;
        OmahaTable saved = new OmahaTable(effect, "messages saved by OMAHA, " + label, "saved");
        saved.ownCount();
        saved.saved("messages between members per request", RunResult::networkMessagesPerOp, 3);
        saved.saved("packets on loopback, including clients", RunResult::packetsPerOp, 3);
        saved.saved("bytes on loopback, including clients", RunResult::bytesPerOp, 0);
        OmahaTable added = new OmahaTable(effect, "latency added by OMAHA, " + label, "added");
        added.added("clients, mean ms", OmahaEffect::clientMeanMillis, 3);
        added.added("clients, p50 ms", OmahaEffect.clientMillis(50), 3);
        added.added("clients, p99 ms", OmahaEffect.clientMillis(99), 3);
        added.added("abdelivery, mean ms", OmahaEffect::abdeliveryMeanMillis, 3);
        added.added("abdelivery, p50 ms", OmahaEffect.abdeliveryMillis(50), 3);
        added.added("abdelivery, p99 ms", OmahaEffect.abdeliveryMillis(99), 3);
        added.added("CPU of all servers, us per request", RunResult::cpuMicrosPerOp, 1);
        added.added("requests/s", RunResult::throughput, 0);
        return List.of(saved.table, added.table);
    }

    /**
     * OMAHA's own count is exact, whereas the difference of two runs also contains other differences between the runs.
     */
    private void ownCount() {
        List<Double> percent = effect.on().each(RunResult::messagesSavedPercent);
        table.row(
                "of all between members, by OMAHA's own count",
                "",
                "",
                "",
                Numbers.spread(percent, 1));
    }

    private void saved(String name, ToDoubleFunction<RunResult> figure, int digits) {
        row(name, figure, digits, effect.saved(figure), effect.savedPercent(figure));
    }

    private void added(String name, ToDoubleFunction<RunResult> figure, int digits) {
        row(name, figure, digits, effect.added(figure), effect.addedPercent(figure));
    }

    private void row(
            String name,
            ToDoubleFunction<RunResult> figure,
            int digits,
            List<Double> change,
            List<Double> percent) {
        table.row(
                name,
                Numbers.number(effect.off().over(figure), digits),
                Numbers.number(effect.on().over(figure), digits),
                Numbers.number(Interval95.of(change), digits),
                Numbers.spread(percent, 1));
    }
}
