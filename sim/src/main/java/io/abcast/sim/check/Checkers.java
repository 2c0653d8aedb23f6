package io.abcast.sim.check;

import java.util.List;

/** All invariants. */
public final class Checkers {
    /** Reported by the campaign itself: after all faults are healed the cluster makes progress. */
    public static final String PROGRESS = "Progress";

    private Checkers() {}

    /** A new set, for one run. */
    public static List<Checker> all() {
        return List.of(
                new Contract(),
                new NoHalt(),
                new IntegrityG1(),
                new TotalOrderG2(),
                new PrefixG3(),
                new Leadership(),
                new LeaderCompleteness(),
                new PrefixConsistency(),
                new Integrity(),
                new Agreement(),
                new TotalOrder(),
                new LocalPrimaryOrder(),
                new GlobalPrimaryOrder(),
                new PrimaryIntegrity(),
                new CommittedLogDurability(),
                new ExactlyOnce(),
                new FifoPerOrigin(),
                new LinearizableReads(),
                new AcknowledgedDurability(),
                new LostMajority());
    }

    /**
     * One checker alone, to see that it bites without the help of the others.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static List<Checker> only(String name) {
        for (Checker checker : all()) if (checker.name().equals(name)) return List.of(checker);
        throw new IllegalArgumentException("no checker is named " + name);
    }
}
