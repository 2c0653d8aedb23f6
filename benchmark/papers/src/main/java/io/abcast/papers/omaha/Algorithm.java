package io.abcast.papers.omaha;

import java.util.Locale;

/** The algorithms of the paper's table I. */
enum Algorithm {
    PAXOS("Paxos", 4),
    FAST_PAXOS("Fast Paxos", 2),
    FBP("Fast Byzantine Paxos", 4),
    ZAB("Zab", 3);

    final String title;

    /** Number of consecutive messages from the beginning to the end (table I). */
    final int steps;

    Algorithm(String title, int steps) {
        this.title = title;
        this.steps = steps;
    }

    Instance instance(InstanceContext arena, int number, int leader, Quorums quorums) {
        return switch (this) {
            case PAXOS -> new PaxosInstance(arena, number, leader, quorums);
            case FAST_PAXOS -> new FastPaxosInstance(arena, number, leader, quorums);
            case FBP -> new FbpInstance(arena, number, leader, quorums);
            case ZAB -> new ZabInstance(arena, number, leader, quorums);
        };
    }

    /**
     * Sizes of quorums of fifteen nodes.
     *
     * @param majority quorum of Paxos and Zab.
     * @param fast quorum of Fast Paxos.
     * @param accepted number of acceptors after which a node of Fast Byzantine Paxos learns a value.
     * @param learned number of learners after which a node of Fast Byzantine Paxos is satisfied.
     */
    record Quorums(int majority, int fast, int accepted, int learned) {
        /**
         * The paper's quorums: 2f+1 of 3f+1 nodes for Fast Paxos, and 60 % and 80 % of the nodes for Fast Byzantine
         * Paxos. These quorums of the paper are safe only without faults, because two fast quorums and a classic quorum
         * may not intersect.
         */
        static final Quorums PAPER = new Quorums(8, 9, 12, 9);

        /**
         * Quorums that are safe under faults. In Fast Paxos, two fast quorums of 11 nodes and a classic quorum of 9
         * intersect, because 2 x 11 + 9 > 2 x 15. In Fast Byzantine Paxos, f = 2 (Martin and Alvisi 2006).
         */
        static final Quorums SAFE = new Quorums(8, 11, 11, 9);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
