package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestFigures;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.sim.check.Checker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks what the nodes of FOREST owe each other. The order above FOREST fetches the bytes that FOREST loses, so the
 * other checkers see a relay that loses frames only as a delay.
 *
 * <p>{@link ForestWatch} lists the rules of all runs. In a calm run ({@link ForestRun#isCalm}), without other faults,
 * there are these in addition:
 *
 * <ul>
 *   <li>Each frame arrives at each member within {@link #ARRIVAL_NANOS_MAX}, or within {@link #LATE_ARRIVAL_NANOS_MAX} if
 *       its relay misses the member.
 *   <li>No member fetches a payload.
 *   <li>First copies have at most n-1 times the bytes of the payloads. Further copies have at most {@link
 *       #AGAIN_SHARE} of the bytes of the payloads, or {@link #AGAIN_SHARE_LATE} if a relay misses a leaf.
 * </ul>
 */
final class ForestDuties extends Checker {
    private static final long MILLI = 1_000_000;

    /** Maximum virtual time until the first copy of a frame arrives, in the slowest network that a search draws. */
    static final long ARRIVAL_NANOS_MAX = 250 * MILLI;

    /** The same for a member that the relay misses. The source sends the frame again before the member would fetch it. */
    static final long LATE_ARRIVAL_NANOS_MAX = 1_500 * MILLI;

    /** A vote may come late, and a member that has learnt a decision does not vote. */
    private static final double AGAIN_SHARE = 1;

    private static final double AGAIN_SHARE_LATE = 2;

    /** Further copies in runs with few payloads. */
    private static final long AGAIN_BYTES = 64 << 10;

    /** A frame that some members have not received, as bits. */
    private static final class Travelling {
        final int relay;
        final long sentNanos;
        long missing;

        Travelling(int relay, long sentNanos) {
            this.relay = relay;
            this.sentNanos = sentNanos;
        }
    }

    private final ForestRun run;
    private final Map<FrameName, Travelling> travelling = new LinkedHashMap<>();

    /** All frames so far. A source may send one again after all members have received it. */
    private final Set<FrameName> seen = new HashSet<>();

    /** The counters of all incarnations of all members. */
    private final List<ForestFigures> figures = new ArrayList<>();

    private int members;

    ForestDuties(ForestRun run) {
        this.run = run;
        run.duties = this;
    }

    void begins(ForestFigures counters, int size) {
        figures.add(counters);
        members = size;
    }

    void broken(String what) {
        violated(what);
    }

    /**
     * In a calm run: a source sends a frame for the first time.
     *
     * @param relay rank of the relay; the source itself if it sends directly
     * @param to receivers, as bits
     */
    void sent(Frame frame, int relay, long to) {
        FrameName name = FrameName.of(frame);
        Travelling its = travelling.get(name);
        if (its == null) {
            if (!seen.add(name)) return;
            its = new Travelling(relay, history().nowNanos());
            travelling.put(name, its);
        }
        its.missing |= to;
    }

    /** In a calm run: a member has received a frame for the first time. */
    void received(Frame frame, int rank) {
        Travelling its = travelling.get(FrameName.of(frame));
        if (its == null) return;
        its.missing &= ~(1L << rank);
        if (its.missing == 0) travelling.remove(FrameName.of(frame));
    }

    /** In a calm run: checks the frames that have not arrived. */
    void checkArrivals() {
        for (Iterator<Map.Entry<FrameName, Travelling>> i = travelling.entrySet().iterator();
                i.hasNext(); ) {
            Map.Entry<FrameName, Travelling> each = i.next();
            Travelling its = each.getValue();
            long nanos = history().nowNanos() - its.sentNanos;
            if (nanos <= ARRIVAL_NANOS_MAX) return;
            int leaf = Long.numberOfTrailingZeros(its.missing);
            boolean isMissed = its.missing == 1L << leaf && run.misses(its.relay, leaf, members);
            boolean isIn = isMissed && nanos <= LATE_ARRIVAL_NANOS_MAX;
            if (isIn) continue;
            violated(
                    "%s by relay %d has not reached the ranks of bits %x after %d ns"
                            .formatted(each.getKey(), its.relay, its.missing, nanos));
            return;
        }
    }

    @Override
    protected void onEnd() {
        audit();
    }

    @Override
    protected void audit() {
        if (!run.isCalm) return;
        long offered = 0;
        long first = 0;
        long again = 0;
        for (ForestFigures each : figures) {
            offered += each.bytesOffered();
            first += each.bytesDirect() + each.bytesToRelays() + each.bytesForwarded();
            again += each.bytesResent();
        }
        double share = run.badRelay < 0 ? AGAIN_SHARE : AGAIN_SHARE_LATE;
        if (first > (members - 1) * offered || again > share * offered + AGAIN_BYTES)
            violated(
                    "%d members sent %d bytes and again %d bytes for payloads of %d bytes"
                            .formatted(members, first, again, offered));
    }
}
