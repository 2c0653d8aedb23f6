package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;

/**
 * The linearizable reads that entered at this member. A read is asked of the leader, which answers with its commit point once
 * a quorum has confirmed its leadership; it is ready when this member has delivered up to there. One question covers every
 * read before it, so ordinals are enough.
 *
 * <p><b>Bound:</b> {@link #ANSWERS_MAX} answers that wait for delivery; then a further one joins the last.
 */
final class Reads {
    static final int ANSWERS_MAX = 1_024;

    private final Effects effects;
    private boolean any;
    private long submitted;
    private long asked;
    private long answered;

    /** Answered reads that wait for delivery: up to which read, up to which zxid. */
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

    /** The read up to which the next question asks; it counts as asked. */
    long ask() {
        asked = submitted;
        return asked;
    }

    /** The link to the leader is new: ask again what was not answered. */
    void askAgain() {
        asked = answered;
    }

    /** The leader's answer. */
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

    /** The reads of the last answer wait for what these wait for. */
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

    /** Reads not yet answered by the leader. */
    long pending() {
        return any ? submitted - answered : 0;
    }
}
