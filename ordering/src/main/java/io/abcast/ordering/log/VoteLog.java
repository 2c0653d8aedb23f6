package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records this member's votes in its log, and determines how long the records stay there. The reasons for this design
 * are in {@code docs/adr/0012-votes-in-the-log.md}.
 *
 * <p>Only a member whose right to vote is durable records votes. A record names the storage and the ensemble for which
 * it was made, so a vote never counts in another ensemble.
 */
final class VoteLog {
    private final Journal journal;
    private final Ensemble ensemble;
    private final Applier applier;
    private final Consensus consensus;

    /** Content of the state that is being written: the base slot, and {@link Consensus#closed}. */
    private long writingBase;

    private long writingClosed;

    /** Content of the durable state: the base slot, and {@link Consensus#closed}. */
    private long base;

    private long closed;

    VoteLog(Journal journal, Ensemble ensemble, Applier applier, Consensus consensus) {
        this.journal = journal;
        this.ensemble = ensemble;
        this.applier = applier;
        this.consensus = consensus;
    }

    /**
     * Restores the votes. Called after the whole log has been applied, and only if no part of the log is missing.
     *
     * @throws MalformedFrameException if a vote is not a record of the engine
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

    /** {@link Consensus#closed} in the durable state. */
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
     * The first slot whose vote is needed. For lower slots no vote is needed: a member that starts after a crash has
     * the decisions of these slots durably, and its durable state records this.
     */
    private long openFrom() {
        return 1 + Math.min(closed, Math.max(base, applier.restoredSlot()));
    }

    /** Called before the state is written, with its base slot. */
    void onWriting(long baseSlot) {
        writingBase = baseSlot;
        writingClosed = consensus.closed();
    }

    /** Called when the state that was being written is durable. */
    void onPersisted() {
        base = writingBase;
        closed = writingClosed;
    }
}
