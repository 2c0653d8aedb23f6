package io.abcast.jgroups;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.conf.PropertyConverter;
import org.jgroups.util.StackType;

/**
 * Reads a time that may be shorter than a millisecond, as milliseconds: {@code 5}, {@code 0.5}, {@code 5ms}, {@code 500us},
 * {@code 1s}. JGroups' own times are whole milliseconds, and it drops the rest without a word.
 *
 * <p>Public because JGroups makes it by reflection.
 */
public final class MillisConverter implements PropertyConverter {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(us|ms|s)?");
    private static final Map<String, Double> MILLIS = Map.of("us", 0.001, "ms", 1.0, "s", 1000.0);

    /** @throws IllegalArgumentException if it is no time; the message says what was expected */
    @Override
    public Object convert(
            Object value,
            Class<?> fieldType,
            String name,
            String defaultValue,
            boolean checkScope,
            StackType ipVersion) {
        Matcher time = TIME.matcher(value.toString().trim());
        if (!time.matches())
            throw new IllegalArgumentException(
                    name + ": expected a time such as 5, 0.5ms, 500us or 1s, got '" + value + "'");
        String unit = time.group(2) == null ? "ms" : time.group(2);
        return Double.parseDouble(time.group(1)) * MILLIS.get(unit);
    }

    @Override
    public String toString(Object value) {
        return value + "ms";
    }
}
