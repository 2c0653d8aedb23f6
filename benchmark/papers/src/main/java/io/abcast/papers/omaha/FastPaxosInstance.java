package io.abcast.papers.omaha;

/**
 * An instance that executes one fast round of Fast Paxos without a collision of values. The proposer sends its value to
 * all nodes, and each node then sends an accepted message to all nodes.
 */
final class FastPaxosInstance extends Instance {
    private static final int PROPOSE = 0;
    private static final int ACCEPTED = 1;

    private final int quorum;
    private final int[] accepted = new int[AggregationArena.NODES];
    private int decided;

    FastPaxosInstance(InstanceContext arena, int number, int leader, Algorithm.Quorums quorums) {
        super(Algorithm.FAST_PAXOS, arena, number, leader);
        quorum = quorums.fast();
    }

    @Override
    void start() {
        broadcast(leader, PROPOSE, true);
        // Table I of Mahamdi et al., 2023 has only this pledge (announcement to send) for Fast
        // Paxos: the next message of the proposer is its own accepted message.
        arena.beginPledge(this, leader, 1);
    }

    @Override
    void receive(int at, Signal signal) {
        if (signal.type() == PROPOSE) {
            arena.endPledge(this, at);
            broadcast(at, ACCEPTED, false);
            return;
        }
        int before = accepted[at];
        accepted[at] = with(before, signal.from());
        if (!reached(before, accepted[at], quorum)) return;
        decided = with(decided, at);
        if (Integer.bitCount(decided) == quorum) done();
    }
}
