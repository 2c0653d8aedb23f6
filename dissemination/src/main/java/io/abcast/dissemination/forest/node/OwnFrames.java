package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.kernel.Digest;
import io.abcast.kernel.FlightLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The frames of this member (the source) that some member has not acknowledged. If a member does not acknowledge a
 * frame in time, the source sends this late frame directly to the member. If the member still acknowledges other
 * frames, the late frame's overlay is at fault, and the source suspends the overlay.
 */
final class OwnFrames {
    interface Resender {
        /** @param isUrgent whether fewer than a quorum of members hold the frame, so that the copy has priority */
        void resend(int to, OwnFrame frame, boolean isUrgent);
    }

    /**
     * Time in ns after which frames that only silent members lack no longer block the source, so that a crashed member
     * does not stop it.
     */
    private static final long SILENT_NANOS = 1_000_000_000;

    private final int self;
    private final ForestSettings settings;
    private final ForestFigures figures;
    private final OverlayHealth health;
    private final Resender resender;
    private final PathDelays delays;
    private final HopDelays hops = new HopDelays();
    private final FlightLimit flight = new FlightLimit();
    private final TreeMap<Long, OwnFrame> waiting = new TreeMap<>();

    /**
     * For each payload, the first and the last sequence number of its frames; used only if {@link ForestSettings#keeps}
     * is true.
     */
    private final Map<Digest, long[]> numbers = new HashMap<>();

    private final long[] heardNanos = new long[ForestSettings.ID_MAX + 1];

    /** For each member: the latest time in ns at which this source sent a frame that the member has acknowledged. */
    private final long[] acknowledgedSentNanos = new long[ForestSettings.ID_MAX + 1];

    private final long[] upTo = new long[ForestSettings.ID_MAX + 1];

    private long lastSequence;
    private long bytes;

