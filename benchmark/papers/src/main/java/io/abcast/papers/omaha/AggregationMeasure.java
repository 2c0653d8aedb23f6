package io.abcast.papers.omaha;

import io.abcast.report.Interval95;
import java.util.function.ToDoubleBiFunction;

/** Measured quantities that compare a trial with its baseline: the same trial without a layer that holds messages. */
@SuppressWarnings("ImmutableEnumChecker") // The lambda has no state.
enum AggregationMeasure {
    MESSAGES("messages saved %", AggregationOutcome::messagesSavedPercent),
    BYTES("bytes saved %", AggregationOutcome::bytesSavedPercent),
    LATENCY("latency added %", AggregationOutcome::latencyAddedPercent);

    final String title;
    private final ToDoubleBiFunction<AggregationOutcome, AggregationOutcome> figure;

    AggregationMeasure(
            String title, ToDoubleBiFunction<AggregationOutcome, AggregationOutcome> figure) {
        this.title = title;
        this.figure = figure;
    }

    Interval95 of(AggregationTrials trials, Trial trial, Algorithm algorithm) {
        return trials.compare(trial, algorithm, figure);
    }
}
