package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * All faults and all load of a run, as one numbered list, so that any part of the list can be run alone. The order is:
 * background faults, faults, faults of coordinators, changes of the ensemble, actions of clients, steps of a {@link
 * Repair}, a {@link DuplicateStart}, and a {@link Disturbance}.
 *
 * @param nanos length of the part of the run with faults, in virtual nanoseconds
 */
record RunSchedule(long nanos, List<Item> items) {
    /**
     * A background fault, a fault, a fault of a coordinator, a change of the ensemble, an action of a client, a step of
     * a repair, a second start, or a disturbance.
     */
    sealed interface Item
            permits BackgroundFault,
                    FaultPlan.Step,
                    CoordinatorFault.Step,
                    Changes.Step,
                    Workload.Action,
                    Repair.Step,
                    DuplicateStart,
                    Disturbance {
        /** Time at which the item begins, in virtual nanoseconds. */
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

    /** The kept items of class {@code kind}, in order. */
    <T extends Item> List<T> kept(ScheduleFilter keep, Class<T> kind) {
        List<T> kept = new ArrayList<>();
        for (int i = 0; i < items.size(); i++)
            if (keep.keeps(i) && kind.isInstance(items.get(i))) kept.add(kind.cast(items.get(i)));
        return kept;
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
            if (keep.keeps(i)) text.append(String.format("  %5d  %s%n", i, items.get(i)));
        return text.toString();
    }

    static String millis(long nanos) {
        return String.format("%.1f", nanos / 1e6);
    }
}
