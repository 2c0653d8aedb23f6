package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * What an exploration has found.
 *
 * @param incomplete the limit that ended it, such as {@code memory}; {@code null}: every schedule within the bounds was run
 * @param states different global states that were looked at
 * @param transitions events, or blocks of events of one member, that were tried
 * @param depth of the longest schedule, in the same unit
 * @param violations the first of each invariant, its schedule shortened
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
     * A violated invariant.
     *
     * @param schedule a line for each event, as {@link Explorer#replay} takes them
     */
    public record Violated(String invariant, String what, List<String> schedule) {}

    public boolean complete() {
        return incomplete == null;
    }

    /** This and another exploration of the same bounds. */
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

    /** Complete and without a violation. */
    public boolean passed() {
        return complete() && violations.isEmpty();
    }
}
