package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.ZAB;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgroups.annotations.Property;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists the attributes as they are annotated, and the annotations tell the truth about defaults. */
final class ConfigurationPageTest {
    private static final String PAGE = "docs/configuration.md";
    private static final String BEGIN = "<!-- attributes: begin -->\n";
    private static final String END = "\n<!-- attributes: end -->";
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=\\.) (?=Unit: |Range: |Default: |Required$)");

    private record Attribute(
            String name, String effect, String unit, String range, String stated, Object actual) {
        String row() {
            return "| `" + name + "` | " + effect + " | " + unit + " | " + range + " | " + stated
                    + " |";
        }
    }

    /** Superclass first, in the order of the source. */
    private static List<Attribute> attributes() throws IllegalAccessException {
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> t = ZAB.class; t != Protocol.class; t = t.getSuperclass()) types.add(0, t);
        ZAB zab = new ZAB();
        List<Attribute> found = new ArrayList<>();
        for (Class<?> type : types)
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property == null) continue;
                field.setAccessible(true);
                String name = property.name().isEmpty() ? field.getName() : property.name();
                found.add(parse(name, property.description(), field.get(zab)));
            }
        return found;
    }

    private static Attribute parse(String name, String description, Object actual) {
        String[] parts = SENTENCE_END.split(description);
        String unit = "";
        String range = "";
        String stated = "";
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            // "1.." is a range without end.
            String fact = part.endsWith("..") ? part : part.replaceAll("\\.$", "");
            String value = fact.substring(fact.indexOf(' ') + 1);
            if (fact.startsWith("Unit")) unit = value;
            else if (fact.startsWith("Range")) range = value;
            else if (fact.startsWith("Default")) stated = value;
            else stated = "required";
        }
        return new Attribute(name, parts[0], unit, range, stated, actual);
    }

    @Test
    void listsEveryAttributeAsAnnotated() throws Exception {
        List<String> rows = new ArrayList<>();
        rows.add("| attribute | effect | unit | range | default |");
        rows.add("|---|---|---|---|---|");
        for (Attribute a : attributes()) rows.add(a.row());
        String table = String.join("\n", rows);
        String page = Documents.read(PAGE);
        String found = Documents.between(page, BEGIN, END);
        if (Boolean.getBoolean("abcast.docs.write")) {
            String written = page.replace(BEGIN + found + END, BEGIN + table + END);
            Files.writeString(Documents.ROOT.resolve(PAGE), written);
            return;
        }
        assertEquals(
                table,
                found,
                PAGE + " is out of date; this test writes it anew with -Dabcast.docs.write=true");
    }

    @Test
    void statedDefaultsAreTheDefaults() throws Exception {
        for (Attribute a : attributes()) {
            if (a.stated().isEmpty() || a.stated().equals("required")) continue;
            String expected =
                    a.actual() instanceof Number ? String.valueOf(number(a.stated())) : a.stated();
            assertEquals(expected, String.valueOf(a.actual()), a.name());
        }
    }

    @Test
    void everyNumberHasARange() throws Exception {
        for (Attribute a : attributes())
            if (a.actual() instanceof Number && !a.name().equals("id"))
                assertTrue(!a.range().isEmpty(), a.name() + ": expected 'Range: ...'");
    }

    /** {@code 200}, {@code 10s}, {@code 65536 (64 KiB)}. */
    private static long number(String stated) {
        Matcher parts =
                Pattern.compile("([0-9]+)(s?)(?: \\(([0-9]+) ([KM])iB\\))?").matcher(stated);
        assertTrue(parts.matches(), () -> "expected a number, got " + stated);
        long number = Long.parseLong(parts.group(1)) * (parts.group(2).isEmpty() ? 1 : 1000);
        if (parts.group(3) != null) {
            long unit = parts.group(4).equals("K") ? 1 << 10 : 1 << 20;
            assertEquals(number, Long.parseLong(parts.group(3)) * unit, stated);
        }
        return number;
    }
}
