package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Faults that wait for a node to ask for something: the way to strike in the middle of what takes a moment only. */
final class DeferredFaults {
    /** How many wait at the most; a plan has fewer steps. */
    private static final int TRAPS_MAX = 64;

    /**
     * One trap; it springs once.
     *
     * @param effects any of these springs it
     * @param id the only member that it waits for; 0: any
     * @param until in virtual nanoseconds
     * @param action is told whose effect it is, before that happens
     */
    private record Trap(
            Set<Trace.Effect> effects, int id, long until, Consumer<SimulatedServer> action) {}

    private final List<Trap> waiting = new ArrayList<>();

    void set(Set<Trace.Effect> effects, int id, long until, Consumer<SimulatedServer> action) {
        if (waiting.size() < TRAPS_MAX) waiting.add(new Trap(effects, id, until, action));
    }

    void clear() {
        waiting.clear();
    }

    /** The member's node asks for this now. */
    void spring(SimulatedServer member, Trace.Effect effect, long now) {
        if (waiting.isEmpty()) return;
        for (int i = 0; i < waiting.size(); i++) {
            Trap trap = waiting.get(i);
            if (trap.until() < now) {
                waiting.remove(i--);
            } else if (trap.effects().contains(effect)
                    && (trap.id() == 0 || trap.id() == member.id())) {
                waiting.remove(i);
                trap.action().accept(member);
                return;
            }
        }
    }
}
