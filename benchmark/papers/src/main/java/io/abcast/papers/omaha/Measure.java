package io.abcast.papers.omaha;

import io.abcast.report.Interval95;
import java.util.function.ToDoubleBiFunction;

/** What a trial is compared by; names as CLI users see them. */
@SuppressWarnings("ImmutableEnumChecker") // A function without state.
enum Measure {
    MESSAGES("messages saved %", Outcome::messagesSavedPercent),
    BYTES("bytes saved %", Outcome::bytesSavedPercent),
    LATENCY("latency added %", Outcome::latencyAddedPercent);

    final String title;
    private final ToDoubleBiFunction<Outcome, Outcome> figure;

    Measure(String title, ToDoubleBiFunction<Outcome, Outcome> figure) {
        this.title = title;
        this.figure = figure;
    }

    Interval95 of(Trials trials, Trial trial, Algorithm algorithm) {
        return trials.compare(trial, algorithm, figure);
    }
}
