package io.abcast.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.abcast.dissemination.forest.ForestSites;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the sites of {@code abcast forest plan} from a JSON file. Unknown fields of a sites file are ignored. */
final class SitesFile {
    private static final int BYTES_MAX = 1 << 20;

    /** Accepts NaN and Infinity, so that the error message can name the field with such a value. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private SitesFile() {}

    static ForestSites read(Path file) {
        Object document = document(text(file));
        if (!(document instanceof Map<?, ?> fields))
            throw new IllegalArgumentException(
                    "document: expected an object, got " + kind(document));
        double[] uplink = numbers("uplink", field(fields, "uplink"));
        double[] downlink = numbers("downlink", field(fields, "downlink"));
        double[] load = numbers("load", field(fields, "load"));
        double[][] latency = rows("latency", field(fields, "latency"));
        List<String> names =
                fields.containsKey("sites")
                        ? names(fields.get("sites"))
                        : ForestSites.numbers(uplink.length);
        return new ForestSites(names, uplink, downlink, load, latency);
    }

    private static Object document(String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JsonProcessingException e) {
            String place = "";
            if (e.getLocation() != null)
                place =
                        "line %d, column %d: "
                                .formatted(
                                        e.getLocation().getLineNr(), e.getLocation().getColumnNr());
            String what = e.getOriginalMessage().lines().findFirst().orElse("");
            throw new IllegalArgumentException(place + "expected JSON: " + what, e);
        }
    }

    private static String text(Path file) {
        if (Files.isDirectory(file))
            throw new IllegalArgumentException("expected a JSON file, got a directory");
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length == 0)
                throw new IllegalArgumentException("expected a JSON file, got an empty file");
            if (bytes.length > BYTES_MAX)
                throw new IllegalArgumentException(
                        "expected at most " + BYTES_MAX + " bytes, got more");
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("expected a JSON file, got no such file", e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("expected a JSON file in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("expected a readable JSON file: " + e, e);
        }
    }

    private static Object field(Map<?, ?> fields, String name) {
        if (!fields.containsKey(name))
            throw new IllegalArgumentException(name + ": expected this field, got none");
        return fields.get(name);
    }

    private static List<?> list(String name, Object value) {
        if (value instanceof List<?> list) return list;
        throw new IllegalArgumentException(name + ": expected an array, got " + kind(value));
    }

    private static double[] numbers(String name, Object value) {
        List<?> list = list(name, value);
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            if (!(list.get(i) instanceof Number number))
                throw new IllegalArgumentException(
                        name + "[" + i + "]: expected a number, got " + kind(list.get(i)));
            numbers[i] = number.doubleValue();
        }
        return numbers;
    }

    private static double[][] rows(String name, Object value) {
        List<?> list = list(name, value);
        double[][] rows = new double[list.size()][];
        for (int i = 0; i < rows.length; i++) rows[i] = numbers(name + "[" + i + "]", list.get(i));
        return rows;
    }

    private static List<String> names(Object value) {
        List<String> names = new ArrayList<>();
        for (Object each : list("sites", value)) {
            if (!(each instanceof String name))
                throw new IllegalArgumentException(
                        "sites[" + names.size() + "]: expected a string, got " + kind(each));
            names.add(name);
        }
        return names;
    }

    private static String kind(Object value) {
        if (value == null) return "null";
        if (value instanceof Map) return "an object";
        if (value instanceof List) return "an array";
        return value instanceof String ? "a string" : String.valueOf(value);
    }
}
