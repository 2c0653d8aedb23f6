package io.abcast.sim;

import io.abcast.sim.check.Violation;
import java.util.List;

/**
 * Result of the run of one seed.
 *
 * @param violations the first violation of an invariant, and all other violations that existed at the time of the first
 *     violation. The list of violations is empty if the seed passed.
 * @param report readable text with violations, states and all parameters that the seed has drawn; empty if the seed
 *     passed.
 * @param parameters readable text with all parameters that the seed has drawn.
 * @param rerun command line that repeats the run of the seed.
 * @param traceHash hash of the run's trace; equal runs have equal hashes.
 * @param events number of events and effects of nodes in the run.
 * @param blocked whether the healed cluster was allowed to have no leader at the end of the run, see {@link
 *     Cluster#isBlocked}.
 * @param keep the items of the schedule that took place before the run ended.
 * @param schedule the whole schedule of faults and load that the seed has drawn.
 * @param cluster the simulated cluster at the end of the run.
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
        Cluster cluster)
        implements SeedResult {
    @Override
    public int items() {
        return schedule.items().size();
    }

    @Override
    public ScheduleFilter keptUntil(long nanos) {
        return schedule.until(keep, nanos);
    }
}
