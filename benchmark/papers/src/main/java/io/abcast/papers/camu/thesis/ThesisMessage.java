package io.abcast.papers.camu.thesis;

import io.abcast.papers.camu.arena.PartitionOperation;
import java.util.List;

/** A message between partitions that run the algorithms of Vandevoorde 2018. */
sealed interface ThesisMessage {
    /** @param voters partitions that vote on the operation's timestamp, ascending; the array must not be changed */
    record Start(PartitionOperation operation, int[] voters) implements ThesisMessage {}

    /** The largest vote of all voters becomes the timestamp of the operation. */
    record Vote(long operation, long clock) implements ThesisMessage {}

    record Dispatch(PartitionOperation operation, long clock) {}

    /**
     * @param lmec lower bound on clocks (LMEC): no operation that the sender dispatches in a later round has a lower
     *     clock
     */
    record RoundMessage(long round, long lmec, List<Dispatch> dispatches)
            implements ThesisMessage {}

    /** A message to switch the protocol of a link (Vandevoorde 2018, section 3.4). */
    sealed interface SwitchMessage extends ThesisMessage {
        long id();
    }

    record SwitchInit(long id, boolean toPeriodic, boolean isFull, long round)
            implements SwitchMessage {}

    /** @param round the larger of the switching rounds that both partitions proposed */
    record SwitchAccept(long id, boolean isFull, long round) implements SwitchMessage {}

    record SwitchAbort(long id) implements SwitchMessage {}

    /**
     * Vandevoorde 2018, Listing 4, line 6: the sender has dispatched all its operations of Periodic Broadcast over the
     * link.
     */
    record DrainVote(long id, long round) implements SwitchMessage {}

    /** Vandevoorde 2018, Listing 6, line 8: a coordinator asks a partition for its lock. */
    record GraphLock(long id) implements SwitchMessage {}

    /**
     * @param isRepeat whether the other coordinator of the same switch already holds the sender's lock
     * @param neighbours partitions that exchange the messages of rounds with the sender; the array must not be changed
     * @param holdRound last round that the sender begins before it receives the next message of the switch
     */
    record GraphLocked(long id, boolean isRepeat, int[] neighbours, long holdRound)
            implements SwitchMessage {}

    record LocksHeld(long id, long round, boolean isJoined) implements SwitchMessage {}

    /**
     * Vandevoorde 2018, Listing 6, line 15: at {@code switchingRound}, the round number of the receiver changes to
     * {@code finalRound}.
     */
    record RoundJump(long id, long switchingRound, long finalRound) implements SwitchMessage {}

    record GraphUnlock(long id) implements SwitchMessage {}
}
