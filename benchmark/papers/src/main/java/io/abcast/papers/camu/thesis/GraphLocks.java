package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLock;
import io.abcast.papers.camu.thesis.ThesisMessage.GraphLocked;
import io.abcast.papers.camu.thesis.ThesisMessage.SwitchMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks of one coordinator (Listing 6, lines 5 to 10). The coordinator locks its neighbours, learns their
 * neighbours, and locks these too. Both coordinators of a switch do so; in one graph, each partition is locked by one of
 * them.
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
     * Begins to lock.
     *
     * @param peer the other coordinator
     * @param neighbours neighbours of this coordinator
     * @param holdRound last round that this coordinator begins before it knows the switching round
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

    /** Whether the whole graph is locked. */
    boolean isComplete() {
        return outstanding == 0;
    }

    /** Whether the other coordinator is in the same graph. */
    boolean isJoined() {
        return isJoined;
    }

    /** Last round that any locked partition begins before it learns of the switch again. */
    long holdRound() {
        return holdRound;
    }

    void tellGranted(SwitchMessage message) {
        for (int each : granted) context.send(each, message);
    }
}
