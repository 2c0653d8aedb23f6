package io.abcast.dissemination.forest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The input of a plan: n sites with their capacities and loads, and the latencies between the sites. All rates have one
 * unit, and all latencies have one unit of time. Only the uplinks and the downlinks of the sites are limited (Tan 2019,
 * section 3.4). Immutable; callers must not write to the arrays.
 *
 * @param names one distinct name per site, for messages to operators
 * @param uplink Cu_i: rate at which site i can send to all other sites together
 * @param downlink Cd_i: rate at which site i can receive from all other sites together
 * @param load R_i: rate of the payloads that clients submit at site i, all of which every other site must receive
 * @param latency L_ij: delay from site i to site j in row i, column j; may be asymmetric and break the triangle
 *     inequality, and the diagonal is not used
 */
public record ForestSites(
        List<String> names, double[] uplink, double[] downlink, double[] load, double[][] latency) {
    /** Maximum number of sites of a plan. */
    public static final int SITES_MAX = 31;

    /** Maximum value of every rate and latency in the input; it prevents overflows in the planner's products. */
    public static final double VALUE_MAX = 1e100;

    private static final int NAME_CHARS_MAX = 100;

    /**
     * @throws IllegalArgumentException if a name, rate or latency of the input is invalid; the message is one line,
     *     which starts with the name of the invalid field
     */
    public ForestSites {
        int n = uplink.length;
        if (n < 1 || n > SITES_MAX)
            throw wrong("uplink", "1 to " + SITES_MAX + " sites", n + " sites");
        check("uplink", uplink, n);
        check("downlink", downlink, n);
        check("load", load, n);
        if (latency.length != n) throw wrong("latency", rows(n), latency.length + " rows");
        for (int i = 0; i < n; i++) check("latency[" + i + "]", latency[i], n);
        names = List.copyOf(names);
        if (names.size() != n) throw wrong("sites", n + " names", names.size() + " names");
        Set<String> known = new HashSet<>();
        for (String name : names) {
            if (name.isBlank() || name.length() > NAME_CHARS_MAX)
                throw wrong(
                        "sites", "names of 1 to " + NAME_CHARS_MAX + " characters", quoted(name));
            if (!known.add(name)) throw wrong("sites", "distinct names", quoted(name) + " twice");
        }
    }

    /** Returns the names 1 to n for sites without names. */
    public static List<String> numbers(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(String::valueOf).toList();
    }

    /** Number n of sites in this input. */
    public int n() {
        return uplink.length;
    }

    /**
     * Returns a copy of this input with lower capacities: the share {@code share} of each uplink and downlink stays
     * free.
     *
     * @param share share of each capacity that stays free, at least 0 and below 1
     */
    public ForestSites withHeadroom(double share) {
        if (!(share >= 0 && share < 1))
            throw wrong("headroom", "a share of at least 0 and below 1", share);
        if (share == 0) return this;
        return new ForestSites(
                names, times(uplink, 1 - share), times(downlink, 1 - share), load, latency);
    }

    private static double[] times(double[] rates, double factor) {
        double[] result = new double[rates.length];
        for (int i = 0; i < rates.length; i++) result[i] = rates[i] * factor;
        return result;
    }

    private static void check(String field, double[] values, int n) {
        if (values.length != n) throw wrong(field, n + " numbers", values.length + " numbers");
        for (int i = 0; i < n; i++)
            if (!(values[i] >= 0 && values[i] <= VALUE_MAX))
                throw wrong(field + "[" + i + "]", "a number from 0 to " + VALUE_MAX, values[i]);
    }

    private static String rows(int n) {
        return n + " rows of " + n + " numbers";
    }

    private static String quoted(String name) {
        String start = name.length() > 20 ? name.substring(0, 20) + "..." : name;
        return "\"" + start + "\"";
    }

    private static IllegalArgumentException wrong(String field, String expected, Object actual) {
        return new IllegalArgumentException(field + ": expected " + expected + ", got " + actual);
    }
}
