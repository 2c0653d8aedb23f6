package io.abcast.search;

import io.abcast.ordering.Ordering;
import io.abcast.sim.Subject;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;

/** The protocols that the random search can run, by their names on the command line. */
public final class SearchedProtocols {
    private static final List<Integer> MEMBERS = List.of(3, 5);

    /** FBP needs six members to tolerate one faulty member. */
    private static final List<Integer> FBP_MEMBERS = List.of(6, 7);

    /** Variant of {@link Ordering#EPAXOS} in which only requests with common keys interfere. */
    public static final String EPAXOS_BY_KEYS = EpaxosFamily.KEYS;

    /** Suffix of the name of EPaxos if the overlay network FOREST carries the payloads of EPaxos. */
    public static final String FOREST = EpaxosFamily.FOREST;

    private SearchedProtocols() {}

    /** Names of the protocols that have a corpus of seeds, in a fixed order. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(zabFamily());
        names.addAll(Ordering.names());
        names.add(Ordering.EPAXOS);
        names.add("ZAB" + OmahaSubject.SUFFIX);
        names.add(Ordering.PAXOS + OmahaSubject.SUFFIX);
        return names;
    }

    /** The names of the protocols of the Zab family, and {@link ZabFamily#MIXED}. */
    public static List<String> zabFamily() {
        List<String> names = new ArrayList<>(Variants.names());
        names.add(ZabFamily.MIXED);
        return names;
    }

    /**
     * Sizes in members of the ensembles in the protocol's corpus of seeds.
     *
     * @throws IllegalArgumentException if there is no protocol with the name {@code protocol}
     */
    public static List<Integer> members(String protocol) {
        if (plain(protocol).equals(Ordering.FBP)) return FBP_MEMBERS;
        int smallest = MEMBERS.get(0);
        of(protocol, smallest);
        return MEMBERS.stream().filter(n -> n == smallest || fits(protocol, n)).toList();
    }

    private static boolean fits(String protocol, int members) {
        try {
            of(protocol, members);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Creates the protocol, whose name may end with {@link OmahaSubject#SUFFIX}, in the form that the simulator runs;
     * the object is not thread-safe.
     *
     * @throws IllegalArgumentException if there is no protocol with this name, or the protocol cannot run with {@code
     *     members} members
     */
    public static Subject of(String protocol, int members) {
        String plain = plain(protocol);
        if (EpaxosFamily.has(protocol)) return EpaxosFamily.of(protocol);
        Subject subject =
                Ordering.names().contains(plain)
                        ? OrderingFamily.of(plain, members)
                        : ZabFamily.of(plain, members);
        return plain.equals(protocol) ? subject : new OmahaSubject(subject);
    }

    private static String plain(String protocol) {
        return protocol.endsWith(OmahaSubject.SUFFIX)
                ? protocol.substring(0, protocol.length() - OmahaSubject.SUFFIX.length())
                : protocol;
    }
}
