package io.abcast.papers.omaha;

import java.util.Locale;

/** The algorithms of table I of Mahamdi et al., 2023. */
enum Algorithm {
    PAXOS("Paxos", 4),
    FAST_PAXOS("Fast Paxos", 2),
    FBP("Fast Byzantine Paxos", 4),
    ZAB("Zab", 3);

    final String title;

    /**
     * Number of message delays, one after the other, from the beginning to the end of an instance (Mahamdi et al.,
     * 2023, table I).
     */
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
     * Sizes of quorums for fifteen nodes.
     *
     * @param accepted number of acceptors whose messages a node of Fast Byzantine Paxos needs to learn a value.
     * @param learned number of learners whose messages a node of Fast Byzantine Paxos needs to be satisfied
     */
    record Quorums(int majority, int fast, int accepted, int learned) {
        /**
         * Quorums of Mahamdi et al., 2023, which are safe only without faults: fast and classic quorums need not have a
         * common node.
         */
        static final Quorums PAPER = new Quorums(8, 9, 12, 9);

        /**
         * In Fast Paxos, two fast quorums of 11 nodes and a classic quorum of 9 nodes have a common node, because 2 x
         * 11 + 9 > 2 x 15. Fast Byzantine Paxos tolerates f = 2 faulty nodes with these sizes of its quorums (Martin
         * and Alvisi 2006).
         */
        static final Quorums SAFE = new Quorums(8, 11, 11, 9);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
