package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps the open pledges of a node: each pledge announces to the transport messages that the node will send after an
 * event. A pledge states its expected duration: the recent mean duration of the pledges of its kind, or 0 (unknown) at
 * first.
 *
 * <p><b>Bound:</b> for each kind of wait, the node has at most one open pledge per slot for which the member keeps
 * state.
 */
public final class Waits {
    private static final Wait[] KINDS = Wait.values();

    private static final double WEIGHT = 0.125;

    private final Effects effects;
    private final Set<Integer> others = new TreeSet<>();

    private final TreeMap<Wait, TreeMap<Long, Long>> open = new TreeMap<>();

    private final double[] lastsNanos = new double[KINDS.length];

    public Waits(Effects effects, int id, Membership members) {
        this.effects = effects;
        for (int other : members.ids()) if (other != id) others.add(other);
        for (Wait kind : KINDS) open.put(kind, new TreeMap<>());
    }

    /** Passes the numbers and bounds of the open pledges to the visitor {@code to}, see {@link LogNode#visitQueues}. */
    public void visitQueues(QueueVisitor to, long slotsMax) {
        for (TreeMap<Long, Long> those : open.values())
            to.queue("open pledges", those.size(), slotsMax);
    }

    int others() {
        return others.size();
    }

    private static long pledge(Wait kind, long number) {
        return number * KINDS.length + kind.ordinal();
    }

    void begin(Wait kind, long number, long nowNanos) {
        if (open.get(kind).putIfAbsent(number, nowNanos) != null) return;
        effects.beginPledge(pledge(kind, number), others, (long) lastsNanos[kind.ordinal()]);
    }

    void end(Wait kind, long number, long nowNanos) {
        Long since = open.get(kind).remove(number);
        if (since == null) return;
        effects.endPledge(pledge(kind, number));
        double lasted = Math.max(1, nowNanos - since);
        double before = lastsNanos[kind.ordinal()];
        lastsNanos[kind.ordinal()] = before == 0 ? lasted : before + WEIGHT * (lasted - before);
    }

    void giveUp(Wait kind, long throughNumber) {
        TreeMap<Long, Long> those = open.get(kind);
        while (!those.isEmpty() && those.firstKey() <= throughNumber)
            effects.endPledge(pledge(kind, those.pollFirstEntry().getKey()));
    }
}
