package io.abcast.sim.groups;

import io.abcast.sim.ScheduleFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * All faults and all load of a run, as one numbered list, so that any part of the list can be run alone. The order is:
 * faults of the ensembles, faults of servers and groups, steps of the subject's operator, clients.
 *
 * @param nanos length of the part of the run with faults, in virtual nanoseconds
 */
public record GroupSchedule(long nanos, List<Item> items) {
    /**
     * A fault, an operator's step, or the begin of a client.
     *
     * @param atNanos virtual time at which the item begins
     * @param what description
     */
    public record Item(long atNanos, String what) {}

    public GroupSchedule {
        items = List.copyOf(items);
    }

    /** Returns the filter without the items that begin after {@code nanos}. */
    ScheduleFilter until(ScheduleFilter keep, long nanos) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i) && items.get(i).atNanos() <= nanos) numbers.add(i);
        return ScheduleFilter.of(numbers);
    }

    /** Describes each kept item in one line, with its number. */
    String describe(ScheduleFilter keep) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i)) text.append(String.format("  %5d  %s%n", i, items.get(i).what()));
        return text.toString();
    }
}
