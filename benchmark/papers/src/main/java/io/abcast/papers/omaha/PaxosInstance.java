package io.abcast.papers.omaha;

/** Paxos as in section II-C and algorithm 2: prepare, ack, accept, accepted by all to all. */
final class PaxosInstance extends Instance {
    private static final int PREPARE = 0;
    private static final int ACK = 1;
    private static final int ACCEPT = 2;
    private static final int ACCEPTED = 3;

    private final int quorum;
    private boolean accepting;

    /** Who has acked. */
    private int acks;

    /** By node: whose accepted it has. */
    private final int[] accepted = new int[AggregationArena.NODES];

    /** Who has decided. */
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

    /** "Each time a prepare or accept message is sent, Paxos arms its own timeout" (section IV-F). */
    private void again() {
        if (!arena.loses()) return;
        arena.after(
                arena.resendNanos(),
                () -> {
                    if (isDone()) return;
                    for (int to = 0; to < AggregationArena.NODES; to++)
                        if (!heard(to)) send(leader, to, accepting ? ACCEPT : PREPARE, true);
                    again();
                });
    }

    /** Whether {@code node} has answered; all have while the others still miss what they said, and then all are asked again. */
    private boolean heard(int node) {
        int answers = accepting ? accepted[leader] : acks;
        return Integer.bitCount(answers) < AggregationArena.NODES && (answers & 1 << node) != 0;
    }

    @Override
    void receive(int at, Signal signal) {
        switch (signal.type()) {
            case PREPARE -> {
                // Beyond the paper: what an acceptor sends next is its accepted, to everybody; and
                // an ack, which the leader alone waits for, saves one message and costs all.
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
