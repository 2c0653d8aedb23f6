package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLock;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLocked;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks of one coordinator of a switch (Vandevoorde 2018, Listing 6, lines 5 to 10). The coordinator locks its
 * neighbour partitions. Each granted lock carries the numbers of the neighbour's neighbours, which the coordinator
 * locks next. If both coordinators are in one connected graph, each partition of the graph is locked by one of the
 * coordinators.
 */
final class GraphLocks {
    private final int self;
    private final int peer;
    private final long id;
    private final PartitionContext context;
    private final boolean[] asked;
    private final List<Integer> granted = new ArrayList<>();
    private int outstanding;
    private long holdRound;
    private boolean isJoined;

    /**
     * @param peer partition number of the other coordinator of the switch.
     * @param neighbours partitions that share rounds with this coordinator.
     * @param holdRound last round that this coordinator begins before it knows the round of the switch
     */
    GraphLocks(
            int self,
            int peer,
            long id,
            int partitions,
            int[] neighbours,
            long holdRound,
            PartitionContext context) {
        this.self = self;
        this.peer = peer;
        this.id = id;
        this.holdRound = holdRound;
        this.context = context;
        asked = new boolean[partitions];
        lock(neighbours);
    }

    private void lock(int[] partitions) {
        for (int each : partitions) {
            if (each == peer) isJoined = true;
            if (each == peer || each == self || asked[each]) continue;
            asked[each] = true;
            outstanding++;
            context.send(each, new GraphLock(id));
        }
    }

    void onLocked(int from, GraphLocked reply) {
        outstanding--;
        if (reply.isRepeat()) {
            isJoined = true;
            return;
        }
        granted.add(from);
        holdRound = Math.max(holdRound, reply.holdRound());
        lock(reply.neighbours());
    }

    boolean isComplete() {
        return outstanding == 0;
    }

    boolean isJoined() {
        return isJoined;
    }

    /** Last round that any locked partition begins before it receives the next message of the switch. */
    long holdRound() {
        return holdRound;
    }

    void tellGranted(SwitchMessage message) {
        for (int each : granted) context.send(each, message);
    }
}
