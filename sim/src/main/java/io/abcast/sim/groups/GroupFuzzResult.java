package io.abcast.sim.groups;

import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.SeedResult;
import io.abcast.sim.check.Violation;
import io.abcast.sim.groups.check.GroupHistory;
import java.util.List;

/**
 * Result of one seed with several groups.
 *
 * @param messages number of messages that replicas have sent
 * @param excused whether the healed groups rightly made no progress, because the log of one of them could not
 * @param schedule the whole schedule that was drawn
 * @param placement servers of the groups
 * @param history record of the run
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
