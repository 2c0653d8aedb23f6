package io.abcast.sim.check;

import io.abcast.kernel.Interference;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Creates the checkers of invariants, and lists their names. */
public final class Checkers {
    /**
     * Name of a requirement that the fuzz campaign checks: the simulated cluster makes progress after all faults are
     * healed.
     */
    public static final String PROGRESS = "Progress";

    /**
     * Name of a requirement that the fuzz campaign checks: the simulated cluster makes progress while enough members
     * are healthy.
     */
    public static final String PROGRESS_UNDER_FAULTS = "ProgressUnderFaults";

    private Checkers() {}

    /** Describes the violation that a run has not ended after {@code events} events. */
    public static String endless(long events) {
        return "the run has handled " + events + " events and does not end";
    }

    /** Sorted names of all invariants, including the requirements of progress that the campaign checks. */
    public static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>(List.of(PROGRESS, PROGRESS_UNDER_FAULTS));
        for (Checker checker : all()) names.add(checker.name());
        for (Checker checker : ofTotalOrder(true)) names.add(checker.name());
        return names;
    }

    /** Creates all checkers of invariants for one run. */
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
     * Creates checkers of the invariants of a total order that hold for any protocol, without primaries and epochs.
     *
     * @param logged whether a quorum must durably hold every delivered entry at any time
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
     * Creates checkers for protocols in which only interfering requests have one order.
     *
     * @param interference decides which requests interfere
     */
    public static List<Checker> ofPartialOrder(Interference interference) {
        return List.of(
                new Contract(),
                new NoHalt(),
                new InterferingOrder(interference),
                new OneEra(),
                new BoundedQueues());
    }

    /**
     * Returns a list with only the checker that has the given name. The list is empty for
     * {@link #PROGRESS_UNDER_FAULTS}, because the fuzz campaign itself checks this requirement.
     *
     * @throws IllegalArgumentException if no checker has the name {@code name}
     */
    public static List<Checker> only(String name) {
        if (name.equals(PROGRESS_UNDER_FAULTS)) return List.of();
        for (Checker checker : all()) if (checker.name().equals(name)) return List.of(checker);
        throw new IllegalArgumentException("no checker is named " + name);
    }
}
