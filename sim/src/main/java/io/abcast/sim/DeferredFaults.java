package io.abcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Faults that wait until a node requests a certain effect, such as a send or an append. A fault at a random time would
 * rarely hit the moment at which a node requests an effect.
 */
final class DeferredFaults {
    /** Higher than the number of steps of a fault plan, so that no run reaches the maximum. */
    private static final int TRAPS_MAX = 64;

    /**
     * A fault that is triggered at most once, before one of the {@code effects} happens.
     *
     * @param id id of the member that must request the effect; 0 for any member
     * @param until virtual time in ns at which the fault stops waiting for the effect
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
