package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.Arrays;

/** A frame whose source is this member, and that waits for acknowledgements of other members. */
final class OwnFrame {
    static final long NEVER = Long.MIN_VALUE;

    final Frame frame;

    /** The relay of the overlay over which the frame was sent first; this member if it sent the frame directly. */
    final int overlay;

    /** The receivers in the view that have not acknowledged the frame, one bit for each member. */
    long missing;

    /** The receivers that have acknowledged the frame, one bit for each member. */
    private long held;

    /**
     * The members to which this source has sent a direct copy of the frame because their acknowledgements were late,
     * one bit for each member.
     */
    long resent;

    /** The members for which a late copy of the frame waits in this source's queues, one bit for each member. */
    long queued;

    /**
     * Whether this frame no longer affects the use of its overlay; for example, because the source has already
     * suspended the overlay for it.
     */
    boolean isJudged;

    /** Whether the frame is the probe by which the source tests its suspended overlay. */
    boolean isProbe;

    int attempts;

    /** Time in ns at which this member began to spread the frame. */
    final long openedNanos;

    /** Whether the bytes of the frame count against the limit on own bytes in flight. */
    boolean isInFlight = true;

    /**
     * Time in ns of the last transmission of the frame towards each member; {@link #NEVER} before the first
     * transmission.
     */
    private final long[] sentNanos;

    /** @param receivers members of the view that must receive the frame, one bit for each member */
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

    /** Number of other members that have acknowledged the frame. */
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
