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
 */
public record FuzzSettings(
        Subject subject, int nodes, Durability durability, Set<Fault> faults, DiskModel.Lie lie) {

    public static FuzzSettings of(Subject subject, int nodes) {
        return new FuzzSettings(subject, nodes, null, Fault.all(), DiskModel.Lie.NONE);
    }

    public FuzzSettings with(Durability other) {
        return new FuzzSettings(subject, nodes, other, faults, lie);
    }

    public FuzzSettings with(Set<Fault> others) {
        return new FuzzSettings(subject, nodes, durability, others, lie);
    }

    public FuzzSettings with(DiskModel.Lie other) {
        return new FuzzSettings(subject, nodes, durability, faults, other);
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
