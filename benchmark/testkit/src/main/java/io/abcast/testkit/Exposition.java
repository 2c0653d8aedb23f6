package io.abcast.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Strict parser of Prometheus' text format 0.0.4. Each metric family must occur once, with its help line and type line
 * directly before its samples.
 */
public final class Exposition {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern SAMPLE =
            Pattern.compile("(" + NAME + ")(?:\\{(.*)})? ([^ ]+)(?: (-?\\d+))?");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");
    private static final Set<String> TYPES =
            Set.of("counter", "gauge", "histogram", "summary", "untyped");

    private final Map<String, String> types = new LinkedHashMap<>();

    private final Map<String, String> helps = new LinkedHashMap<>();

    /** Keys are Prometheus' time series: a name with sorted labels, such as {@code name{a=1,b=2}}. */
    private final Map<String, Double> samples = new LinkedHashMap<>();

    private final Set<String> names = new TreeSet<>();
    private final Set<String> done = new TreeSet<>();
    private String family = "";

    // Bound of the previous bucket in the histogram that the parser is reading.
    private double boundBefore;
    private double bucketBefore;

    /** @throws IllegalArgumentException if the text is malformed; the message contains the malformed line */
    public static Exposition parse(String text) {
        if (!text.endsWith("\n")) throw new IllegalArgumentException("no newline at the end");
        Exposition parsed = new Exposition();
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            try {
                parsed.line(line);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(e.getMessage() + ": " + line, e);
            }
        }
        return parsed;
    }

    private void line(String line) {
        if (line.startsWith("# HELP ")) {
            String[] parts = line.substring(7).split(" ", 2);
            begin(parts[0]);
            require(helps.put(parts[0], parts[1]) == null, "second help");
        } else if (line.startsWith("# TYPE ")) {
            String[] parts = line.substring(7).split(" ", 2);
            if (!parts[0].equals(family)) begin(parts[0]);
            require(TYPES.contains(parts[1]), "type");
            require(types.put(parts[0], parts[1]) == null, "second type");
        } else if (!line.isEmpty() && !line.startsWith("#")) {
            sample(line);
        }
    }

    private void begin(String name) {
        require(name.matches(NAME), "name");
        require(done.add(name), "a second time");
        family = name;
    }

    private void sample(String line) {
        Matcher parts = SAMPLE.matcher(line);
        require(parts.matches(), "no sample");
        String name = parts.group(1);
        String type = types.get(family);
        require(type != null, "sample before its type");
        String suffix = name.startsWith(family) ? name.substring(family.length()) : "?";
        Map<String, String> labels = labels(parts.group(2));
        double value = number(parts.group(3));
        switch (type) {
            case "histogram" -> histogram(suffix, labels, value);
            case "summary" -> require(suffix.matches("|_sum|_count"), "suffix " + suffix);
            case "counter" -> {
                require(suffix.isEmpty() && name.endsWith("_total"), "a counter's name");
                require(value >= 0, "a counter's value");
            }
            default -> require(suffix.isEmpty(), "not of " + family);
        }
        names.add(name);
        String series = name + new TreeMap<>(labels);
        require(samples.put(series.replace(" ", ""), value) == null, "series twice");
    }

    private void histogram(String suffix, Map<String, String> labels, double value) {
        switch (suffix) {
            case "_bucket" -> {
                String le = labels.get("le");
                require(le != null, "bucket without le");
                double bound = number(le);
                if (samples.isEmpty() || bound <= boundBefore) bucketBefore = 0;
                require(value >= bucketBefore, "buckets fall");
                boundBefore = bound;
                bucketBefore = value;
            }
            case "_count" -> {
                require(Double.isInfinite(boundBefore), "no bucket +Inf");
                require(value == bucketBefore, "count is not the last bucket");
            }
            default -> require(suffix.equals("_sum"), "suffix " + suffix);
        }
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (text == null) return labels;
        Matcher label = LABEL.matcher(text);
        int at = 0;
        while (at < text.length()) {
            require(label.find(at) && label.start() == at, "labels");
            require(labels.put(label.group(1), label.group(2)) == null, "label twice");
            at = label.end();
        }
        return labels;
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private static void require(boolean holds, String what) {
        if (!holds) throw new IllegalArgumentException(what);
    }

    /** Names of the samples, as expressions of Prometheus use them. */
    public Set<String> names() {
        return names;
    }

    /** Names of the metric families, as tables of the documentation list them. */
    public Set<String> families() {
        return types.keySet();
    }

    public String help(String name) {
        return helps.getOrDefault(name, "");
    }

    /**
     * The sum of the values of all time series that have the given name and the given labels, such as {@code kind=ack}.
     */
    public double sum(String name, String... labels) {
        double sum = 0;
        boolean found = false;
        for (Map.Entry<String, Double> sample : samples.entrySet()) {
            if (!sample.getKey().startsWith(name + "{")) continue;
            boolean fits = true;
            String inner = sample.getKey().substring(name.length() + 1);
            for (String label : labels)
                fits &= ("," + inner.replace("}", ",")).contains("," + label + ",");
            if (!fits) continue;
            found = true;
            sum += sample.getValue();
        }
        require(found, "no series " + name);
        return sum;
    }
}
