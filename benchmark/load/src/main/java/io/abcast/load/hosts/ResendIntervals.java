package io.abcast.load.hosts;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The intervals after which a stack of JGroups resends messages: the attribute {@code xmit_interval} of two elements. A
 * short interval wastes a full link, because UNICAST3 resends the last 64 KiB of a connection after two intervals
 * without an acknowledgement.
 *
 * @param unicast interval of UNICAST3 as JGroups writes it, such as 500ms
 * @param multicast interval of NAKACK2 as JGroups writes it
 */
public record ResendIntervals(String unicast, String multicast) {
    private static final String UNICAST = "UNICAST3";
    private static final String MULTICAST = "pbcast.NAKACK2";

    /**
     * Reads the intervals of a stack.
     *
     * @throws IllegalArgumentException if an element or its attribute is missing; the message names both
     */
    public static ResendIntervals of(String xml) {
        return new ResendIntervals(
                found(UNICAST, xml).group("value"), found(MULTICAST, xml).group("value"));
    }

    /**
     * The stack with these intervals.
     *
     * @throws IllegalArgumentException if an element or its attribute is missing; the message names both
     */
    public String in(String xml) {
        return replaced(MULTICAST, multicast, replaced(UNICAST, unicast, xml));
    }

    private static String replaced(String element, String value, String xml) {
        Matcher found = found(element, xml);
        return xml.substring(0, found.start("value")) + value + xml.substring(found.end("value"));
    }

    private static Matcher found(String element, String xml) {
        Matcher found =
                Pattern.compile(
                                "<"
                                        + Pattern.quote(element)
                                        + "\\s[^>]*?\\bxmit_interval=\"(?<value>[^\"]*)\"")
                        .matcher(xml);
        if (!found.find())
            throw new IllegalArgumentException(
                    "expected a stack with " + element + " and its attribute xmit_interval");
        return found;
    }
}
