package io.abcast.sim.groups;

import io.abcast.sim.ScheduleFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * All faults and all load of a run, as one numbered list of items, so that a run can carry out any part of the list.
 *
 * @param nanos length of the part of the run with faults, in virtual nanoseconds
 */
public record GroupSchedule(long nanos, List<Item> items) {
    /**
     * An item of the schedule: a fault, an action of the operator, or the start of a client.
     *
     * @param atNanos virtual time in ns at which the item of the schedule begins
     * @param what description of the fault or action
     */
    public record Item(long atNanos, String what) {}

    public GroupSchedule {
        items = List.copyOf(items);
    }

    ScheduleFilter until(ScheduleFilter keep, long nanos) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i) && items.get(i).atNanos() <= nanos) numbers.add(i);
        return ScheduleFilter.of(numbers);
    }

    String describe(ScheduleFilter keep) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i)) text.append(String.format("  %5d  %s%n", i, items.get(i).what()));
        return text.toString();
    }
}
