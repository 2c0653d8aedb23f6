package io.abcast.ordering.log;

import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records this member's votes in its log, and determines how long the vote records stay in the log. The file {@code
 * docs/adr/0012-votes-in-the-log.md} gives the reasons why votes are in the log. A vote record names the storage and
 * the ensemble for which it was made, so a vote never counts in another ensemble.
 */
final class VoteLog {
    private final Journal journal;
    private final Ensemble ensemble;
    private final Applier applier;
    private final Consensus consensus;

    private long writingBase;

    private long writingClosed;

    private long base;

    private long closed;

    VoteLog(Journal journal, Ensemble ensemble, Applier applier, Consensus consensus) {
        this.journal = journal;
        this.ensemble = ensemble;
        this.applier = applier;
        this.consensus = consensus;
    }

    /**
     * Restores the votes recorded before the restart, after the whole log was applied, and only if no part of the log
     * is missing.
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
     * The lowest slot whose vote this member still needs: its durable state shows that it holds the decisions of all
     * lower slots.
     */
    private long openFrom() {
        return 1 + Math.min(closed, Math.max(base, applier.restoredSlot()));
    }

    void onWriting(long baseSlot) {
        writingBase = baseSlot;
        writingClosed = consensus.closed();
    }

    void onPersisted() {
        base = writingBase;
        closed = writingClosed;
    }
}
