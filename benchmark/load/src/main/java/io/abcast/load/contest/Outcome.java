package io.abcast.load.contest;

import io.abcast.load.Experiment;
import io.abcast.load.Second;
import java.util.List;

/**
 * The outcome of one run: its measurement, or the reason why it has no measurement. Exactly one of the last three
 * components is not {@code null}.
 *
 * @param run number of the run, from 1
 * @param series figures of each second
 * @param measurement figures of the run; {@code null}: not measured
 * @param cannot reason why the system cannot run the experiment; {@code null} if it can
 * @param failure reason why a system that can run the experiment has no measurement; {@code null} without a failure
 */
public record Outcome(
        Experiment experiment,
        int run,
        List<Second> series,
        Measurement measurement,
        String cannot,
        String failure) {

    /** A problem to show to the user: a failure, no answered request, or wrong states; empty if there is no problem. */
    public String problem() {
        if (failure != null) return failure;
        if (measurement == null) return "";
        if (!measurement.violation().isEmpty()) return measurement.violation();
        if (measurement.load().answered() > 0) return "";
        String errors = measurement.load().errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** The name of the system, such as {@code abcast:ZAB} or {@code zookeeper}. */
    public static String system(Experiment experiment) {
        return experiment.protocol().isEmpty()
                ? experiment.system()
                : experiment.system() + ":" + experiment.protocol();
    }
}
