package io.abcast.load.contest;

import io.abcast.load.Experiment;
import io.abcast.load.Second;
import java.util.List;

/**
 * The outcome of one run of {@code abcast compare}: its measurement, or the reason why it has no measurement. Exactly
 * one of measurement, cannot and failure is not {@code null}.
 *
 * @param run number of the run within its experiment, from 1
 * @param series figures of each second of the run
 * @param measurement figures of the run; {@code null} if the run was not measured
 * @param cannot reason why the system cannot run the experiment; {@code null} if the system can run it
 * @param failure reason why a system that can run the experiment has no measurement; {@code null} if the run did not
 *     fail
 */
public record Outcome(
        Experiment experiment,
        int run,
        List<Second> series,
        Measurement measurement,
        String cannot,
        String failure) {

    /**
     * A problem of the run to show to the user: a failure, no answered request, or wrong states of servers; empty
     * without a problem.
     */
    public String problem() {
        if (failure != null) return failure;
        if (measurement == null) return "";
        if (!measurement.violation().isEmpty()) return measurement.violation();
        if (measurement.load().answered() > 0) return "";
        String errors = measurement.load().errorText();
        return errors.isEmpty() ? "no request was answered" : "every request failed: " + errors;
    }

    /** The name of the system of an experiment, such as {@code abcast:ZAB} or {@code zookeeper}. */
    public static String system(Experiment experiment) {
        return experiment.protocol().isEmpty()
                ? experiment.system()
                : experiment.system() + ":" + experiment.protocol();
    }
}
