package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;

/**
 * The linearizable reads that callers have submitted at this member. For a read, this member asks the leader for a read
 * index: the zxid up to which it must deliver entries before it answers. The leader answers once a quorum has confirmed
 * that the leader still leads. A read is ready when this member has delivered all entries up to the read index. One
 * request for a read index covers all earlier reads, so this class stores only numbers of reads.
 *
 * <p><b>Bound:</b> at most {@link #ANSWERS_MAX} answers of the leader wait until this member has delivered enough
 * entries. At the bound of waiting answers, a new answer is merged with the last waiting answer.
 */
final class Reads {
    static final int ANSWERS_MAX = 1_024;

    private final Effects effects;
    private boolean any;
    private long submitted;
    private long asked;
    private long answered;

    /**
     * For each answer of the leader that waits for delivery: the number of the last read that the answer covers. The
     * field {@code zxids} has the read index of each waiting answer.
     */
    private final LongRing upTo = new LongRing();

    private final LongRing zxids = new LongRing();

    Reads(Effects effects) {
        this.effects = effects;
    }

    void submit(long read) {
        if (!any) {
            any = true;
            asked = read - 1;
            answered = read - 1;
        }
        submitted = read;
    }

    boolean hasUnasked() {
        return any && asked < submitted;
    }

    /**
     * Returns the number of the last submitted read, for the next request of a read index, and marks all reads up to it
     * as asked.
     */
    long ask() {
        asked = submitted;
        return asked;
    }

    /** Marks the unanswered reads as not asked, so that this member asks again in its new session with the leader. */
    void askAgain() {
        asked = answered;
    }

    /** Records the leader's answer: {@code zxid} is the read index of all reads up to number {@code read}. */
    void answer(long read, long zxid, long delivered) {
        if (read <= answered || read > asked) return;
        answered = read;
        if (upTo.size() == ANSWERS_MAX) joinLast(read, zxid);
        else {
            upTo.add(read);
            zxids.add(zxid);
        }
        onDelivered(delivered);
    }

    /**
     * Merges an answer of the leader with the last waiting answer, so that the reads of the two answers wait for the
     * later read index.
     */
    private void joinLast(long read, long zxid) {
        long last = upTo.tail() - 1;
        upTo.set(last, read);
        zxids.set(last, Math.max(zxid, zxids.get(last)));
    }

    /**
     * Reports the number of the leader's answers that wait for delivery to {@code to}; see {@link Core#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("answers to reads", upTo.size(), ANSWERS_MAX);
    }

    void onDelivered(long delivered) {
        while (!upTo.isEmpty() && zxids.first() <= delivered) {
            effects.readReady(upTo.first());
            upTo.removeFirst();
            zxids.removeFirst();
        }
    }

    /** Returns the number of reads that the leader has not answered. */
    long pending() {
        return any ? submitted - answered : 0;
    }
}
