package io.abcast.sim;

import io.abcast.kernel.log.Durability;
import java.util.Locale;
import java.util.Set;

/**
 * What all runs of a campaign share.
 *
 * @param nodes N, odd
 * @param durability {@code null}: drawn for each run
 * @param lie how the driver betrays the nodes; for tests of the checkers
 * @param checker the only one that watches; {@code null}: all
 */
public record FuzzSettings(
        Subject subject,
        int nodes,
        Durability durability,
        Set<Fault> faults,
        DiskModel.Lie lie,
        String checker) {

    public static FuzzSettings of(Subject subject, int nodes) {
        return new FuzzSettings(subject, nodes, null, Fault.all(), DiskModel.Lie.NONE, null);
    }

    public FuzzSettings with(Durability other) {
        return new FuzzSettings(subject, nodes, other, faults, lie, checker);
    }

    public FuzzSettings with(Set<Fault> others) {
        return new FuzzSettings(subject, nodes, durability, others, lie, checker);
    }

    public FuzzSettings with(DiskModel.Lie other) {
        return new FuzzSettings(subject, nodes, durability, faults, other, checker);
    }

    /** With one checker alone, and the requirement of progress. */
    public FuzzSettings watchedBy(String name) {
        return new FuzzSettings(subject, nodes, durability, faults, lie, name);
    }

    /** Without logs, who was removed and starts anew takes itself for a member of the ensemble as it began. */
    boolean changesEnsemble(Durability drawn) {
        return subject.changesMembership()
                && faults.contains(Fault.MEMBERSHIP)
                && drawn != Durability.MEMORY;
    }

    /** The command that runs this seed again. */
    String rerun(long seed) {
        return "./abcast sim replay --protocol "
                + subject.protocol()
                + " --nodes "
                + nodes
                + " --seed "
                + seed
                + (faults.size() == Fault.values().length
                        ? ""
                        : " --faults " + Fault.format(faults))
                + (durability == null
                        ? ""
                        : " --durability " + durability.name().toLowerCase(Locale.ROOT));
    }
}
