package io.abcast.cast.lab;

import io.abcast.report.Interval95;
import io.abcast.report.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one compared system under one disturbance.
 *
 * @param outcomes the outcomes of the runs in their order, at least one
 */
public record CastCell(CastSystem system, LabDisturbance disturbance, List<CastOutcome> outcomes) {
    private record Key(LabDisturbance disturbance, CastSystem system) {}

    /** Groups outcomes by cell (system and disturbance), in the order of their first runs. */
    public static List<CastCell> of(List<CastOutcome> outcomes) {
        Map<Key, List<CastOutcome>> byKey = new LinkedHashMap<>();
        for (CastOutcome outcome : outcomes)
            byKey.computeIfAbsent(
                            new Key(outcome.turn().disturbance(), outcome.turn().system()),
                            key -> new ArrayList<>())
                    .add(outcome);
        List<CastCell> all = new ArrayList<>();
        byKey.forEach((key, runs) -> all.add(new CastCell(key.system, key.disturbance, runs)));
        return all;
    }

    public List<CastMeasurement> measured() {
        return outcomes.stream().map(CastOutcome::measurement).filter(Objects::nonNull).toList();
    }

    /** Text for the first run without figures: "cannot: reason" or "failed: reason"; empty if all runs have figures. */
    public String instead() {
        for (CastOutcome outcome : outcomes) {
            if (outcome.cannot() != null) return "cannot: " + outcome.cannot();
            if (outcome.failure() != null) return "failed: " + outcome.failure();
        }
        return "";
    }

    public Interval95 over(ToDoubleFunction<CastMeasurement> figure) {
        return Interval95.of(measured().stream().map(figure::applyAsDouble).toList());
    }

    /** Divides a figure of this cell (runs of one system under one disturbance) by that of another cell, run by run. */
    public Ratio to(CastCell other, ToDoubleFunction<CastMeasurement> figure) {
        List<Double> values = new ArrayList<>();
        for (CastOutcome mine : outcomes)
            for (CastOutcome theirs : other.outcomes)
                if (mine.turn().run() == theirs.turn().run()
                        && mine.measurement() != null
                        && theirs.measurement() != null)
                    values.add(
                            figure.applyAsDouble(mine.measurement())
                                    / figure.applyAsDouble(theirs.measurement()));
        return new Ratio(values);
    }
}
