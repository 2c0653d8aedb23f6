package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;

/**
 * The linearizable reads that were submitted at this member. The member asks the leader for a read index. The leader
 * answers with its commit index once a quorum has confirmed its leadership. A read is ready when this member has
 * delivered all entries up to the read index. One question to the leader covers all earlier reads, so this class only
 * stores the numbers of reads.
 *
 * <p><b>Bound:</b> at most {@link #ANSWERS_MAX} answers wait for delivery. At the bound, a further answer is merged
 * with the last waiting answer.
 */
final class Reads {
    static final int ANSWERS_MAX = 1_024;

    private final Effects effects;
    private boolean any;
    private long submitted;
    private long asked;
    private long answered;

    /**
     * For each answer that waits for delivery, the number of the last read that the answer covers. The next field holds
     * the read indexes of these answers.
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

    /** Returns the last read that the next question covers, and marks it as asked. */
    long ask() {
        asked = submitted;
        return asked;
    }

    /** Marks unanswered reads as not asked, because the session with the leader is new. */
    void askAgain() {
        asked = answered;
    }

    /** Handles the leader's answer. */
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
     * Merges an answer with the last waiting answer, so that the reads of both answers wait for the later read index.
     */
    private void joinLast(long read, long zxid) {
        long last = upTo.tail() - 1;
        upTo.set(last, read);
        zxids.set(last, Math.max(zxid, zxids.get(last)));
    }

    /** See {@link Core#visitQueues}. */
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

    /** Number of reads that the leader has not answered. */
    long pending() {
        return any ? submitted - answered : 0;
    }
}
