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
 * Checks that the nodes of FOREST, an overlay network for payloads, forward frames for each other. A special checker is
 * needed because the ordering protocol fetches payloads that FOREST loses: checkers of the order see lost frames only
 * as a delay.
 *
 * <p>{@link ForestWatch} checks the rules that FOREST keeps in all runs. This class adds rules for calm runs ({@link
 * ForestRun#isCalm}), in which the only possible fault is a relay that never sends to one member, its missed leaf:
 *
 * <ul>
 *   <li>Each frame arrives at each member within {@link #ARRIVAL_NANOS_MAX} after it was sent, or within {@link
 *       #LATE_ARRIVAL_NANOS_MAX} if the frame's relay never sends to the member.
 *   <li>No member fetches a payload from another member in a calm run.
 *   <li>The first copies of all frames have at most n-1 times the bytes of the payloads, for n members. Repeated copies
 *       of frames have at most {@link #AGAIN_SHARE} of the payload bytes, or {@link #AGAIN_SHARE_LATE} if a relay never
 *       sends to one leaf.
 * </ul>
 */
final class ForestDuties extends Checker {
    private static final long MILLI = 1_000_000;

    /**
     * Maximum virtual time in ns from the sending of a frame until its first copy arrives, in the slowest network that
     * a search draws.
     */
    static final long ARRIVAL_NANOS_MAX = 250 * MILLI;

    /**
     * Maximum virtual time in ns until a frame arrives at a member to which its relay never sends, because the source
     * must send it directly.
     */
    static final long LATE_ARRIVAL_NANOS_MAX = 1_500 * MILLI;

    /**
     * Bytes of repeated copies of frames, as a fraction of all payload bytes: sources repeat frames because a vote,
     * which acknowledges payloads, may come late.
     */
    private static final double AGAIN_SHARE = 1;

    private static final double AGAIN_SHARE_LATE = 2;

    private static final long AGAIN_BYTES = 64 << 10;

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

    /** Names of all sent frames are kept, because a source may repeat a frame that all members have received. */
    private final Set<FrameName> seen = new HashSet<>();

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
     * Called in runs without faults outside FOREST.
     *
     * @param relay rank of the relay; the rank of the source itself if the source sends the frame directly
     * @param to receivers of the frame, as one bit per rank
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

    void received(Frame frame, int rank) {
        Travelling its = travelling.get(FrameName.of(frame));
        if (its == null) return;
        its.missing &= ~(1L << rank);
        if (its.missing == 0) travelling.remove(FrameName.of(frame));
    }

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
