package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * All faults and all load of a run, as one numbered list of items, so that a run can carry out any part of the list.
 *
 * @param nanos length of the part of the run with faults, in virtual nanoseconds
 */
record RunSchedule(long nanos, List<Item> items) {
    sealed interface Item
            permits BackgroundFault,
                    FaultPlan.Step,
                    CoordinatorFault.Step,
                    Changes.Step,
                    Workload.Action,
                    Repair.Step,
                    DuplicateStart,
                    Disturbance {
        long atNanos();
    }

    static RunSchedule of(
            List<BackgroundFault> troubles,
            FaultPlan plan,
            List<CoordinatorFault.Step> coordinators,
            List<Changes.Step> changes,
            Workload workload,
            Repair repair,
            List<DuplicateStart> twins,
            List<Disturbance> lasting) {
        List<Item> items = new ArrayList<>(troubles);
        items.addAll(plan.steps());
        items.addAll(coordinators);
        items.addAll(changes);
        items.addAll(workload.actions());
        items.addAll(repair.steps());
        items.addAll(twins);
        items.addAll(lasting);
        return new RunSchedule(plan.nanos(), List.copyOf(items));
    }

    <T extends Item> List<T> kept(ScheduleFilter keep, Class<T> kind) {
        List<T> kept = new ArrayList<>();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i) && kind.isInstance(items.get(i))) kept.add(kind.cast(items.get(i)));
        return kept;
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
            if (keep.keeps(i)) text.append(String.format("  %5d  %s%n", i, items.get(i)));
        return text.toString();
    }

    static String millis(long nanos) {
        return String.format("%.1f", nanos / 1e6);
    }
}
