package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;

/**
 * The linearizable reads that callers have submitted at this member. For a read, this member asks the leader for a read
 * index: the zxid up to which it must deliver entries before it answers. One request for a read index covers all
 * earlier reads, so this class stores only numbers of reads.
 *
 * <p><b>Bound:</b> at most {@link #ANSWERS_MAX} answers of the leader wait for deliveries; at the bound, a new answer
 * is merged with the last waiting answer.
 */
final class Reads {
    static final int ANSWERS_MAX = 1_024;

    private final Effects effects;
    private boolean any;
    private long submitted;
    private long asked;
    private long answered;

    /** For each answer of the leader that waits for delivery: the number of the last read that the answer covers. */
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

    long ask() {
        asked = submitted;
        return asked;
    }

    /** Marks the unanswered reads as not asked, so that this member asks again in its new session with the leader. */
    void askAgain() {
        asked = answered;
    }

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

    private void joinLast(long read, long zxid) {
        long last = upTo.tail() - 1;
        upTo.set(last, read);
        zxids.set(last, Math.max(zxid, zxids.get(last)));
    }

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

    long pending() {
        return any ? submitted - answered : 0;
    }
}
