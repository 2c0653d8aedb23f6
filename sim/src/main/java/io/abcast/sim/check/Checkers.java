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
                new AcknowledgedDurability());
    }
}
