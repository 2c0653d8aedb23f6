package io.abcast.sim;

import io.abcast.log.Durability;
import java.util.Locale;
import java.util.Set;

/**
 * Settings that all runs of one fuzz campaign share.
 *
 * @param nodes number of members of the ensemble, N
 * @param durability durability of the members' storages; {@code null} if each run draws the durability
 * @param lie defect of the driver or of the disk that all runs have, for tests of the checkers
 * @param checker name of the only checker that runs; {@code null} if all checkers run
 * @param liars number of faulty members that lie
 */
public record FuzzSettings(
        Subject subject,
        int nodes,
        Durability durability,
        Set<Fault> faults,
        DiskModel.Lie lie,
        String checker,
        int liars) {
    /**
     * Seed of a separate random generator, so that other random choices do not depend on whether the ensemble changes.
     */
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

    /**
     * Returns a copy of these settings with only the checker {@code name} and the check of progress after all faults.
     */
    public FuzzSettings watchedBy(String name) {
        return new FuzzSettings(subject, nodes, durability, faults, lie, name, liars);
    }

    /** Returns a copy of these fuzz settings with {@code count} members that lie. */
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

    boolean changesEnsemble(long seed, Durability drawn) {
        return subject.changesMembership()
                && faults.contains(Fault.MEMBERSHIP)
                && (drawn != Durability.MEMORY || new Rng(seed ^ CHANGES_STREAM).chance(0.5));
    }

    /**
     * Runs with liars have no repairs, because liars and lost storages together would exceed the tolerated number of
     * faulty members.
     */
    boolean repairs() {
        return faults.contains(Fault.REPAIR)
                && liars == 0
                && nodes >= 3
                && subject.repairMin(nodes) > 0;
    }

    boolean startsTwice() {
        return faults.contains(Fault.TWIN) && liars == 0 && nodes >= 2;
    }

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
