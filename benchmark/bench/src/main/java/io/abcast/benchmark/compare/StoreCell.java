package io.abcast.benchmark.compare;

import io.abcast.report.Interval95;
import io.abcast.report.Ratio;
import io.abcast.workloads.process.StoreBench.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one system under one load of the transactional store.
 *
 * @param runs the runs in their order, at least one
 */
public record StoreCell(List<StoreRun> runs) {
    /** Groups runs of the transactional store by system and load, in the order of their first runs. */
    public static List<StoreCell> of(List<StoreRun> runs) {
        Map<String, List<StoreRun>> byLabel = new LinkedHashMap<>();
        for (StoreRun run : runs)
            byLabel.computeIfAbsent(run.label(), label -> new ArrayList<>()).add(run);
        return byLabel.values().stream().map(StoreCell::new).toList();
    }

    public String label() {
        return runs.get(0).label();
    }

    public String system() {
        return runs.get(0).system();
    }

    public List<Result> measured() {
        return runs.stream().map(StoreRun::result).filter(Objects::nonNull).toList();
    }

    public Interval95 over(ToDoubleFunction<Result> figure) {
        return Interval95.of(measured().stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Returns the runs of the baseline, which is the first system with the same load; {@code null} if these runs are
     * themselves of the first system.
     */
    public StoreCell first(List<StoreCell> cells) {
        String load = runs.get(0).load();
        for (StoreCell each : cells)
            if (each.runs.get(0).load().equals(load)) return equals(each) ? null : each;
        return null;
    }

    /**
     * Divides a figure of this cell (runs of one system) by that of another cell, for each run number that both systems
     * have.
     */
    public Ratio to(StoreCell other, ToDoubleFunction<Result> figure) {
        List<Double> values = new ArrayList<>();
        for (StoreRun mine : runs)
            for (StoreRun theirs : other.runs)
                if (mine.run() == theirs.run() && mine.result() != null && theirs.result() != null)
                    values.add(
                            figure.applyAsDouble(mine.result())
                                    / figure.applyAsDouble(theirs.result()));
        return new Ratio(values);
    }
}
