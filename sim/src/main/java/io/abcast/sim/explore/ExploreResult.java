package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * Result of an exploration, which checks every schedule of events within bounds.
 *
 * @param incomplete limit that ended the exploration, such as {@code memory}; {@code null} if the explorer ran every
 *     schedule within the bounds.
 * @param states number of distinct global states that the explorer has expanded.
 * @param transitions number of events, or of blocks of events of one member, that the explorer tried.
 * @param depth length of the longest schedule, in events or in blocks of events of one member.
 * @param violations first violation of each invariant, with a shortened schedule that leads to it.
 */
public record ExploreResult(
        String protocol,
        Bounds bounds,
        String incomplete,
        long states,
        long transitions,
        int depth,
        List<Violated> violations) {
    /**
     * A violated invariant, and a schedule that violates this invariant.
     *
     * @param schedule one line for each event of the schedule, in the form that {@link Explorer#replay} accepts
     */
    public record Violated(String invariant, String what, List<String> schedule) {}

    public boolean complete() {
        return incomplete == null;
    }

    ExploreResult and(ExploreResult other) {
        List<Violated> both = new ArrayList<>(violations);
        for (Violated each : other.violations) {
            boolean known = false;
            for (Violated mine : violations) known |= mine.invariant().equals(each.invariant());
            if (!known) both.add(each);
        }
        return new ExploreResult(
                protocol,
                bounds,
                incomplete == null ? other.incomplete : incomplete,
                states + other.states,
                transitions + other.transitions,
                Math.max(depth, other.depth),
                List.copyOf(both));
    }

    /** Whether the exploration was complete and found no violation. */
    public boolean passed() {
        return complete() && violations.isEmpty();
    }
}
