package io.abcast.search;

import io.abcast.ordering.Ordering;
import io.abcast.sim.Subject;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;

/** The protocols that the search runs, by the names of the command line. */
public final class SearchedProtocols {
    private static final List<Integer> MEMBERS = List.of(3, 5);

    /** FBP needs six members to tolerate one that is faulty. */
    private static final List<Integer> FBP_MEMBERS = List.of(6, 7);

    private SearchedProtocols() {}

    /**
     * The protocols that have a corpus of seeds, in a fixed order: the Zab family with its mixed ensembles, the orders by consensus, and
     * one protocol of each of the two with OMAHA's layer under it.
     */
    public static List<String> names() {
        List<String> names = new ArrayList<>(zabFamily());
        names.addAll(Ordering.names());
        names.add("ZAB" + OmahaSubject.SUFFIX);
        names.add(Ordering.PAXOS + OmahaSubject.SUFFIX);
        return names;
    }

    /** The protocols of the Zab family, and {@link ZabFamily#MIXED}. */
    public static List<String> zabFamily() {
        List<String> names = new ArrayList<>(Variants.names());
        names.add(ZabFamily.MIXED);
        return names;
    }

    /**
     * The sizes of ensembles that a corpus of this protocol has.
     *
     * @throws IllegalArgumentException if there is no such protocol
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
     * The protocol of that name as the simulator runs it. A name may end with {@link OmahaSubject#SUFFIX}. The subject belongs to one
     * thread.
     *
     * @throws IllegalArgumentException if there is no such protocol, or it cannot run with so many members
     */
    public static Subject of(String protocol, int members) {
        String plain = plain(protocol);
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
