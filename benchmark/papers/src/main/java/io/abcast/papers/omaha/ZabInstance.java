package io.abcast.papers.omaha;

/**
 * Zab's broadcast of one transaction as in Mahamdi et al., 2023, section IV-D: "the leader initially proposes a
 * transaction to only a quorum of nodes ... After receiving an ack from all nodes of the initial quorum, the leader
 * sends a commit messages to each node". The original Zab and abcast's Zab differ from this model: their leader
 * proposes to all nodes.
 */
final class ZabInstance extends Instance {
    private static final int PROPOSE = 0;
    private static final int ACK = 1;
    private static final int COMMIT = 2;

    private final int quorum;
    private int acks;
    private int committed;

    ZabInstance(InstanceContext arena, int number, int leader, Algorithm.Quorums quorums) {
        super(Algorithm.ZAB, arena, number, leader);
        quorum = quorums.majority();
    }

    @Override
    void start() {
        for (int i = 0; i < quorum; i++)
            send(leader, (leader + i) % AggregationArena.NODES, PROPOSE, true);
        arena.beginPledge(this, leader, 2);
    }

    @Override
    void receive(int at, Signal signal) {
        switch (signal.type()) {
            // Every ack is critical, because the leader waits for the acks of all nodes to which it
            // proposed.
            case PROPOSE -> send(at, leader, ACK, true);
            case ACK -> {
                int before = acks;
                acks = with(acks, signal.from());
                if (!reached(before, acks, quorum)) return;
                arena.endPledge(this, leader);
                broadcast(leader, COMMIT, false);
            }
            case COMMIT -> {
                int before = committed;
                committed = with(committed, at);
                if (reached(before, committed, quorum)) done();
            }
            default -> throw new IllegalStateException("message " + signal.type());
        }
    }
}
