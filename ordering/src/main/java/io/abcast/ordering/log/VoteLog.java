package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records this member's votes in its log, and determines how long the vote records stay in the log. The file {@code
 * docs/adr/0012-votes-in-the-log.md} gives the reasons why votes are in the log.
 *
 * <p>Only a member whose right to vote is durable records votes. A vote record names the storage and the ensemble for
 * which it was made, so a vote never counts in another ensemble.
 */
final class VoteLog {
    private final Journal journal;
    private final Ensemble ensemble;
    private final Applier applier;
    private final Consensus consensus;

    /**
     * The last durable slot in the state that was last handed to the storage; the next field is {@link
     * Consensus#closed} in this state.
     */
    private long writingBase;

    private long writingClosed;

    /**
     * The last durable slot that the durable state names; the field after it is {@link Consensus#closed} in the durable
     * state.
     */
    private long base;

    private long closed;

    VoteLog(Journal journal, Ensemble ensemble, Applier applier, Consensus consensus) {
        this.journal = journal;
        this.ensemble = ensemble;
        this.applier = applier;
        this.consensus = consensus;
    }

    /**
     * Restores the votes that this member recorded before its restart. The node calls {@code restore} after it has
     * applied the whole log, and only if no part of the log is missing.
     *
     * @throws MalformedFrameException if a vote record does not contain a vote of the engine
     */
    void restore(List<VoteRecord> votes) {
        ensemble.restored();
        for (VoteRecord vote : votes) {
            WireReader in = new WireReader(vote.bytes());
            if (in.i64() != ensemble.founding().stamp()) continue;
            assert ensemble.votesDurably() : vote + ", but the durable state does not allow any";
            consensus.restoreVote(in);
            in.end();
        }
        closed = consensus.closed();
    }

    /**
     * The value of {@link Consensus#closed} (the slot up to which this member needs no recorded votes) in the durable
     * state.
     */
    long closed() {
        return closed;
    }

    void record(long slot, int bytes, Consumer<WireWriter> content) {
        assert ensemble.votesDurably() : "vote in slot " + slot;
        journal.vote(slot, openFrom(), () -> encoded(bytes, content));
    }

    private byte[] encoded(int bytes, Consumer<WireWriter> content) {
        WireWriter to = new WireWriter(Long.BYTES + bytes).i64(ensemble.founding().stamp());
        content.accept(to);
        return to.toByteArray();
    }

    /**
     * The lowest slot whose vote this member still needs. The durable state of the member shows that it holds the
     * decisions of all lower slots, so it needs no votes in these slots.
     */
    private long openFrom() {
        return 1 + Math.min(closed, Math.max(base, applier.restoredSlot()));
    }

    /**
     * Records that the state which the node is about to write names {@code baseSlot} as the last durable slot. The node
     * calls {@code onWriting} before it writes the state.
     */
    void onWriting(long baseSlot) {
        writingBase = baseSlot;
        writingClosed = consensus.closed();
    }

    /** Records that the state of the last call of {@link #onWriting} is durable. */
    void onPersisted() {
        base = writingBase;
        closed = writingClosed;
    }
}
