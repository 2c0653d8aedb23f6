package io.abcast.sim.groups;

import io.abcast.log.Durability;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.groups.check.GroupChecker;
import io.abcast.sim.groups.check.GroupCheckers;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Settings of a random search of runs with several groups. Settings and seed together determine a run.
 *
 * @param partitions number of groups, 1 to {@link Placement#GROUPS_MAX}
 * @param nodes number of replicas of each group
 * @param durability durability of the replicas' logs; {@code null} if each run draws the durability
 * @param faults kinds of faults of servers and ensembles that runs may have
 * @param checker name of the only checker that runs beside the requirement of progress; {@code null} if all checkers
 *     run
 */
public record GroupFuzzSettings(
        GroupSubject subject,
        int partitions,
        int nodes,
        Durability durability,
        Set<Fault> faults,
        String checker) {
    /**
     * A fault that makes a group forget its history would end the progress of the run, because other groups refuse a
     * group that is founded again.
     */
    private static final Set<Fault> EXCLUDED =
            EnumSet.of(
                    Fault.FORGET,
                    Fault.TWIN,
                    Fault.MEMBERSHIP,
                    Fault.REPAIR,
                    Fault.REMNANT,
                    Fault.UNFENCED);

    /**
     * Checks the ranges of the search settings.
     *
     * @throws IllegalArgumentException if a search setting is out of its range; the message names the expected range
     */
    public GroupFuzzSettings {
        if (partitions < 1 || partitions > Placement.GROUPS_MAX)
            throw new IllegalArgumentException(
                    "partitions: expected 1.." + Placement.GROUPS_MAX + ", got " + partitions);
        Set<Fault> some = EnumSet.noneOf(Fault.class);
        some.addAll(faults);
        some.removeAll(EXCLUDED);
        faults = some;
    }

    /** Returns search settings with all kinds of faults and with a durability that each run draws. */
    public static GroupFuzzSettings of(GroupSubject subject, int partitions, int nodes) {
        return new GroupFuzzSettings(subject, partitions, nodes, null, Fault.all(), null);
    }

    public GroupFuzzSettings with(Durability other) {
        return new GroupFuzzSettings(subject, partitions, nodes, other, faults, checker);
    }

    public GroupFuzzSettings with(Set<Fault> others) {
        return new GroupFuzzSettings(subject, partitions, nodes, durability, others, checker);
    }

    /**
     * Returns a copy of these settings with only the checker {@code name} and the check of progress after all faults.
     */
    public GroupFuzzSettings watchedBy(String name) {
        return new GroupFuzzSettings(subject, partitions, nodes, durability, faults, name);
    }

    List<GroupChecker> checkers() {
        List<GroupChecker> all = subject.checkers();
        if (checker == null || checker.equals(Checkers.PROGRESS)) return all;
        for (GroupChecker each : all) if (each.name().equals(checker)) return List.of(each);
        return GroupCheckers.only(checker, subject.kindsWithoutTransaction());
    }

    boolean hasGroupFaults() {
        return !faults.isEmpty();
    }

    FuzzSettings ensemble() {
        return FuzzSettings.of(subject.log(), nodes).with(faults);
    }

    String rerun(long seed) {
        boolean all = faults.containsAll(without(Fault.all()));
        return "./abcast sim replay --protocol "
                + subject.protocol()
                + " --partitions "
                + partitions
                + " --nodes "
                + nodes
                + (subject.options().isEmpty() ? "" : " " + subject.options())
                + " --seed "
                + seed
                + (all ? "" : " --faults " + Fault.format(faults))
                + (durability == null
                        ? ""
                        : " --durability " + durability.name().toLowerCase(Locale.ROOT));
    }

    private static Set<Fault> without(Set<Fault> all) {
        Set<Fault> some = EnumSet.copyOf(all);
        some.removeAll(EXCLUDED);
        return some;
    }
}
