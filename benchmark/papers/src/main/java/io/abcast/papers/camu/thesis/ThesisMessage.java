package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionOperation;
import java.util.List;

/** A message between partitions that run the algorithms of Vandevoorde 2018. */
sealed interface ThesisMessage {
    /**
     * Message of TO-Multicast: begins the agreement on the timestamp of an operation.
     *
     * @param voters partitions that vote on the operation's timestamp, ascending; the array must not be changed
     */
    record Start(PartitionOperation operation, int[] voters) implements ThesisMessage {}

    /**
     * Message of TO-Multicast: the sender's vote for the timestamp of an operation. The largest vote of all voters
     * becomes the timestamp of the operation.
     */
    record Vote(long operation, long clock) implements ThesisMessage {}

    /** An operation on which the sender of the round message has imposed a timestamp. */
    record Dispatch(PartitionOperation operation, long clock) {}

    /**
     * Message of Periodic Broadcast that a partition sends to each neighbour in a round.
     *
     * @param lmec lower bound on clocks (LMEC): no operation that the sender dispatches in a later round has a lower
     *     clock
     */
    record RoundMessage(long round, long lmec, List<Dispatch> dispatches)
            implements ThesisMessage {}

    /**
     * A message of the protocol that switches a link between TO-Multicast and Periodic Broadcast (Vandevoorde 2018,
     * section 3.4).
     */
    sealed interface SwitchMessage extends ThesisMessage {
        /** Number that identifies the attempt to switch a link. */
        long id();
    }

    /**
     * Asks the receiver to switch the protocol of the link between sender and receiver.
     *
     * @param isFull whether the sender uses TO-Multicast on all its links
     * @param round number of the round at which the sender proposes to switch the link
     */
    record SwitchInit(long id, boolean toPeriodic, boolean isFull, long round)
            implements SwitchMessage {}

    /**
     * Accepts the switch of a link; {@code round} is the larger of the switching rounds that both partitions proposed.
     */
    record SwitchAccept(long id, boolean isFull, long round) implements SwitchMessage {}

    /** Refuses the switch of a link, refuses a lock, or gives up an attempt to switch. */
    record SwitchAbort(long id) implements SwitchMessage {}

    /**
     * Message of Vandevoorde 2018, Listing 4, line 6. The sender of this message has dispatched all its operations of
     * Periodic Broadcast over the link, and proposes the round of the switch.
     */
    record DrainVote(long id, long round) implements SwitchMessage {}

    /**
     * Message of Vandevoorde 2018, Listing 6, line 8: a coordinator asks a partition of its graph for the partition's
     * lock.
     */
    record GraphLock(long id) implements SwitchMessage {}

    /**
     * Message by which a partition grants its lock to a coordinator of a switch.
     *
     * @param isRepeat whether the other coordinator of the same switch already holds the lock of the partition that
     *     sends this message
     * @param neighbours partitions that exchange the messages of rounds with the sender; the array must not be changed
     * @param holdRound last round that the sender begins before it receives the next message of the switch
     */
    record GraphLocked(long id, boolean isRepeat, int[] neighbours, long holdRound)
            implements SwitchMessage {}

    /**
     * Tells the other coordinator of a switch that the sender has locked all partitions of its graph.
     *
     * @param round number of the round at which the sender's graph can switch
     * @param isJoined whether both coordinators of the switch are in one graph
     */
    record LocksHeld(long id, long round, boolean isJoined) implements SwitchMessage {}

    /**
     * Message of Vandevoorde 2018, Listing 6, line 15: at {@code switchingRound}, the round number of the receiver
     * changes to {@code finalRound}.
     */
    record RoundJump(long id, long switchingRound, long finalRound) implements SwitchMessage {}

    /** Message by which a coordinator releases the lock that it holds on the receiving partition. */
    record GraphUnlock(long id) implements SwitchMessage {}
}
