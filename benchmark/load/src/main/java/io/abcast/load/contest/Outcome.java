package io.abcast.load.contest;

import io.abcast.load.Experiment;
import io.abcast.load.Second;
import java.util.List;

/**
 * How one run ended: measured, or why not. Exactly one of the last three is there.
 *
 * @param run number of the run, from 1
 * @param series second by second
 * @param measurement {@code null}: none
 * @param cannot why the system cannot do this cell; {@code null}: it can
 * @param failure why nothing was measured although it can; {@code null}: it was
 */
public record Outcome(
        Experiment experiment,
        int run,
        List<Second> series,
        Measurement measurement,
        String cannot,
        String failure) {

    /** What must not go unnoticed: it failed, no request was answered, or the states are wrong; empty: nothing. */
    public String problem() {
        if (failure != null) return failure;
        if (measurement == null) return "";
        if (!measurement.violation().isEmpty()) return measurement.violation();
        if (measurement.load().answered() > 0) return "";
        String errors = measurement.load().errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** {@code abcast:ZAB} or {@code zookeeper}. */
    public static String system(Experiment experiment) {
        return experiment.protocol().isEmpty()
                ? experiment.system()
                : experiment.system() + ":" + experiment.protocol();
    }
}
