package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;
import java.util.TreeMap;

/**
 * The pledges of a node: each kind of {@link Wait} has numbers of its own, and is announced to last as long as it did lately. Before the
 * first of a kind has ended, nothing is said about its time.
 *
 * <p><b>Bound:</b> of each kind one for each slot of which the member keeps anything.
 */
final class Waits {
    private static final Wait[] KINDS = Wait.values();

    /** How much the last one counts. */
    private static final double WEIGHT = 0.125;

    private final Effects effects;
    private final Set<Integer> others;

    /** By kind and number, since when. */
    private final TreeMap<Wait, TreeMap<Long, Long>> open = new TreeMap<>();

    /** By kind; 0: not known. */
    private final double[] lastsNanos = new double[KINDS.length];

    Waits(Effects effects, Set<Integer> others) {
        this.effects = effects;
        this.others = others;
        for (Wait kind : KINDS) open.put(kind, new TreeMap<>());
    }

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to, long slotsMax) {
        for (TreeMap<Long, Long> those : open.values())
            to.queue("open pledges", those.size(), slotsMax);
    }

    /** How many members each pledge names. */
    int others() {
        return others.size();
    }

    private static long pledge(Wait kind, long number) {
        return number * KINDS.length + kind.ordinal();
    }

    /** Unless it is open. */
    void begin(Wait kind, long number, long nowNanos) {
        if (open.get(kind).putIfAbsent(number, nowNanos) != null) return;
        effects.beginPledge(pledge(kind, number), others, (long) lastsNanos[kind.ordinal()]);
    }

    /** What was waited for is there; called before the sends that follow. */
    void end(Wait kind, long number, long nowNanos) {
        Long since = open.get(kind).remove(number);
        if (since == null) return;
        effects.endPledge(pledge(kind, number));
        double lasted = Math.max(1, nowNanos - since);
        double before = lastsNanos[kind.ordinal()];
        lastsNanos[kind.ordinal()] = before == 0 ? lasted : before + WEIGHT * (lasted - before);
    }

    /** Nobody waits for those up to that number any more. */
    void giveUp(Wait kind, long throughNumber) {
        TreeMap<Long, Long> those = open.get(kind);
        while (!those.isEmpty() && those.firstKey() <= throughNumber)
            effects.endPledge(pledge(kind, those.pollFirstEntry().getKey()));
    }
}
