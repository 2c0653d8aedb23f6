package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.Arrays;

/** A frame of this member that waits for acknowledgements. */
final class OwnFrame {
    static final long NEVER = Long.MIN_VALUE;

    final Frame frame;

    /** Relay of the overlay that carried the frame first; this member if the frame was sent directly. */
    final int overlay;

    /** Receivers that have not acknowledged the frame, without those that have left the view. */
    long missing;

    /** Receivers that have acknowledged the frame. */
    private long held;

    /** Members to which the frame was sent directly because it was late, one bit for each member. */
    long resent;

    /** Members for which the late frame waits in a queue, one bit for each member. */
    long queued;

    /**
     * Whether this frame has already led to a decision about its overlay, so that the frame causes no further
     * suspension.
     */
    boolean isJudged;

    /** Whether the frame is the probe of its overlay, which is suspended. */
    boolean isProbe;

    int attempts;

    /** Time when the member began to spread the frame. */
    final long openedNanos;

    /** Whether the frame counts in the limit of bytes in flight. */
    boolean isInFlight = true;

    /** Time in ns of the last transmission towards each member; {@link #NEVER} before the first transmission. */
    private final long[] sentNanos;

    /** @param receivers members that the frame is for, as bits */
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

    /** Number of other members that hold the frame. A member that left without it does not count. */
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
