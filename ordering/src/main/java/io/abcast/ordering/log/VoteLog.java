package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * This member's votes as records of its log, and how long they stay there. The reasons: {@code docs/adr/0012-votes-in-the-log.md}.
 *
 * <p>A vote is recorded only by a member whose right to vote is durable, and names the storage and the ensemble that it was recorded for. So
 * a vote in the log is never taken for one of another ensemble.
 */
final class VoteLog {
    private final Journal journal;
    private final Founding founding;
    private final Applier applier;
    private final Consensus consensus;

    /** The base slot of the state, {@link Consensus#closed} and whether the member votes: as they are in the state being written. */
    private long writingBase;

    private long writingClosed;
    private boolean writingVoter;

    /** The same, in the durable state. */
    private long base;

    private long closed;
    private boolean voter;

    VoteLog(Journal journal, Founding founding, Applier applier, Consensus consensus) {
        this.journal = journal;
        this.founding = founding;
        this.applier = applier;
        this.consensus = consensus;
    }

    /**
     * All of the log is applied, and nothing of it is missing.
     *
     * @throws MalformedFrameException if a vote is not what the engine has recorded
     */
    void restore(List<VoteRecord> votes) {
        voter = founding.votes();
        for (VoteRecord vote : votes) {
            WireReader in = new WireReader(vote.bytes());
            if (in.i64() != stamp()) continue;
            assert voter : vote + ", but the durable state does not allow any";
            consensus.restoreVote(in);
            in.end();
        }
        closed = consensus.closed();
    }

    /** Whether the durable state says that the member votes. */
    boolean voter() {
        return voter;
    }

    /** {@link Consensus#closed} in the durable state. */
    long closed() {
        return closed;
    }

    void record(long slot, int bytes, Consumer<WireWriter> content) {
        assert voter : "vote in slot " + slot;
        journal.vote(slot, openFrom(), () -> encoded(bytes, content));
    }

    private byte[] encoded(int bytes, Consumer<WireWriter> content) {
        WireWriter to = new WireWriter(Long.BYTES + bytes).i64(stamp());
        content.accept(to);
        return to.toByteArray();
    }

    /** The storage and the ensemble. */
    private long stamp() {
        Incarnation own = founding.incarnation();
        return founding.era() ^ own.high() ^ Long.rotateLeft(own.low(), 32);
    }

    /**
     * Lower slots need no votes: after a crash at any time from now on, this member would start with their decisions, and with a state by
     * which the votes are not needed.
     */
    private long openFrom() {
        return 1 + Math.min(closed, Math.max(base, applier.restoredSlot()));
    }

    /** The state is about to be written, with that base slot. */
    void onWriting(long baseSlot) {
        writingBase = baseSlot;
        writingClosed = consensus.closed();
        writingVoter = founding.votes();
    }

    /** The state that was being written is durable. */
    void onPersisted() {
        base = writingBase;
        closed = writingClosed;
        voter = writingVoter;
    }
}
