package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandProvider;
import io.abcast.docs.Prose.Passage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/glossary.md with the code: attributes and options must exist, and words in the column "not" must not
 * occur.
 */
final class GlossaryTest {
    private static final String PAGE = "docs/glossary.md";
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private record Term(String name, String meaning, String shown, String not) {}

    private static List<Term> terms() {
        List<Term> found = new ArrayList<>();
        for (String line : Documents.read(PAGE).split("\n", -1)) {
            if (!line.startsWith("|") || line.matches("[|\\s:-]*")) continue;
            String[] cell = line.split("\\|", -1);
            assertEquals(7, cell.length, "expected five columns: " + line);
            found.add(new Term(cell[1].strip(), cell[2].strip(), cell[4].strip(), cell[5].strip()));
        }
        assertEquals("term", found.remove(0).name());
        return found;
    }

    private static Set<String> attributes() {
        Set<String> found = new TreeSet<>();
        for (Class<?> type : Elements.all()) {
            for (Field field : type.getDeclaredFields())
                if (field.isAnnotationPresent(Property.class)) found.add(field.getName());
            for (Method method : type.getDeclaredMethods())
                if (method.isAnnotationPresent(ManagedAttribute.class))
                    found.add(Util.methodNameToAttributeName(method.getName()));
        }
        return found;
    }

    private static Set<String> commands() {
        Set<String> found = new TreeSet<>();
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class))
            found.add(provider.name());
        return found;
    }

    private static boolean isOption(String name) throws IOException {
        String quoted = "\"" + name + "\"";
        for (String module : List.of("service", "benchmark", "cli"))
            try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(module))) {
                if (files.filter(file -> file.toString().matches(".*/src/main/.*\\.java"))
                        .anyMatch(file -> Documents.read(file).contains(quoted))) return true;
            }
        return false;
    }

    @Test
    void termsAreInAlphabeticalOrder() {
        List<String> names =
                terms().stream().map(term -> term.name().toLowerCase(Locale.ROOT)).toList();
        assertEquals(new ArrayList<>(new TreeSet<>(names)), names);
    }

    @Test
    void eachTermHasAMeaning() {
        for (Term term : terms())
            assertTrue(
                    term.meaning().matches("[A-Z0-9`(].*\\."),
                    () -> term + ": expected a sentence");
    }

    @Test
    void namesThatTermsAreShownUnderExist() throws Exception {
        Set<String> attributes = attributes();
        Set<String> commands = commands();
        List<String> unknown = new ArrayList<>();
        for (Term term : terms()) {
            Matcher name = NAME.matcher(term.shown());
            while (name.find()) {
                String shown = name.group(1).replaceFirst("^(\\./)?abcast ", "");
                if (attributes.contains(shown)
                        || commands.contains(shown.split(" ", 2)[0])
                        || (shown.startsWith("--") && isOption(shown))) continue;
                unknown.add(term.name() + ": " + shown);
            }
        }
        assertEquals(List.of(), unknown, "no such attribute, option or command");
    }

    @Test
    void wordsThatTermsReplaceDoNotOccur() throws IOException {
        List<String> found = new ArrayList<>();
        for (Term term : terms()) {
            if (term.not().isEmpty()) continue;
            for (String word : term.not().split(", *", -1)) {
                Pattern pattern =
                        Pattern.compile(
                                "\\b" + word.replace(" ", "\\s+") + "s?\\b",
                                Pattern.CASE_INSENSITIVE);
                for (Path page : Documents.all()) {
                    String file = Documents.ROOT.relativize(page).toString();
                    if (file.equals(PAGE)) continue;
                    for (Passage passage : Prose.of(file, Documents.read(page)))
                        if (pattern.matcher(passage.text()).find())
                            found.add(
                                    file
                                            + ":"
                                            + passage.line()
                                            + ": "
                                            + word
                                            + ", expected "
                                            + term.name());
                }
            }
        }
        assertEquals(List.of(), found);
    }
}
