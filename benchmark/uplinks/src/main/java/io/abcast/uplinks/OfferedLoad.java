package io.abcast.uplinks;

import io.abcast.papers.forest.Loads;
import java.util.Arrays;
import java.util.Locale;

/**
 * Defines how the total offered load is divided among the hosts.
 *
 * @param name the text of the command-line option that defines the load
 * @param shares for each host, its fraction of the total load; the fractions add up to 1
 */
record OfferedLoad(String name, double[] shares) {
    private static final String EXPECTED =
            "expected printed:S, zipf:S or a number per host such as 40,30,10,10,10, got ";

    /**
     * @param text {@code printed:S} for the loads that Tan 2019 prints for skewness S, {@code zipf:S} for a Zipf
     *     distribution with exponent S, or one number per host, separated by commas
     * @throws IllegalArgumentException if the text has another form; the message has the expected form
     */
    static OfferedLoad of(String text, int hosts) {
        double[] parts;
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("printed:")) {
            parts = Loads.PRINTED.percent(hosts, number(lower.substring(8), text));
            if (parts == null)
                throw new IllegalArgumentException(
                        "the thesis prints no loads of " + hosts + " hosts for " + text);
        } else if (lower.startsWith("zipf:")) {
            parts = Loads.ZIPF.percent(hosts, number(lower.substring(5), text));
        } else {
            String[] numbers = text.split(",", -1);
            if (numbers.length != hosts)
                throw new IllegalArgumentException(
                        "expected " + hosts + " numbers, one per host, got " + text);
            parts = Arrays.stream(numbers).mapToDouble(each -> number(each, text)).toArray();
        }
        double sum = Arrays.stream(parts).sum();
        if (!(sum > 0)) throw new IllegalArgumentException("expected a load above 0, got " + text);
        double[] shares = Arrays.stream(parts).map(each -> each / sum).toArray();
        return new OfferedLoad(text, shares);
    }

    private static double number(String text, String whole) {
        try {
            double number = Double.parseDouble(text.strip());
            if (number >= 0 && number <= 1e9) return number;
        } catch (NumberFormatException e) {
            // not a number: the exception below reports the expected form
        }
        throw new IllegalArgumentException(EXPECTED + whole);
    }

    double[] rates(double total) {
        return Arrays.stream(shares).map(share -> share * total).toArray();
    }

    OfferedLoad moved() {
        double[] moved = new double[shares.length];
        for (int i = 0; i < moved.length; i++) moved[(i + 1) % moved.length] = shares[i];
        return new OfferedLoad(name + ", moved", moved);
    }
}
