package io.abcast.papers.camu;

import io.abcast.papers.result.CachedRuns;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.Interval95;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Compares the operation latencies of CAMU for each setting of its links, after every partition has begun to send to
 * another partner partition.
 */
final class ShiftFigure {
    private record Measure(String name, ToDoubleFunction<ShiftRun.Outcome> value) {}

    private static final List<Measure> MEASURES =
            List.of(
                    new Measure(CamuFigures.MULTI_MEAN, ShiftRun.Outcome::multiMean),
                    new Measure(
                            "multi at all destinations ms mean", ShiftRun.Outcome::everywhereMean),
                    new Measure("switches", ShiftRun.Outcome::switches));

    private ShiftFigure() {}

    static PaperResult measure(CachedRuns<ShiftRun, ShiftRun.Outcome> runs) {
        List<ShiftRun> all = new ArrayList<>();
        for (ShiftRun.Links links : ShiftRun.Links.values()) all.add(new ShiftRun(links));
        runs.measure(all);
        List<PaperCell> cells = new ArrayList<>();
        for (Measure measure : MEASURES)
            for (ShiftRun each : all) {
                Interval95 value =
                        Interval95.of(
                                runs.of(each).stream()
                                        .map(one -> measure.value.applyAsDouble(one))
                                        .toList());
                cells.add(
                        new PaperCell(
                                MulticastRow.CAMU.toString(),
                                each.links().toString(),
                                measure.name,
                                value,
                                Double.NaN));
            }
        return new PaperResult(
                "figure shift",
                "partners change in the WAN, from 5 s after the change on",
                cells,
                List.of(),
                List.of(
                        "switches: links that switch in the measured time, from 5 to 15 s after the change."));
    }
}
