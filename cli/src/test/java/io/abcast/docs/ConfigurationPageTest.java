package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.ZAB;
import io.abcast.zab.variants.Variants;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jgroups.annotations.Property;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.Test;

/**
 * Tests that docs/configuration.md describes the protocol attributes as their annotations do, and that the annotations
 * state the real defaults.
 */
final class ConfigurationPageTest {
    private static final String PAGE = "docs/configuration.md";
    private static final String BEGIN = "<!-- attributes: begin -->\n";
    private static final String END = "\n<!-- attributes: end -->";
    private static final String SOME_BEGIN = "<!-- attributes of some: begin -->\n";
    private static final String SOME_END = "\n<!-- attributes of some: end -->";
    private static final String OMAHA_BEGIN = "<!-- attributes of OMAHA: begin -->\n";
    private static final String OMAHA_END = "\n<!-- attributes of OMAHA: end -->";
    private static final String COOPER_BEGIN = "<!-- attributes of COOPER: begin -->\n";
    private static final String COOPER_END = "\n<!-- attributes of COOPER: end -->";
    private static final String FOREST_BEGIN = "<!-- attributes of FOREST: begin -->\n";
    private static final String FOREST_END = "\n<!-- attributes of FOREST: end -->";
    private static final String EPAXOS_BEGIN = "<!-- attributes of EPAXOS: begin -->\n";
    private static final String EPAXOS_END = "\n<!-- attributes of EPAXOS: end -->";
    private static final String CAMU_BEGIN = "<!-- attributes of CAMU: begin -->\n";
    private static final String CAMU_END = "\n<!-- attributes of CAMU: end -->";
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=\\.) (?=Unit: |Range: |Default: |Required$)");

    private record Attribute(
            String name,
            String protocol,
            String effect,
            String unit,
            String range,
            String stated,
            Object actual) {
        String row() {
            return "| `" + name + "` | " + facts();
        }

        String facts() {
            return effect + " | " + unit + " | " + range + " | " + stated + " |";
        }
    }

    private static List<Attribute> attributes(String protocol) throws ReflectiveOperationException {
        Object made =
                Class.forName(ZAB.class.getPackageName() + "." + protocol)
                        .getDeclaredConstructor()
                        .newInstance();
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> t = made.getClass(); t != Protocol.class; t = t.getSuperclass())
            types.add(0, t);
        List<Attribute> found = new ArrayList<>();
        for (Class<?> type : types)
            for (Field field : type.getDeclaredFields()) {
                Property property = field.getAnnotation(Property.class);
                if (property == null) continue;
                field.setAccessible(true);
                String name = property.name().isEmpty() ? field.getName() : property.name();
                found.add(parse(name, protocol, property.description(), field.get(made)));
            }
        return found;
    }

    private static List<Attribute> ofAll() throws ReflectiveOperationException {
        List<Attribute> all = new ArrayList<>();
        for (String protocol : Variants.names()) all.addAll(attributes(protocol));
        all.addAll(attributes("OMAHA"));
        all.addAll(attributes("COOPER"));
        all.addAll(attributes("FOREST"));
        all.addAll(attributes("CAMU"));
        return all;
    }

    private static Attribute parse(
            String name, String protocol, String description, Object actual) {
        String[] parts = SENTENCE_END.split(description);
        String unit = "";
        String range = "";
        String stated = "";
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            // Remove a dot at the end of a sentence, but not the dots of a range such as "1..",
            // which has no upper bound.
            String fact = part.endsWith("..") ? part : part.replaceAll("\\.$", "");
            String value = fact.substring(fact.indexOf(' ') + 1);
            if (fact.startsWith("Unit")) unit = value;
            else if (fact.startsWith("Range")) range = value;
            else if (fact.startsWith("Default")) stated = value;
            else stated = "required";
        }
        return new Attribute(name, protocol, parts[0], unit, range, stated, actual);
    }

    @Test
    void listsEveryAttributeAsAnnotated() throws Exception {
        List<String> rows = new ArrayList<>();
        rows.add("| attribute | effect | unit | range | default |");
        rows.add("|---|---|---|---|---|");
        for (Attribute a : attributes("ZAB")) rows.add(a.row());
        compare(BEGIN, rows, END);
    }

    @Test
    void listsTheAttributesOfTheOthers() throws Exception {
        compareOf("OMAHA", OMAHA_BEGIN, OMAHA_END);
        compareOf("COOPER", COOPER_BEGIN, COOPER_END);
        compareOf("FOREST", FOREST_BEGIN, FOREST_END);
    }

    @Test
    void listsTheAttributesOfEpaxosOnly() throws Exception {
        compareOwn("EPAXOS", EPAXOS_BEGIN, EPAXOS_END);
    }

    @Test
    void listsTheAttributesOfCamuOnly() throws Exception {
        compareOwn("CAMU", CAMU_BEGIN, CAMU_END);
    }

    private static void compareOwn(String protocol, String begin, String end) throws Exception {
        Set<String> common = new TreeSet<>();
        for (Attribute a : attributes("ZAB")) common.add(a.row());
        List<String> rows = new ArrayList<>();
        rows.add("| attribute | effect | unit | range | default |");
        rows.add("|---|---|---|---|---|");
        for (Attribute a : attributes(protocol)) if (!common.contains(a.row())) rows.add(a.row());
        compare(begin, rows, end);
    }

    private static void compareOf(String protocol, String begin, String end) throws Exception {
        List<String> rows = new ArrayList<>();
        rows.add("| attribute | effect | unit | range | default |");
        rows.add("|---|---|---|---|---|");
        for (Attribute a : attributes(protocol)) rows.add(a.row());
        compare(begin, rows, end);
    }

    @Test
    void listsTheAttributesOfSomeProtocols() throws Exception {
        Set<String> common = new TreeSet<>();
        for (Attribute a : attributes("ZAB")) common.add(a.name());
        Map<String, List<Attribute>> some = new LinkedHashMap<>();
        for (String protocol : Variants.names())
            for (Attribute a : attributes(protocol))
                if (!common.contains(a.name()))
                    some.computeIfAbsent(a.row(), row -> new ArrayList<>()).add(a);
        List<String> rows = new ArrayList<>();
        rows.add("| attribute | of | effect | unit | range | default |");
        rows.add("|---|---|---|---|---|---|");
        for (List<Attribute> same : some.values())
            rows.add(
                    same.stream()
                            .map(a -> "`" + a.protocol() + "`")
                            .collect(
                                    Collectors.joining(
                                            ", ",
                                            "| `" + same.get(0).name() + "` | ",
                                            " | " + same.get(0).facts())));
        compare(SOME_BEGIN, rows, SOME_END);
    }

    private static void compare(String begin, List<String> rows, String end) throws Exception {
        String table = String.join("\n", rows);
        String page = Documents.read(PAGE);
        String found = Documents.between(page, begin, end);
        if (Boolean.getBoolean("abcast.docs.write")) {
            String written = page.replace(begin + found + end, begin + table + end);
            Files.writeString(Documents.ROOT.resolve(PAGE), written);
            return;
        }
        assertEquals(
                table,
                found,
                PAGE + " is out of date; this test writes it again with -Dabcast.docs.write=true");
    }

    @Test
    void statedDefaultsAreTheDefaults() throws Exception {
        for (Attribute a : ofAll()) {
            if (a.stated().isEmpty() || a.stated().equals("required")) continue;
            String stated = statedFor(a.protocol(), a.stated());
            String who = a.protocol() + "." + a.name();
            if (a.actual() instanceof Double number)
                assertEquals(Double.parseDouble(stated), number, who);
            else if (a.actual() instanceof Number)
                assertEquals(String.valueOf(number(stated)), String.valueOf(a.actual()), who);
            else assertEquals(stated, String.valueOf(a.actual()), who);
        }
    }

    private static String statedFor(String protocol, String stated) {
        Matcher other = Pattern.compile("(.*) \\(([A-Z_]+): (.*)\\)").matcher(stated);
        if (!other.matches()) return stated;
        return other.group(2).equals(protocol) ? other.group(3) : other.group(1);
    }

    @Test
    void everyNumberHasARange() throws Exception {
        for (Attribute a : ofAll())
            if (a.actual() instanceof Number && !a.name().equals("server_id"))
                assertTrue(!a.range().isEmpty(), a.name() + ": expected 'Range: ...'");
    }

    private static long number(String stated) {
        Matcher parts =
                Pattern.compile("([0-9]+)(s?)(?: \\(([0-9]+) ([KMG])iB\\))?").matcher(stated);
        assertTrue(parts.matches(), () -> "expected a number, got " + stated);
        long number = Long.parseLong(parts.group(1)) * (parts.group(2).isEmpty() ? 1 : 1000);
        if (parts.group(3) != null) {
            long unit = 1L << (10 * ("KMG".indexOf(parts.group(4)) + 1));
            assertEquals(number, Long.parseLong(parts.group(3)) * unit, stated);
        }
        return number;
    }
}
