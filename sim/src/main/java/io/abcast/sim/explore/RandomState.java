package io.abcast.sim.explore;

import java.lang.reflect.Field;

/** Sets the state of a node's random generator before each event: so an event draws the same whatever was drawn before. */
final class RandomState {
    /** The node draws from its own seed. */
    static final int OWN = -1;

    private final String name;
    private Field field;

    /** @param name {@code Class.field}; {@code null}: the node keeps what it has drawn */
    RandomState(String name) {
        this.name = name;
    }

    /** The node draws what belongs to {@code choice}. */
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
            field.setLong(node, Hash128.mix(choice + 1L));
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new UnknownFieldException("dice: no field " + name + ": " + e.getMessage());
        }
    }
}
