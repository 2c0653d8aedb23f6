package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Node;
import io.abcast.zab.LinkMessage;
import io.abcast.zab.ZabMessage;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that docs/events-and-effects.md has rows for exactly the events, effects and messages that exist in the code.
 */
final class EventsPageTest {
    private static final String PAGE = Documents.read("docs/events-and-effects.md") + "\n## ";

    private static Set<String> rows(String heading, String nextHeading) {
        Matcher row =
                Pattern.compile("(?m)^\\| `(\\w+\\([^`]*\\))` \\|")
                        .matcher(Documents.between(PAGE, "\n" + heading + "\n", nextHeading));
        Set<String> found = new TreeSet<>();
        while (row.find()) found.add(row.group(1));
        return found;
    }

    private static <T> String list(T[] parts, Function<T, String> name) {
        return Arrays.stream(parts).map(name).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Names methods with their numbers of parameters, because class files do not contain the names of parameters. */
    private static Set<String> methods(Class<?> type) {
        Set<String> found = new TreeSet<>();
        for (Method method : type.getDeclaredMethods())
            found.add(method.getName() + "/" + method.getParameterCount());
        return found;
    }

    private static Set<String> counted(Set<String> rows) {
        Set<String> found = new TreeSet<>();
        for (String row : rows) {
            String arguments = row.substring(row.indexOf('(') + 1, row.length() - 1);
            int count = arguments.isEmpty() ? 0 : arguments.split(", ", -1).length;
            found.add(row.substring(0, row.indexOf('(')) + "/" + count);
        }
        return found;
    }

    @Test
    void hasEveryEvent() {
        assertEquals(methods(Node.class), counted(rows("## Events", "\n## ")));
    }

    @Test
    void hasEveryEffect() {
        assertEquals(methods(Effects.class), counted(rows("## Effects", "\n## ")));
    }

    @Test
    void hasEveryMessageWithItsFields() {
        Set<String> expected = new TreeSet<>();
        for (Class<?> family : new Class<?>[] {ZabMessage.class, LinkMessage.class})
            for (Class<?> message : family.getPermittedSubclasses())
                expected.add(
                        message.getSimpleName()
                                + list(message.getRecordComponents(), RecordComponent::getName));
        assertEquals(expected, rows("## Messages of Zab", "\n## "));
    }
}
