package io.abcast.search;

import io.abcast.ordering.Ordering;
import io.abcast.ordering.fbp.FbpQuorums;
import io.abcast.sim.explore.ExploredProtocol;
import java.util.ArrayList;
import java.util.List;

/** The protocols that the explorer (the search of every schedule) can run, by their names on the command line. */
public final class ExploredProtocols {
    private static final String ZAB = "ZAB";

    private ExploredProtocols() {}

    /** Names of the protocols that the explorer can run, in a fixed order. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(Ordering.names());
        names.add(Ordering.EPAXOS);
        names.add(ZAB);
        return names;
    }

    /** Minimum number of members with which the protocol can run. */
    public static int membersMin(String protocol) {
        if (!protocol.equals(Ordering.FBP)) return 1;
        int members = 1;
        while (!isEnough(members)) members++;
        return members;
    }

    private static boolean isEnough(int members) {
        try {
            return FbpQuorums.of(members).faulty() >= 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Creates the protocol with the name {@code protocol}, without broken rules.
     *
     * @throws IllegalArgumentException if the explorer cannot run a protocol with this name
     */
    public static ExploredProtocol of(String protocol) {
        if (protocol.equals(ZAB)) return new ExploredZab();
        if (protocol.equals(Ordering.EPAXOS)) return new ExploredEpaxos();
        if (Ordering.names().contains(protocol)) return new ExploredOrdering(protocol);
        throw new IllegalArgumentException("expected one of " + names() + ", got " + protocol);
    }
}
