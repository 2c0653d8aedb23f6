package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.Locale;
import java.util.Set;

/**
 * What all runs of a campaign share.
 *
 * @param nodes N
 * @param durability {@code null}: drawn for each run
 * @param lie how the driver betrays the nodes; for tests of the checkers
 * @param checker the only one that watches; {@code null}: all
 * @param liars how many members lie
 */
public record FuzzSettings(
        Subject subject,
        int nodes,
        Durability durability,
        Set<Fault> faults,
        DiskModel.Lie lie,
        String checker,
        int liars) {
    /** Seeds the choice whether an ensemble without logs changes, so that it shifts no other draw. */
    private static final long CHANGES_STREAM = 0x6368_616e_6765_7321L;

    public static FuzzSettings of(Subject subject, int nodes) {
        return new FuzzSettings(subject, nodes, null, Fault.all(), DiskModel.Lie.NONE, null, 0);
    }

    public FuzzSettings with(Durability other) {
        return new FuzzSettings(subject, nodes, other, faults, lie, checker, liars);
    }

    public FuzzSettings with(Set<Fault> others) {
        return new FuzzSettings(subject, nodes, durability, others, lie, checker, liars);
    }

    public FuzzSettings with(DiskModel.Lie other) {
        return new FuzzSettings(subject, nodes, durability, faults, other, checker, liars);
    }

    /** With one checker alone, and the requirement of progress. */
    public FuzzSettings watchedBy(String name) {
        return new FuzzSettings(subject, nodes, durability, faults, lie, name, liars);
    }

    /** With so many members that lie. */
    public FuzzSettings withLiars(int count) {
        if (count < 0 || count > Math.max(0, subject.faultyMax(nodes)))
            throw new IllegalArgumentException(
                    "liars: expected 0.."
                            + Math.max(0, subject.faultyMax(nodes))
                            + " of "
                            + nodes
                            + " members of "
                            + subject.protocol()
                            + ", got "
                            + count);
        return new FuzzSettings(subject, nodes, durability, faults, lie, checker, count);
    }

    /**
     * Whether the ensemble changes in the run of that seed. Without logs in every other run: a majority of an ensemble that changes must
     * not forget, and one that does not change is let to.
     */
    boolean changesEnsemble(long seed, Durability drawn) {
        return subject.changesMembership()
                && faults.contains(Fault.MEMBERSHIP)
                && (drawn != Durability.MEMORY || new Rng(seed ^ CHANGES_STREAM).chance(0.5));
    }

    /** Where members lie, those that have lost their storages are more faulty members than any document speaks of. */
    boolean repairs() {
        return faults.contains(Fault.REPAIR)
                && liars == 0
                && nodes >= 3
                && subject.repairMin(nodes) > 0;
    }

    boolean startsTwice() {
        return faults.contains(Fault.TWIN) && liars == 0 && nodes >= 2;
    }

    /** The command that runs this seed again. */
    String rerun(long seed) {
        return "./abcast sim replay --protocol "
                + subject.protocol()
                + " --nodes "
                + nodes
                + " --seed "
                + seed
                + (liars == 0 ? "" : " --liars " + liars)
                + (faults.equals(Fault.all()) ? "" : " --faults " + Fault.format(faults))
                + (durability == null
                        ? ""
                        : " --durability " + durability.name().toLowerCase(Locale.ROOT));
    }
}
