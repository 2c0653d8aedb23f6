package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.Arrays;

/** A frame whose source is this member, and that waits for acknowledgements of other members. */
final class OwnFrame {
    static final long NEVER = Long.MIN_VALUE;

    final Frame frame;

    /** The relay over which the frame was sent first; this member if it sent the frame directly. */
    final int overlay;

    /** The receivers in the view that have not acknowledged the frame, one bit for each member. */
    long missing;

    private long held;
    long resent;

    /** The members for which a late copy of the frame waits in this source's queues, one bit for each member. */
    long queued;

    boolean isJudged;
    boolean isProbe;

    int attempts;
    final long openedNanos;
    boolean isInFlight = true;

    /**
     * Time in ns of the last transmission of the frame towards each member; {@link #NEVER} before the first
     * transmission.
     */
    private final long[] sentNanos;

    OwnFrame(Frame frame, int overlay, long receivers, long openedNanos) {
        this.frame = frame;
        this.overlay = overlay;
        this.openedNanos = openedNanos;
        missing = receivers;
        sentNanos = new long[Long.SIZE - Long.numberOfLeadingZeros(receivers)];
        Arrays.fill(sentNanos, NEVER);
    }

    long sequence() {
        return frame.sequence();
    }

    int bytes() {
        return frame.bytes().length;
    }

    long sentNanos(int member) {
        return sentNanos[member];
    }

    void sent(int member, long nowNanos) {
        if (member < sentNanos.length) sentNanos[member] = nowNanos;
    }

    void sentToAll(long nowNanos) {
        Arrays.fill(sentNanos, nowNanos);
    }

    void acknowledged(int member) {
        missing &= ~(1L << member);
        held |= 1L << member;
    }

    int holders() {
        return Long.bitCount(held);
    }

    boolean isMissing(int member) {
        return ((missing >>> member) & 1) != 0;
    }

    boolean isQueued(int member) {
        return ((queued >>> member) & 1) != 0;
    }

    boolean isResent(int member) {
        return ((resent >>> member) & 1) != 0;
    }
}
