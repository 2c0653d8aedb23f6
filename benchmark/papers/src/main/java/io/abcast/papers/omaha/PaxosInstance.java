package io.abcast.papers.omaha;

/**
 * Paxos as in Mahamdi et al., 2023, section II-C and algorithm 2. The leader of a Paxos instance sends prepare to all
 * nodes, receives acks, and sends accept to all nodes. After accept, each node sends accepted to all nodes.
 */
final class PaxosInstance extends Instance {
    private static final int PREPARE = 0;
    private static final int ACK = 1;
    private static final int ACCEPT = 2;
    private static final int ACCEPTED = 3;

    private final int quorum;
    private boolean accepting;
    private int acks;

    /** For each node, the nodes whose accepted messages it has received, one bit per node. */
    private final int[] accepted = new int[AggregationArena.NODES];

    private int decided;

    PaxosInstance(InstanceContext arena, int number, int leader, Algorithm.Quorums quorums) {
        super(Algorithm.PAXOS, arena, number, leader);
        quorum = quorums.majority();
    }

    @Override
    void start() {
        broadcast(leader, PREPARE, true);
        arena.beginPledge(this, leader, 2);
        again();
    }

    /**
     * Mahamdi et al., 2023, section IV-F: "Each time a prepare or accept message is sent, Paxos arms its own timeout".
     */
    private void again() {
        if (!arena.loses()) return;
        arena.after(
                arena.resendNanos(),
                () -> {
                    if (isDone()) return;
                    for (int to = 0; to < AggregationArena.NODES; to++)
                        if (!hasAnswered(to)) send(leader, to, accepting ? ACCEPT : PREPARE, true);
                    again();
                });
    }

    /**
     * Returns false for every node if all nodes have answered, because then the network has lost some other message.
     */
    private boolean hasAnswered(int node) {
        int answers = accepting ? accepted[leader] : acks;
        return Integer.bitCount(answers) < AggregationArena.NODES && (answers & 1 << node) != 0;
    }

    @Override
    void receive(int at, Signal signal) {
        switch (signal.type()) {
            case PREPARE -> {
                // Extension of Mahamdi et al., 2023: the ack is critical, because holding it would
                // save one message but delay the whole instance.
                boolean beyond = arena.acceptorsPledge();
                send(at, leader, ACK, beyond);
                if (at != leader && beyond) arena.beginPledge(this, at, 2);
            }
            case ACK -> {
                int before = acks;
                acks = with(acks, signal.from());
                if (!reached(before, acks, quorum)) return;
                accepting = true;
                arena.endPledge(this, leader);
                broadcast(leader, ACCEPT, true);
                if (arena.acceptorsPledge()) arena.beginPledge(this, leader, 1);
            }
            case ACCEPT -> {
                arena.endPledge(this, at);
                broadcast(at, ACCEPTED, false);
            }
            case ACCEPTED -> {
                int before = accepted[at];
                accepted[at] = with(before, signal.from());
                if (!reached(before, accepted[at], quorum)) return;
                decided = with(decided, at);
                arena.decided(this, at);
                if (Integer.bitCount(decided) == quorum) done();
            }
            default -> throw new IllegalStateException("message " + signal.type());
        }
    }
}
