package io.abcast.sim.explore;

import java.util.ArrayList;
import java.util.List;

/** Removes events from a schedule as long as the shorter schedule still violates the same invariant. */
final class Shortener {
    private static final int TRIES_MAX = 4_000;

    private final StateSpace space;
    private final int[] first;
    private int tries;

    Shortener(StateSpace space, int[] first) {
        this.space = space;
        this.first = first;
    }

    FoundViolation shorten(FoundViolation found) {
        FoundViolation best = played(found.steps(), found.invariant());
        if (best == null) return found;
        boolean shorter = true;
        while (shorter) {
            shorter = false;
            for (int size = Math.max(1, best.steps().size() / 2); size >= 1; size /= 2) {
                for (int from = best.steps().size() - size;
                        from >= 0 && tries < TRIES_MAX;
                        from -= size) {
                    // Earlier removals have made the schedule too short to contain this part of it.
                    if (from + size > best.steps().size()) continue;
                    List<Step> less = new ArrayList<>(best.steps());
                    less.subList(from, from + size).clear();
                    FoundViolation tried = played(less, found.invariant());
                    if (tried == null) continue;
                    best = tried;
                    shorter = true;
                }
            }
            if (tries >= TRIES_MAX) break;
        }
        return best;
    }

    /** {@code null} if the events of the schedule do not violate the invariant. */
    private FoundViolation played(List<Step> steps, String invariant) {
        tries++;
        Player player = new Player(space, first);
        List<Step> enabled = new ArrayList<>();
        for (Step step : steps) {
            if (player.play(step) == null) continue;
            enabled.add(step);
            if (player.broken() != null) break;
        }
        player.heal((state, step) -> {});
        if (player.broken() == null) return null;
        FoundViolation found = new FoundViolation(player.broken(), enabled);
        return found.invariant().equals(invariant) ? found : null;
    }
}
