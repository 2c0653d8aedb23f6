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
    /**
     * Maximum number of faults that wait for an effect at the same time. A fault plan has fewer steps than this maximum
     * of waiting faults, so no run reaches the maximum.
     */
    private static final int TRAPS_MAX = 64;

    /**
     * A fault that waits until a node requests a certain effect, and that is triggered at most once.
     *
     * @param effects effects of a node that trigger the waiting fault.
     * @param id id of the member that must request the effect; 0 for any member.
     * @param until virtual time in ns at which the fault stops waiting for the effect.
     * @param action injects the fault before the effect happens, and receives the member that requests the effect.
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

    /**
     * Records that the node of {@code member} requests {@code effect} now, and triggers a fault that waits for this
     * effect.
     */
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
