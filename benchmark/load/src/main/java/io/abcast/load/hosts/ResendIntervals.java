package io.abcast.load.hosts;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The attribute {@code xmit_interval} of UNICAST3 and of NAKACK2: intervals after which a JGroups stack resends
 * messages.
 *
 * @param unicast interval of UNICAST3 in the notation of JGroups, such as 500ms
 * @param multicast interval of NAKACK2 in the notation of JGroups
 */
public record ResendIntervals(String unicast, String multicast) {
    private static final String UNICAST = "UNICAST3";
    private static final String MULTICAST = "pbcast.NAKACK2";

    /**
     * Reads the resend intervals from the XML of a JGroups stack.
     *
     * @throws IllegalArgumentException if UNICAST3, NAKACK2 or an interval is missing in the stack; the message names
     *     the missing one
     */
    public static ResendIntervals of(String xml) {
        return new ResendIntervals(
                found(UNICAST, xml).group("value"), found(MULTICAST, xml).group("value"));
    }

    /**
     * Returns the XML of a JGroups stack with these resend intervals in place of those of {@code xml}.
     *
     * @throws IllegalArgumentException if UNICAST3, NAKACK2 or an interval is missing in the stack; the message names
     *     the missing one
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
