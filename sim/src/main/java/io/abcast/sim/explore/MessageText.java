package io.abcast.sim.explore;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.StringJoiner;
import java.util.function.BiFunction;

/**
 * Formats records as readable text that is equal in every run: like {@link Record#toString}, but with the content of
 * arrays.
 */
public final class MessageText {
    private static final int BYTES_SHOWN = 8;

    private MessageText() {}

    /**
     * Formats a record, such as a message, as text.
     *
     * @param special function that returns the text for a component with the given name and value; {@code null} for the
     *     default text
     */
    public static String of(Object value, BiFunction<String, Object, String> special) {
        return of("", value, special);
    }

    private static String of(
            String name, Object value, BiFunction<String, Object, String> special) {
        String own = special.apply(name, value);
        if (own != null) return own;
        if (value instanceof byte[] bytes) return bytes(bytes);
        if (value instanceof Collection<?> all) {
            StringJoiner text = new StringJoiner(", ", "[", "]");
            for (Object each : all) text.add(of("", each, special));
            return text.toString();
        }
        if (value != null && value.getClass().isArray()) {
            // The result of Object.toString for an array differs from run to run, so the text lists
            // the elements instead.
            StringJoiner text = new StringJoiner(", ", "[", "]");
            for (int i = 0; i < Array.getLength(value); i++)
                text.add(of("", Array.get(value, i), special));
            return text.toString();
        }
        if (!(value instanceof Record)) return String.valueOf(value);
        StringJoiner text = new StringJoiner(", ", value.getClass().getSimpleName() + "[", "]");
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                Object content = component.getAccessor().invoke(value);
                text.add(component.getName() + "=" + of(component.getName(), content, special));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("cannot read " + component, e);
            }
        }
        return text.toString();
    }

    private static String bytes(byte[] bytes) {
        StringBuilder text = new StringBuilder().append(bytes.length).append("B:");
        for (int i = 0; i < Math.min(bytes.length, BYTES_SHOWN); i++)
            text.append(String.format("%02x", bytes[i]));
        if (bytes.length > BYTES_SHOWN) {
            Hash128 hash = new Hash128().reset();
            hash.add(bytes);
            text.append("..").append(Long.toHexString(hash.low));
        }
        return text.toString();
    }
}
