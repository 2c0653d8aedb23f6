package io.abcast.jgroups.forest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the rate of a member's uplink, such as {@code auto} or {@code 40mbit}. */
public final class ForestRate {
    /** The text of an uplink's rate which states that {@code FOREST} measures the rate itself. */
    public static final String AUTO = "auto";

    private static final Pattern RATE = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kmg]?)bit");
    private static final double BITS_MIN = 64e3;
    private static final double BITS_MAX = 1e12;

    private ForestRate() {}

    /**
     * @return the rate of the uplink in bytes/s; 0 for {@link #AUTO}; -1 if the text is not a rate from 64 kbit/s to
     *     1000 Gbit/s
     */
    public static double bytesPerSecond(String text) {
        if (text.equals(AUTO)) return 0;
        Matcher rate = RATE.matcher(text);
        if (!rate.matches()) return -1;
        double factor =
                switch (rate.group(2)) {
                    case "k" -> 1e3;
                    case "m" -> 1e6;
                    case "g" -> 1e9;
                    default -> 1;
                };
        double bits = Double.parseDouble(rate.group(1)) * factor;
        return bits >= BITS_MIN && bits <= BITS_MAX ? bits / Byte.SIZE : -1;
    }
}
