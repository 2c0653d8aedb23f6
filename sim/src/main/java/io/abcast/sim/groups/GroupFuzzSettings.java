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
 * Settings of a search with several groups. The settings together with a seed determine a run.
 *
 * @param partitions number of groups, 1 to {@link Placement#GROUPS_MAX}
 * @param nodes number of replicas of each group
 * @param durability durability of the logs; {@code null}: drawn
 * @param faults faults of servers and ensembles
 * @param checker name of the only checker to run beside the requirement of progress; {@code null}: all checkers
 */
public record GroupFuzzSettings(
        GroupSubject subject,
        int partitions,
        int nodes,
        Durability durability,
        Set<Fault> faults,
        String checker) {
    /**
     * Faults that runs with several groups do not have. A partition whose log forgets is founded again, which the other
     * partitions must refuse; so these faults end the progress of the whole run.
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
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a setting is out of its range; the message names what was expected
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

    /** Settings with all faults and a drawn durability. */
    public static GroupFuzzSettings of(GroupSubject subject, int partitions, int nodes) {
        return new GroupFuzzSettings(subject, partitions, nodes, null, Fault.all(), null);
    }

    public GroupFuzzSettings with(Durability other) {
        return new GroupFuzzSettings(subject, partitions, nodes, other, faults, checker);
    }

    public GroupFuzzSettings with(Set<Fault> others) {
        return new GroupFuzzSettings(subject, partitions, nodes, durability, others, checker);
    }

    /** Returns these settings with only the named checker and the requirement of progress. */
    public GroupFuzzSettings watchedBy(String name) {
        return new GroupFuzzSettings(subject, partitions, nodes, durability, faults, name);
    }

    /** Creates the checkers of a run. */
    List<GroupChecker> checkers() {
        List<GroupChecker> all = subject.checkers();
        if (checker == null || checker.equals(Checkers.PROGRESS)) return all;
        for (GroupChecker each : all) if (each.name().equals(checker)) return List.of(each);
        return GroupCheckers.only(checker, subject.kindsWithoutTransaction());
    }

    /** Whether runs have faults of servers, groups and the links between groups. */
    boolean hasGroupFaults() {
        return !faults.isEmpty();
    }

    /** The settings of one group's ensemble. */
    FuzzSettings ensemble() {
        return FuzzSettings.of(subject.log(), nodes).with(faults);
    }

    /** The command that repeats the run of this seed. */
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
