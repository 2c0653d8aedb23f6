package io.abcast.sim.groups;

import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.SeedResult;
import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.check.GroupHistory;
import java.util.List;

/**
 * Result of the run of one seed with several groups.
 *
 * @param messages number of messages that replicas have sent in the run.
 * @param excused whether the healed groups were allowed to make no progress, because the ensemble of one group was
 *     allowed to make no progress.
 * @param schedule the whole schedule of faults and load that the seed has drawn.
 * @param placement ids of the servers that hold each group's replicas.
 * @param history record of the events of the run.
 */
public record GroupFuzzResult(
        String protocol,
        long seed,
        List<Violation> violations,
        String report,
        String parameters,
        String rerun,
        long traceHash,
        long events,
        long messages,
        boolean excused,
        ScheduleFilter keep,
        GroupSchedule schedule,
        Placement placement,
        GroupHistory history)
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
