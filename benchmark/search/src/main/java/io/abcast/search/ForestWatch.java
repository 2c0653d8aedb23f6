package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.Held;
import io.abcast.dissemination.forest.node.ForestMessage.RelayFull;
import io.abcast.dissemination.forest.node.ForestNode;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.kernel.Digest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks one incarnation of a FOREST node by the messages that it receives and sends. The rules hold in all runs, with
 * or without faults:
 *
 * <ul>
 *   <li>A relay sends each frame that it accepts once to each member of its view, except the frame's source and the
 *       relay itself. If the relay's queue for a member is full, the relay informs the frame's source instead. When the
 *       relay's queue for a member is empty, the relay must have sent all accepted frames to the member.
 *   <li>A relay sends no frame of another source that it has not accepted, and no frame whose bytes do not match their
 *       digest.
 *   <li>The bytes of a payload that the node delivers match the payload's digest.
 *   <li>A source sends a frame again, directly, to a member that has not acknowledged the frame. A source repeats an
 *       unacknowledged frame at most {@link ForestSettings#lateMaxNanos} plus a timer tick after the last copy has
 *       left. For a member that has acknowledged nothing yet, the limit for the first repetition is {@link
 *       ForestSettings#lateFirstNanos} plus a timer tick.
 * </ul>
 */
final class ForestWatch {
    private static final long TIMER_NANOS = 100_000;

    private static final class Own {
        final long sequence;
        final Digest payload;

        /** Rank of the frame's relay; the rank of this node if it has sent the frame directly. */
        final int overlay;

        /** Members that have not acknowledged the frame, as one bit per rank. */
        long missing;

        long held;
        long sent;
        long again;
        final long[] sentNanos = new long[ForestSettings.ID_MAX + 1];

        Own(long sequence, Digest payload, int overlay) {
            this.sequence = sequence;
            this.payload = payload;
            this.overlay = overlay;
        }
    }

    private final ForestNode node;
    private final int self;
    private final int size;
    private final long incarnation;
    private final ForestRun run;
    private final ForestDuties duties;

    /** Frames that this node, as a relay, has accepted and must still send to a member, by rank of the member. */
    private final List<LinkedHashSet<FrameName>> owed = new ArrayList<>();

    private final TreeMap<Long, Own> own = new TreeMap<>();

    /** Sequence numbers of own frames that the watch no longer checks: the node may repeat them, but need not. */
    private final Set<Long> done = new HashSet<>();

    /**
     * Members that hold each payload, as one bit per rank; a member may have fetched a payload before any frame leaves.
     */
    private final Map<Digest, Long> holders = new HashMap<>();

    private final int[] onLink;
    private final long[] leftNanos;
    private long present;

    /** Members that have acknowledged a frame of this node, as one bit per rank. */
    private long heard;

    /**
     * Members, one bit per rank, for which the node has repeated a frame, and may therefore have measured a longer
     * delay.
     */
    private long wasLate;

    /**
     * Members, one bit per rank, without checks of time limits, because frames to them wait for their first
     * transmission.
     */
    private long exempt;

    private long abandoned;
    private long checkNanos;

    ForestWatch(ForestNode node, int self, int size, long incarnation, ForestRun run) {
        this.node = node;
        this.self = self;
        this.size = size;
        this.incarnation = incarnation;
        this.run = run;
        duties = run.duties;
        onLink = new int[size];
        leftNanos = new long[size];
        for (int r = 0; r < size; r++) owed.add(new LinkedHashSet<>());
        duties.begins(node.figures(), size);
    }

    private static boolean has(long bits, int rank) {
        return ((bits >>> rank) & 1) != 0;
    }

    private void broken(String what, Object... arguments) {
        duties.broken("rank " + self + " " + what.formatted(arguments));
    }

    void view(long members) {
        exempt |= members & ~present;
        present = members;
        for (int r = 0; r < size; r++) if (!has(members, r)) owed.get(r).clear();
        for (Iterator<Own> i = own.values().iterator(); i.hasNext(); ) {
            Own each = i.next();
            each.missing &= members;
            if (each.missing == 0) remove(i, each);
        }
    }

    void receive(int from, ForestMessage message, Runnable handle) {
        if (message instanceof Held held && held.incarnation() == incarnation) onHeld(from, held);
        if (!(message instanceof Frame frame)) {
            handle.run();
            return;
        }
        FrameName name = FrameName.of(frame);
        long to = 0;
        if (frame.relay() && frame.source() != self)
            for (int r = 0; r < size; r++)
                if (r != self && r != frame.source() && has(present, r) && owed.get(r).add(name))
                    to |= 1L << r;
        long before = node.figures().framesReceived();
        handle.run();
        if (node.figures().framesReceived() != before) {
            if (run.isCalm) duties.received(frame, self);
            return;
        }
        for (int r = 0; r < size; r++)
            if (has(to, r) && !owed.get(r).remove(name))
                broken("sent %s on, which it did not accept", name);
    }

    private void onHeld(int from, Held held) {
        acknowledge(from, 1, held.upTo());
        for (int i = 0; i < held.ranges().length; i += 2)
            acknowledge(from, held.ranges()[i], held.ranges()[i + 1]);
    }

    private void acknowledge(int from, long first, long last) {
        if (first > last) return;
        acknowledge(own.subMap(first, true, last, true).values().iterator(), from, null);
    }

    void acknowledged(int from, Digest payload) {
        holders.merge(payload, 1L << from, (a, b) -> a | b);
        acknowledge(own.values().iterator(), from, payload);
    }

    private void acknowledge(Iterator<Own> frames, int from, Digest payload) {
        heard |= 1L << from;
        while (frames.hasNext()) {
            Own each = frames.next();
            if (payload != null && !payload.equals(each.payload)) continue;
            each.missing &= ~(1L << from);
            each.held |= 1L << from;
            if (each.missing == 0) remove(frames, each);
        }
    }

    void forgotten(Digest payload) {
        holders.remove(payload);
        for (Iterator<Own> i = own.values().iterator(); i.hasNext(); ) {
            Own each = i.next();
            if (each.payload.equals(payload)) remove(i, each);
        }
    }

    void sends(int to, ForestMessage message) {
        if (!(message instanceof RelayFull full)) return;
        FrameName name = new FrameName(to, full.incarnation(), full.sequence());
        for (int r = 0; r < size; r++) if (has(full.missed(), r)) owed.get(r).remove(name);
    }

    void delivers(Digest digest, byte[] payload) {
        if (!digest.equals(Digest.of(payload)))
            broken("delivers a payload that does not fit its digest %s", digest);
    }

    void transmits(int to, Frame frame, long nowNanos) {
        onLink[to]++;
        if (frame.source() == self && frame.sequence() != 0) {
            ownFrame(to, frame, nowNanos);
            return;
        }
        if (!frame.piece().equals(Digest.of(frame.bytes())))
            broken("sends a damaged frame of rank %d to rank %d", frame.source(), to);
        if (frame.sequence() == 0) return;
        FrameName name = FrameName.of(frame);
        if (!owed.get(to).remove(name)) broken("sends %s to rank %d without a reason", name, to);
    }

    private void remove(Iterator<Own> at, Own frame) {
        at.remove();
        done.add(frame.sequence);
    }

    private void ownFrame(int to, Frame frame, long nowNanos) {
        if (done.contains(frame.sequence())) {
            wasLate |= 1L << to;
            return;
        }
        Own its = own.get(frame.sequence());
        if (its == null) {
            its = new Own(frame.sequence(), frame.payload(), frame.relay() ? to : self);
            own.put(frame.sequence(), its);
        }
        long receivers = frame.relay() ? present & ~(1L << self) : 1L << to;
        long fresh = receivers & ~its.sent;
        its.missing |= fresh & ~exempt & ~holders.getOrDefault(frame.payload(), 0L);
        its.sent |= receivers;
        if (fresh == 0) {
            its.again |= receivers;
            wasLate |= receivers;
        }
        if (fresh != 0 && run.isCalm) duties.sent(frame, its.overlay, fresh & ~exempt);
        for (int r = 0; r < size; r++) if (has(receivers, r)) its.sentNanos[r] = nowNanos;
        if (its.missing != 0) return;
        own.remove(frame.sequence());
        done.add(frame.sequence());
    }

    void left(int to, long nowNanos) {
        onLink[to]--;
        leftNanos[to] = nowNanos;
    }

    void end(long nowNanos) {
        for (int r = 0; r < size; r++)
            if (!owed.get(r).isEmpty() && node.relayQueueBytes(r) == 0)
                broken("does not send %s to rank %d", owed.get(r).iterator().next(), r);
        if (node.figures().abandoned() != abandoned) {
            abandoned = node.figures().abandoned();
            int others = run.settings.quorum() - 1;
            for (Iterator<Own> i = own.values().iterator(); i.hasNext(); ) {
                Own each = i.next();
                if (Long.bitCount(each.held) >= others) remove(i, each);
            }
            exempt = -1;
        }
        if (nowNanos - checkNanos >= 0) {
            checkNanos = nowNanos + run.settings.tickNanos();
            own.values().forEach(each -> checkLate(each, nowNanos));
        }
        boolean isIdle = true;
        for (int each : onLink) isIdle &= each == 0;
        if (isIdle) exempt = 0;
        if (!run.isCalm) return;
        duties.checkArrivals();
        if (node.figures().bytesFetched() > 0)
            broken("fetched %d bytes", node.figures().bytesFetched());
    }

    private void checkLate(Own frame, long nowNanos) {
        ForestSettings s = run.settings;
        for (int r = 0; r < size; r++) {
            if (!has(frame.missing, r) || onLink[r] > 0) continue;
            boolean isFirst = !has(frame.again | heard | wasLate, r);
            long time = isFirst ? s.lateFirstNanos() : s.lateMaxNanos();
            long waits = nowNanos - Math.max(frame.sentNanos[r], leftNanos[r]);
            if (waits > time + s.tickNanos() + TIMER_NANOS)
                broken(
                        "does not send frame %d again to rank %d, after %d ns",
                        frame.sequence, r, waits);
        }
    }
}
