package io.abcast.jgroups;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.conf.PropertyConverter;
import org.jgroups.util.StackType;

/**
 * Converts a time to milliseconds, which may be a fraction. Accepts {@code 5}, {@code 0.5}, {@code 5ms}, {@code 500us}
 * and {@code 1s}; a number without a unit means milliseconds. This class is needed because JGroups' own conversion
 * silently drops fractions of a millisecond.
 *
 * <p>The class is public because JGroups creates it by reflection.
 */
public final class MillisConverter implements PropertyConverter {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(us|ms|s)?");

    /**
     * Called by JGroups for an attribute with this converter.
     *
     * @param protocol the protocol
     * @param name protocol and attribute
     * @param value the value in the file; null if the attribute is missing
     * @return the time in milliseconds; null to leave the attribute unchanged
     * @throws IllegalArgumentException if the value is not a time, with the expected and the actual value
     */
    @Override
    public Object convert(
            Object protocol,
            Class<?> fieldType,
            String name,
            String value,
            boolean checkScope,
            StackType ipVersion) {
        if (value == null) return null;
        Matcher time = TIME.matcher(value.trim());
        if (!time.matches())
            throw new IllegalArgumentException(
                    name + ": expected a time such as 5, 0.5ms, 500us or 1s, got '" + value + "'");
        double number = Double.parseDouble(time.group(1));
        String unit = time.group(2) == null ? "ms" : time.group(2);
        return switch (unit) {
            case "us" -> number / 1000;
            case "s" -> number * 1000;
            default -> number;
        };
    }

    @Override
    public String toString(Object value) {
        return value + "ms";
    }
}
