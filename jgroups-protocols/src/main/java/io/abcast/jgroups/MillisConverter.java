package io.abcast.jgroups;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.conf.PropertyConverter;
import org.jgroups.util.StackType;

/**
 * Converts the time in an attribute's text to milliseconds; the result may be a fraction. The converter of times
 * accepts {@code 5}, {@code 0.5}, {@code 5ms}, {@code 500us} and {@code 1s}. In an attribute, a time without a unit
 * means milliseconds. JGroups' own conversion silently drops fractions of a millisecond.
 *
 * <p>{@code MillisConverter} is public because JGroups creates {@code MillisConverter} objects by reflection.
 */
public final class MillisConverter implements PropertyConverter {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(us|ms|s)?");

    /**
     * Converts the text of an attribute to a time in ms.
     *
     * @param protocol the protocol that has the attribute
     * @param name name of the protocol and of its attribute, for error texts
     * @param value the attribute's text in the stack file; {@code null} if the stack file does not set the attribute
     * @return the attribute's time in milliseconds; null if the attribute must stay unchanged
     * @throws IllegalArgumentException if the attribute's text is not a time; the message has the expected and the
     *     actual value
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