    OwnFrames(
            int self,
            ForestSettings settings,
            ForestFigures figures,
            OverlayHealth health,
            Resender resender) {
        this.self = self;
        this.settings = settings;
        this.figures = figures;
        this.health = health;
        this.resender = resender;
        delays = new PathDelays(settings);
        for (int i = 0; i < acknowledgedSentNanos.length; i++)
            acknowledgedSentNanos[i] = heardNanos[i] = OwnFrame.NEVER;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    HopDelays hops() {
        return hops;
    }

    long nextSequence() {
        return lastSequence + 1;
    }

    long floor() {
        return waiting.isEmpty() ? lastSequence + 1 : waiting.firstKey();
    }

    /**
     * Gives up frames that a quorum holds, oldest first, if too many bytes are in flight.
     *
     * @return whether {@code newBytes} bytes more may wait for acknowledgements
     */
    boolean makeRoom(long newBytes, long nowNanos) {
        if (bytes + newBytes <= settings.ownBytesMax()) return true;
        Iterator<OwnFrame> oldest = waiting.values().iterator();
        while (bytes + newBytes > settings.ownBytesMax() && oldest.hasNext()) {
            OwnFrame frame = oldest.next();
            if (frame.holders() < settings.quorum() - 1) continue;
            oldest.remove();
            forget(frame, nowNanos);
            figures.abandoned++;
        }
        return bytes + newBytes <= settings.ownBytesMax();
    }

    boolean isFlightFull() {
        return flight.isFull();
    }

    OwnFrame add(Frame frame, int overlay, long receivers, boolean isProbe, long nowNanos) {
        OwnFrame own = new OwnFrame(frame, overlay, receivers, nowNanos);
        flight.opened(own.bytes());
        own.isProbe = isProbe;
        lastSequence = frame.sequence();
        waiting.put(frame.sequence(), own);
        bytes += own.bytes();
        if (settings.keeps())
            numbers.computeIfAbsent(
                                    frame.payload(),
                                    none -> new long[] {frame.sequence(), frame.sequence()})[1] =
                    frame.sequence();
        return own;
    }

    private void forget(OwnFrame frame, long nowNanos) {
        bytes -= frame.bytes();
        land(frame);
        if (frame.isProbe && frame.missing == 0 && frame.resent == 0) health.resume(frame.overlay);
        else if (frame.isProbe && !frame.isJudged) health.suspend(frame.overlay, nowNanos);
        frame.missing = 0;
        long[] range = numbers.get(frame.frame.payload());
        if (range != null && frame.sequence() == range[1]) numbers.remove(frame.frame.payload());
    }

    void held(int member, Held held, long nowNanos) {
        if (held.upTo() > upTo[member]) {
            acknowledge(member, upTo[member] + 1, held.upTo(), null, nowNanos);
            upTo[member] = Math.min(held.upTo(), lastSequence);
        }
        for (int i = 0; i < held.ranges().length; i += 2)
            acknowledge(member, held.ranges()[i], held.ranges()[i + 1], null, nowNanos);
    }

    void forget(Digest payload, long nowNanos) {
        long[] range = numbers.get(payload);
        if (range == null) return;
        List<OwnFrame> its = new ArrayList<>();
        for (OwnFrame frame : waiting.subMap(range[0], true, range[1], true).values())
            if (payload.equals(frame.frame.payload())) its.add(frame);
        for (OwnFrame frame : its) remove(frame, nowNanos);
        numbers.remove(payload);
    }

    void held(int member, Digest payload, long nowNanos) {
        long[] range = numbers.get(payload);
        if (range != null) acknowledge(member, range[0], range[1], payload, nowNanos);
    }

    /** @param payload payload whose frames the member acknowledges; {@code null} for the frames of all payloads */
    private void acknowledge(int member, long first, long last, Digest payload, long nowNanos) {
        if (first > last) return;
        List<OwnFrame> done = new ArrayList<>();
        for (OwnFrame frame : waiting.subMap(first, true, last, true).values()) {
            if (!frame.isMissing(member)) continue;
            if (payload != null && !payload.equals(frame.frame.payload())) continue;
            frame.acknowledged(member);
            heardNanos[member] = nowNanos;
            judge(frame, member, nowNanos);
            if (frame.missing == 0) done.add(frame);
        }
        for (OwnFrame frame : done) remove(frame, nowNanos);
    }

    private void judge(OwnFrame frame, int member, long nowNanos) {
        long sent = frame.sentNanos(member);
        if (sent != OwnFrame.NEVER && sent > acknowledgedSentNanos[member])
            acknowledgedSentNanos[member] = sent;
        boolean isOriginal = !frame.isResent(member) || frame.isQueued(member);
        if (!isOriginal) {
            // The acknowledgement of a direct copy shows that the member is up, and that the
            // overlay has failed to deliver the frame in time.
            if (frame.overlay != self && !frame.isJudged) {
                frame.isJudged = true;
                health.suspend(frame.overlay, nowNanos);
            }
        } else if (sent != OwnFrame.NEVER) {
            delays.measured(frame.overlay, member, nowNanos - sent);
            if (frame.overlay == self || frame.overlay == member)
                hops.measured(member, nowNanos - sent);
        }
    }

    private void remove(OwnFrame frame, long nowNanos) {
        waiting.remove(frame.sequence());
        if (frame.isInFlight) {
            frame.isInFlight = false;
            flight.committed(frame.bytes(), frame.openedNanos, nowNanos);
        }
        forget(frame, nowNanos);
    }

    private void land(OwnFrame frame) {
        if (!frame.isInFlight) return;
        frame.isInFlight = false;
        flight.forgotten(frame.bytes());
    }

    private boolean lacksOnlySilent(OwnFrame frame, long nowNanos) {
        for (long rest = frame.missing; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (nowNanos - Math.max(heardNanos[member], frame.openedNanos) < SILENT_NANOS)
                return false;
        }
        return true;
    }

    void checkLate(long nowNanos) {
        for (OwnFrame frame : waiting.values()) {
            if (frame.isInFlight && lacksOnlySilent(frame, nowNanos)) land(frame);
            if (isStuck(frame, nowNanos)) {
                resend(frame, frame.missing);
                continue;
            }
            long late = 0;
            for (long rest = frame.missing & ~frame.queued; rest != 0; rest &= rest - 1) {
                int member = Long.numberOfTrailingZeros(rest);
                long sent = frame.sentNanos(member);
                if (sent == OwnFrame.NEVER) continue;
                long timeout =
                        frame.isResent(member)
                                ? delays.timeout(self, member, frame.attempts)
                                : delays.timeout(frame.overlay, member, 0);
                if (nowNanos - sent >= timeout) late |= 1L << member;
            }
            if (late != 0) late(frame, late, nowNanos);
        }
    }

    private boolean isStuck(OwnFrame frame, long nowNanos) {
        return frame.overlay != self
                && frame.resent == 0
                && frame.sentNanos(frame.overlay) == OwnFrame.NEVER
                && nowNanos - frame.openedNanos >= settings.lateFirstNanos()
                && ((health.suspended() >>> frame.overlay) & 1) != 0;
    }

    private void late(OwnFrame frame, long late, long nowNanos) {
        long first = late & ~frame.resent;
        figures.lateFrames += Long.bitCount(first);
        // Record a lower bound of the delay, because otherwise all frames behind a growing queue
        // would count as late.
        for (long rest = first; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            delays.late(frame.overlay, member, frame.isProbe, frame.sentNanos(member), nowNanos);
        }
        if (first != 0 && frame.overlay != self && !frame.isJudged) {
            boolean isSlow = false;
            for (long rest = first; rest != 0; rest &= rest - 1) {
                int member = Long.numberOfTrailingZeros(rest);
                isSlow |= isAhead(frame, member, nowNanos);
            }
            if (isSlow) {
                frame.isJudged = true;
                health.suspend(frame.overlay, nowNanos);
            }
        }
        resend(frame, late);
    }

    /** If a member has stopped, its missing acknowledgement is no evidence against the overlay of the frame. */
    private boolean isAhead(OwnFrame frame, int member, long nowNanos) {
        long sent = frame.sentNanos(member);
        return acknowledgedSentNanos[member] >= sent
                && heardNanos[member] - sent >= (nowNanos - sent) / 2;
    }

    void dropped(long sequence, long members, long nowNanos) {
        OwnFrame frame = waiting.get(sequence);
        if (frame == null) return;
        long missed = frame.missing & members & ~frame.resent & ~frame.queued;
        // A drop that the relay has reported is no reason to suspend the overlay; a suspended
        // overlay that was probed stays suspended.
        if (frame.isProbe && !frame.isJudged) health.suspend(frame.overlay, nowNanos);
        frame.isJudged = true;
        if (missed != 0) resend(frame, missed);
    }

    private void resend(OwnFrame frame, long to) {
        frame.attempts++;
        frame.resent |= to;
        frame.queued |= to;
        int needed = settings.quorum() - 1 - frame.holders();
        for (long rest = to; rest != 0; needed--) {
            int next = nearest(rest);
            rest &= ~(1L << next);
            // If nodes do not keep payloads, receivers deliver later frames only after this frame,
            // so the late copy always has priority.
            resender.resend(next, frame, needed > 0 || !settings.keeps());
        }
    }

    private int nearest(long members) {
        int best = -1;
        for (long rest = members; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (best < 0 || known(member) < known(best)) best = member;
        }
        return best;
    }

    private double known(int member) {
        double delay = delays.delay(self, member);
        return delay == 0 ? Double.MAX_VALUE : delay;
    }

    void retain(long present, long nowNanos) {
        List<OwnFrame> done = new ArrayList<>();
        for (OwnFrame frame : waiting.values()) {
            frame.missing &= present;
            frame.resent &= present;
            if (frame.missing == 0) {
                done.add(frame);
                continue;
            }
            boolean isLost = frame.overlay != self && ((present >>> frame.overlay) & 1) == 0;
            long lost = frame.missing & ~frame.resent & ~frame.queued;
            if (!isLost || lost == 0) continue;
            frame.isJudged = true;
            resend(frame, lost);
        }
        for (OwnFrame frame : done) {
            land(frame);
            remove(frame, nowNanos);
        }
        for (int member = 0; member < upTo.length; member++)
            if (((present >>> member) & 1) == 0) {
                upTo[member] = 0;
                hops.forget(member);
            }
    }
}
