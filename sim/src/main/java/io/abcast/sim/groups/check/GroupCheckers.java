package io.abcast.sim.groups.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Creates the checkers of the invariants of runs with several groups, and lists their names. */
public final class GroupCheckers {
    private GroupCheckers() {}

    /** Sorted names of all invariants whose checkers are in this package. */
    public static SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        for (GroupChecker checker : all(true, false, Set.of())) names.add(checker.name());
        return names;
    }

    /**
     * Creates all checkers for one run with several groups.
     *
     * @param strict whether the groups promise an order that agrees with real time
     * @param repeats whether a snapshot may set a replica back to an earlier place of its group's order, so that the
     *     replica repeats deliveries
     * @param kindsWithoutTxn kinds of messages between groups that concern no transaction; an empty set allows all
     *     kinds
     */
    public static List<GroupChecker> all(
            boolean strict, boolean repeats, Set<String> kindsWithoutTxn) {
        List<GroupChecker> checkers = new ArrayList<>();
        checkers.add(new GroupContract());
        checkers.add(new GroupHalts());
        checkers.add(new GroupQueues());
        checkers.add(new GroupPrefix(repeats));
        checkers.add(new GroupIntegrity());
        checkers.add(new GroupAgreement());
        checkers.add(new GroupValidity());
        checkers.add(new TimestampOrder());
        checkers.add(new AcyclicOrder());
        if (strict) checkers.add(new RealTimeOrder());
        checkers.add(new GroupReads());
        checkers.add(new Genuine(kindsWithoutTxn));
        checkers.add(new EqualDigests());
        return checkers;
    }

    static List<GroupChecker> ofDeliveries(boolean strict) {
        List<GroupChecker> checkers = new ArrayList<>();
        checkers.add(new GroupPrefix(false));
        checkers.add(new GroupIntegrity());
        checkers.add(new GroupAgreement());
        checkers.add(new GroupValidity());
        checkers.add(new TimestampOrder());
        checkers.add(new AcyclicOrder());
        if (strict) checkers.add(new RealTimeOrder());
        return checkers;
    }

    /**
     * Creates only the checker {@code name}, even in a run that does not promise the checker's invariant.
     *
     * @throws IllegalArgumentException if no checker has the name {@code name}
     */
    public static List<GroupChecker> only(String name, Set<String> kindsWithoutTxn) {
        for (GroupChecker checker : all(true, false, kindsWithoutTxn))
            if (checker.name().equals(name)) return List.of(checker);
        throw new IllegalArgumentException(
                "expected one of the checkers " + names() + ", got " + name);
    }
}
