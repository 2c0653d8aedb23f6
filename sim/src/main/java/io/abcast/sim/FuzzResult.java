package io.abcast.sim;

import io.abcast.sim.check.Violation;
import java.util.List;

/**
 * What one seed showed.
 *
 * @param violations empty if it passed; otherwise the first one and all others that held at that moment
 * @param report violations, states and everything that was drawn, for people; empty if it passed
 * @param parameters everything that was drawn, for people
 * @param rerun the command that runs it again
 * @param traceHash equal for equal runs
 * @param events inputs and effects of nodes
 * @param blocked whether the healed cluster had no leader, as a restricted protocol has none while a member's log may be the
 *     only one that holds something
 * @param keep what of the schedule happened
 * @param schedule all that was drawn
 * @param cluster as the run left it
 */
public record FuzzResult(
        String protocol,
        long seed,
        List<Violation> violations,
        String report,
        String parameters,
        String rerun,
        long traceHash,
        long events,
        boolean blocked,
        ScheduleFilter keep,
        RunSchedule schedule,
        Cluster cluster) {

    public boolean passed() {
        return violations.isEmpty();
    }

    /** Whether the named checker found something. */
    public boolean violates(String invariant) {
        return violations.stream().anyMatch(v -> v.invariant().equals(invariant));
    }
}
