package io.abcast.papers.omaha;

/**
 * An instance of Fast Byzantine Paxos (Martin and Alvisi 2006) in the common case, with the messages propose, accepted,
 * learned and satisfied.
 */
final class FbpInstance extends Instance {
    private static final int PROPOSE = 0;
    private static final int ACCEPTED = 1;
    private static final int LEARNED = 2;
    private static final int SATISFIED = 3;

    private final Algorithm.Quorums quorums;
    private final int[] accepted = new int[AggregationArena.NODES];
    private final int[] learned = new int[AggregationArena.NODES];
    private final int[] satisfied = new int[AggregationArena.NODES];
    private int over;

    FbpInstance(InstanceContext arena, int number, int leader, Algorithm.Quorums quorums) {
        super(Algorithm.FBP, arena, number, leader);
        this.quorums = quorums;
    }

    @Override
    void start() {
        broadcast(leader, PROPOSE, true);
        arena.beginPledge(this, leader, 1);
    }

    @Override
    void receive(int at, Signal signal) {
        switch (signal.type()) {
            case PROPOSE -> step(at, ACCEPTED, true);
            case ACCEPTED -> {
                int before = accepted[at];
                accepted[at] = with(before, signal.from());
                if (reached(before, accepted[at], quorums.accepted())) step(at, LEARNED, true);
            }
            case LEARNED -> {
                int before = learned[at];
                learned[at] = with(before, signal.from());
                if (reached(before, learned[at], quorums.learned())) step(at, SATISFIED, false);
            }
            case SATISFIED -> {
                int before = satisfied[at];
                satisfied[at] = with(before, signal.from());
                if (!reached(before, satisfied[at], quorums.learned())) return;
                over = with(over, at);
                if (Integer.bitCount(over) == quorums.learned()) done();
            }
            default -> throw new IllegalStateException("message " + signal.type());
        }
    }

    /**
     * Mahamdi et al., 2023, section IV-D, about announcements to send (pledges): "In FBP ... all nodes can make
     * pledges".
     */
    private void step(int at, int type, boolean another) {
        arena.endPledge(this, at);
        broadcast(at, type, false);
        if (another) arena.beginPledge(this, at, 1);
    }
}
