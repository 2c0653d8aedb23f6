package io.abcast.sim.groups.check;

import io.abcast.sim.groups.check.DeliveryLine.Crashed;
import io.abcast.sim.groups.check.DeliveryLine.Delivered;
import io.abcast.sim.groups.check.DeliveryLine.Replicas;
import io.abcast.sim.groups.check.DeliveryLine.Submitted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads and writes files of recorded submissions and deliveries. A file of deliveries has JSON lines of four kinds:
 *
 * <pre>
 * {"partition":"A","replica":1,"seq":1,"txn":"t1","dest":["A","B"],"clock":[hlc,origin,number],"t":0.0}
 * {"submit":"t1","dest":["A","B"],"t":0.0,"answered":0.0,"maybe":false}
 * {"crash":["A",1],"t":0.0}
 * {"replicas":{"A":[1,2,3],"B":[1,2,3]}}
 * </pre>
 *
 * <p>{@link #read} ignores unknown fields in a line.
 */
public final class DeliveriesFile {
    private DeliveriesFile() {}

    /** Writes the recorded lines to {@code out} in the given order. */
    public static void write(Iterable<? extends DeliveryLine> lines, Appendable out)
            throws IOException {
        StringBuilder text = new StringBuilder();
        for (DeliveryLine line : lines) {
            text.setLength(0);
            if (line instanceof Delivered delivered) append(text, delivered);
            else if (line instanceof Submitted submitted) append(text, submitted);
            else if (line instanceof Crashed crashed) append(text, crashed);
            else append(text, (Replicas) line);
            out.append(text).append('\n');
        }
    }

    private static void append(StringBuilder text, Delivered line) {
        text.append("{\"partition\":");
        JsonLine.quote(text, line.partition());
        text.append(",\"replica\":").append(line.replica());
        text.append(",\"seq\":").append(line.seq()).append(",\"txn\":");
        JsonLine.quote(text, line.txn());
        text.append(",\"dest\":");
        appendNames(text, line.dest());
        text.append(",\"clock\":[").append(line.clock()).append(',').append(line.origin());
        text.append(',').append(line.number()).append("],\"t\":");
        text.append(seconds(line.t())).append('}');
    }

    private static void append(StringBuilder text, Submitted line) {
        text.append("{\"submit\":");
        JsonLine.quote(text, line.txn());
        text.append(",\"dest\":");
        appendNames(text, line.dest());
        text.append(",\"t\":").append(seconds(line.t())).append(",\"answered\":");
        text.append(Double.isNaN(line.answered()) ? "null" : seconds(line.answered()));
        text.append(",\"maybe\":").append(line.maybe()).append('}');
    }

    private static void append(StringBuilder text, Crashed line) {
        text.append("{\"crash\":[");
        JsonLine.quote(text, line.partition());
        text.append(',').append(line.replica()).append("],\"t\":");
        text.append(seconds(line.t())).append('}');
    }

    private static void append(StringBuilder text, Replicas line) {
        text.append("{\"replicas\":{");
        String separator = "";
        for (Map.Entry<String, List<Integer>> each : line.servers().entrySet()) {
            text.append(separator);
            JsonLine.quote(text, each.getKey());
            text.append(':').append(each.getValue().toString().replace(" ", ""));
            separator = ",";
        }
        text.append("}}");
    }

    private static void appendNames(StringBuilder text, List<String> names) {
        text.append('[');
        for (int i = 0; i < names.size(); i++) {
            if (i > 0) text.append(',');
            JsonLine.quote(text, names.get(i));
        }
        text.append(']');
    }

    /**
     * Formats a time in seconds as a decimal number without an exponent, from which {@link #read} gets the same double.
     */
    private static String seconds(double t) {
        return BigDecimal.valueOf(t).toPlainString();
    }

    /**
     * Reads all lines of a file of deliveries, except empty lines.
     *
     * @throws IOException if reading fails, or if a line is not of one of the four kinds; the message has the number of
     *     the line
     */
    public static List<DeliveryLine> read(Reader in) throws IOException {
        List<DeliveryLine> lines = new ArrayList<>();
        BufferedReader reader = new BufferedReader(in);
        int number = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            number++;
            if (text.isBlank()) continue;
            try {
                lines.add(line(text));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IOException("line " + number + ": " + e.getMessage(), e);
            }
        }
        return lines;
    }

    private static DeliveryLine line(String text) {
        if (!(JsonLine.parse(text) instanceof Map<?, ?> fields))
            throw new IllegalArgumentException("expected a JSON object");
        if (fields.containsKey("partition")) return delivered(fields);
        if (fields.containsKey("submit")) return submitted(fields);
        if (fields.containsKey("crash")) {
            List<?> crash = list(fields, "crash", 2);
            return new Crashed(
                    as(String.class, crash.get(0), "crash"),
                    as(BigDecimal.class, crash.get(1), "crash").intValueExact(),
                    time(fields, "t"));
        }
        if (fields.containsKey("replicas")) return replicas(fields);
        throw new IllegalArgumentException(
                "expected \"partition\", \"submit\", \"crash\" or \"replicas\", got "
                        + fields.keySet());
    }

    private static Delivered delivered(Map<?, ?> fields) {
        List<?> clock = list(fields, "clock", 3);
        return new Delivered(
                field(String.class, fields, "partition"),
                field(BigDecimal.class, fields, "replica").intValueExact(),
                field(BigDecimal.class, fields, "seq").longValueExact(),
                field(String.class, fields, "txn"),
                names(fields, "dest"),
                as(BigDecimal.class, clock.get(0), "clock").longValueExact(),
                as(BigDecimal.class, clock.get(1), "clock").longValueExact(),
                as(BigDecimal.class, clock.get(2), "clock").longValueExact(),
                time(fields, "t"));
    }

    private static Submitted submitted(Map<?, ?> fields) {
        boolean maybe = field(Boolean.class, fields, "maybe");
        boolean unanswered = maybe && fields.get("answered") == null;
        return new Submitted(
                field(String.class, fields, "submit"),
                names(fields, "dest"),
                time(fields, "t"),
                unanswered ? Double.NaN : time(fields, "answered"),
                maybe);
    }

    private static Replicas replicas(Map<?, ?> fields) {
        TreeMap<String, List<Integer>> servers = new TreeMap<>();
        Map<?, ?> partitions = field(Map.class, fields, "replicas");
        for (Map.Entry<?, ?> each : partitions.entrySet()) {
            List<Integer> ids = new ArrayList<>();
            for (Object id : as(List.class, each.getValue(), "replicas"))
                ids.add(as(BigDecimal.class, id, "replicas").intValueExact());
            servers.put((String) each.getKey(), List.copyOf(ids));
        }
        return new Replicas(servers);
    }

    private static List<String> names(Map<?, ?> fields, String key) {
        List<String> names = new ArrayList<>();
        for (Object name : field(List.class, fields, key)) names.add(as(String.class, name, key));
        return List.copyOf(names);
    }

    private static List<?> list(Map<?, ?> fields, String key, int size) {
        List<?> list = field(List.class, fields, key);
        if (list.size() != size)
            throw new IllegalArgumentException(
                    "\"%s\": expected %d values, got %d".formatted(key, size, list.size()));
        return list;
    }

    private static double time(Map<?, ?> fields, String key) {
        return field(BigDecimal.class, fields, key).doubleValue();
    }

    private static <T> T field(Class<T> type, Map<?, ?> fields, String key) {
        return as(type, fields.get(key), key);
    }

    private static <T> T as(Class<T> type, Object value, String key) {
        if (type.isInstance(value)) return type.cast(value);
        throw new IllegalArgumentException(
                "\"%s\": expected %s, got %s".formatted(key, typeName(type), value));
    }

    private static String typeName(Class<?> type) {
        if (type == BigDecimal.class) return "a number";
        if (type == Boolean.class) return "true or false";
        if (type == String.class) return "a string";
        return type == List.class ? "an array" : "an object";
    }
}
