package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The pledges of a node. Each kind of {@link Wait} has its own numbers. A pledge states its expected duration, which is
 * the recent mean duration of the pledges of its kind. The expected duration is unknown until the first pledge of the
 * kind has ended.
 *
 * <p><b>Bound:</b> for each kind, one pledge for each slot whose state the member keeps.
 */
public final class Waits {
    private static final Wait[] KINDS = Wait.values();

    /** Weight of the newest duration in the exponentially weighted mean, in [0, 1]. */
    private static final double WEIGHT = 0.125;

    private final Effects effects;
    private final Set<Integer> others = new TreeSet<>();

    /** Start times of open pledges, by kind and number. */
    private final TreeMap<Wait, TreeMap<Long, Long>> open = new TreeMap<>();

    /** Mean duration by kind in nanoseconds; 0 if unknown. */
    private final double[] lastsNanos = new double[KINDS.length];

    public Waits(Effects effects, int id, Membership members) {
        this.effects = effects;
        for (int other : members.ids()) if (other != id) others.add(other);
        for (Wait kind : KINDS) open.put(kind, new TreeMap<>());
    }

    /** See {@link LogNode#visitQueues}. */
    public void visitQueues(QueueVisitor to, long slotsMax) {
        for (TreeMap<Long, Long> those : open.values())
            to.queue("open pledges", those.size(), slotsMax);
    }

    /** Number of other members, which each pledge names. */
    int others() {
        return others.size();
    }

    private static long pledge(Wait kind, long number) {
        return number * KINDS.length + kind.ordinal();
    }

    /** Begins a pledge, unless it is open. */
    void begin(Wait kind, long number, long nowNanos) {
        if (open.get(kind).putIfAbsent(number, nowNanos) != null) return;
        effects.beginPledge(pledge(kind, number), others, (long) lastsNanos[kind.ordinal()]);
    }

    /** Ends a pledge because the event has occurred. Called directly before the member sends the announced messages. */
    void end(Wait kind, long number, long nowNanos) {
        Long since = open.get(kind).remove(number);
        if (since == null) return;
        effects.endPledge(pledge(kind, number));
        double lasted = Math.max(1, nowNanos - since);
        double before = lastsNanos[kind.ordinal()];
        lastsNanos[kind.ordinal()] = before == 0 ? lasted : before + WEIGHT * (lasted - before);
    }

    /** Ends the pledges up to {@code throughNumber} because the member does not wait for them any longer. */
    void giveUp(Wait kind, long throughNumber) {
        TreeMap<Long, Long> those = open.get(kind);
        while (!those.isEmpty() && those.firstKey() <= throughNumber)
            effects.endPledge(pledge(kind, those.pollFirstEntry().getKey()));
    }
}
