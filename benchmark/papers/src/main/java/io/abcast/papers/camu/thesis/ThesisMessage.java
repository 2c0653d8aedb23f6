package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionOperation;
import java.util.List;

/** A message of the thesis's algorithms. */
sealed interface ThesisMessage {
    /**
     * TO-Multicast: begins the agreement on the timestamp of an operation.
     *
     * @param voters partitions that vote, ascending; must not be changed
     */
    record Start(PartitionOperation operation, int[] voters) implements ThesisMessage {}

    /** TO-Multicast: the sender's vote for the timestamp of an operation. */
    record Vote(long operation, long clock) implements ThesisMessage {}

    /** An operation whose timestamp the sender has imposed. */
    record Dispatch(PartitionOperation operation, long clock) {}

    /**
     * Periodic Broadcast: the sender's message of a round.
     *
     * @param lmec no operation that the sender dispatches in a later round has a lower clock
     */
    record RoundMessage(long round, long lmec, List<Dispatch> dispatches)
            implements ThesisMessage {}

    /** A message of the switching protocol (section 3.4). */
    sealed interface SwitchMessage extends ThesisMessage {
        /** Identifies the attempt of a switch. */
        long id();
    }

    /**
     * Asks for a switch of the link between sender and receiver.
     *
     * @param isFull whether the sender uses TO-Multicast on all links
     * @param round proposed switching round
     */
    record SwitchInit(long id, boolean toPeriodic, boolean isFull, long round)
            implements SwitchMessage {}

    /** Accepts a switch; {@code round} is the larger of both proposed rounds. */
    record SwitchAccept(long id, boolean isFull, long round) implements SwitchMessage {}

    /** Refuses a switch, or a lock, or gives up a switch. */
    record SwitchAbort(long id) implements SwitchMessage {}

    /** Listing 4, line 6: nothing is left that Periodic Broadcast must dispatch; proposes a round. */
    record DrainVote(long id, long round) implements SwitchMessage {}

    /** Listing 6, line 8: locks a partition of a graph. */
    record GraphLock(long id) implements SwitchMessage {}

    /**
     * Grants a lock.
     *
     * @param isRepeat whether the other coordinator of the same switch holds the lock
     * @param neighbours partitions that share rounds with the sender; must not be changed
     * @param holdRound last round that the sender begins before it learns of the switch again
     */
    record GraphLocked(long id, boolean isRepeat, int[] neighbours, long holdRound)
            implements SwitchMessage {}

    /**
     * Tells the other coordinator that the sender has locked its graph.
     *
     * @param round round at which the sender's graph can switch
     * @param isJoined whether both coordinators are in one graph
     */
    record LocksHeld(long id, long round, boolean isJoined) implements SwitchMessage {}

    /** Listing 6, line 15: at {@code switchingRound}, the receiver's round becomes {@code finalRound}. */
    record RoundJump(long id, long switchingRound, long finalRound) implements SwitchMessage {}

    /** Releases a lock. */
    record GraphUnlock(long id) implements SwitchMessage {}
}
