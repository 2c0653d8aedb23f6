package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.log.LogMessage;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that docs/protocols/paxos.md contains rules for exactly the messages that a Byzantine member of FBP can send.
 */
final class RulesPageTest {
    private static final String PAGE = Documents.read("docs/protocols/paxos.md");

    @Test
    void hasARuleForEveryMessage() {
        Set<String> expected = new TreeSet<>();
        for (Class<?> family : new Class<?>[] {LogMessage.class, FbpMessage.class})
            for (Class<?> message : family.getPermittedSubclasses())
                expected.add(message.getSimpleName());
        Set<String> found = new TreeSet<>();
        Matcher row =
                Pattern.compile("(?m)^\\| `(\\w+)` \\|")
                        .matcher(
                                Documents.between(
                                        PAGE, "\n## Rules for the messages of FBP\n", "\n## "));
        while (row.find()) assertEquals(true, found.add(row.group(1)), row.group(1) + " twice");
        assertEquals(expected, found);
    }
}
