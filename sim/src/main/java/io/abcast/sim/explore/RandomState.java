package io.abcast.sim.explore;

import io.abcast.kernel.SplitMix64;
import java.lang.reflect.Field;

/**
 * Sets the state of a node's random generator before each event, so that random choices do not depend on earlier
 * events.
 */
final class RandomState {
    /** Choice number that leaves the generator's state unchanged, so that the node draws from its own seed. */
    static final int OWN = -1;

    private final String name;
    private Field field;

    /**
     * {@code name} is the {@code Class.field} of the generator; {@code null} if the state of the generator is never
     * set.
     */
    RandomState(String name) {
        this.name = name;
    }

    void set(Object node, int choice) {
        if (name == null || choice == OWN) return;
        try {
            if (field == null) {
                String[] parts = name.split("\\.");
                if (!node.getClass().getSimpleName().equals(parts[0]))
                    throw new UnknownFieldException(
                            "dice: expected a " + parts[0] + ", got " + node.getClass());
                field = node.getClass().getDeclaredField(parts[1]);
                field.setAccessible(true);
            }
            ((SplitMix64) field.get(node)).seed(Hash128.mix(choice + 1L));
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new UnknownFieldException("dice: no field " + name + ": " + e.getMessage());
        }
    }
}
