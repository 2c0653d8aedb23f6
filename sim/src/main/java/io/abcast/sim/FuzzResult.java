package io.abcast.sim;

import io.abcast.sim.check.Violation;
import java.util.List;

/**
 * Result of one seed.
 *
 * @param violations the first violation, and all other violations that existed at the time of the first one; empty if
 *     the seed passed
 * @param report readable text with violations, states and all parameters that the seed has drawn; empty if the seed
 *     passed
 * @param parameters readable text with all parameters that the seed has drawn
 * @param rerun command that repeats the run
 * @param traceHash hash of the trace; equal runs have equal hashes
 * @param events number of inputs and effects of nodes
 * @param blocked whether the healed cluster rightly had no leader: a restricted protocol elects no leader while the log
 *     of one member may be the only one with some entry.
 * @param keep the items of the schedule that took place before the run ended
 * @param schedule the whole schedule that was drawn
 * @param cluster cluster at the end of the run
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
