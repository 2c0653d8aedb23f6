package io.abcast.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** All invariants. */
public final class Checkers {
    /** Reported by the campaign itself: after all faults are healed the cluster makes progress. */
    public static final String PROGRESS = "Progress";

    /** Reported by the campaign itself: the cluster makes progress while enough members are healthy, whatever the others do. */
    public static final String PROGRESS_UNDER_FAULTS = "ProgressUnderFaults";

    private Checkers() {}

    /** The names of all, also of those that are no class here, sorted. */
    public static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(List.of(PROGRESS, PROGRESS_UNDER_FAULTS));
        for (Checker checker : all()) names.add(checker.name());
        for (Checker checker : ofTotalOrder(true)) names.add(checker.name());
        return names;
    }

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
                new LostMajority(),
                new OneEra(),
                new BoundedQueues());
    }

    /**
     * What has to hold of a total order whatever agrees on it: nothing here speaks of primaries and epochs. Agreement on each place is
     * {@code PrefixG3}, {@code TotalOrder} and {@code Agreement}; validity {@code IntegrityG1}; integrity {@code ExactlyOnce}
     * and {@code Contract}, which lets nobody deliver a place twice.
     *
     * @param logged whether what was delivered must be held durably by a quorum all the time
     */
    public static List<Checker> ofTotalOrder(boolean logged) {
        List<Checker> checkers = new ArrayList<>();
        checkers.add(new Contract());
        checkers.add(new NoHalt());
        checkers.add(new IntegrityG1());
        checkers.add(new TotalOrderG2());
        checkers.add(new PrefixG3());
        checkers.add(new PrefixConsistency());
        checkers.add(new Agreement());
        checkers.add(new TotalOrder());
        if (logged) checkers.add(new CommittedLogDurability());
        checkers.add(new ExactlyOnce());
        checkers.add(new FifoPerOrigin());
        checkers.add(new LinearizableReads());
        checkers.add(new AcknowledgedDurability());
        checkers.add(new LostMajority());
        checkers.add(new OneEra());
        checkers.add(new BoundedQueues());
        return checkers;
    }

    /**
     * One checker alone, to see that it bites without the help of the others; none for {@link #PROGRESS_UNDER_FAULTS}.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static List<Checker> only(String name) {
        if (name.equals(PROGRESS_UNDER_FAULTS)) return List.of();
        for (Checker checker : all()) if (checker.name().equals(name)) return List.of(checker);
        throw new IllegalArgumentException("no checker is named " + name);
    }
}
