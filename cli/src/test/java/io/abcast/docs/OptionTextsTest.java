package io.abcast.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandLines;
import io.abcast.command.CommandProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Tests that the help texts of commands and options make sense alone, as users find them by a text search. */
final class OptionTextsTest {
    private static Map<String, String> texts() {
        Map<String, String> all = new TreeMap<>();
        Object[] commands =
                ServiceLoader.load(CommandProvider.class).stream()
                        .map(provider -> provider.get().command())
                        .toArray();
        CommandLine root = CommandLines.of(commands);
        for (CommandLine command : root.getSubcommands().values()) collect(command, all);
        return all;
    }

    private static void collect(CommandLine command, Map<String, String> to) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName(" ");
        to.put(name, spec.usageMessage().description()[0]);
        for (ArgSpec option : spec.args()) {
            if (option.hidden()) continue;
            to.put(
                    name + " " + option.paramLabel() + option,
                    String.join(" ", option.description()));
        }
        for (CommandLine inner : command.getSubcommands().values()) collect(inner, to);
    }

    @Test
    void everyHelpTextMakesSenseAlone() {
        List<String> wrong = new ArrayList<>();
        texts().forEach(
                        (place, text) -> {
                            for (String rule : TextRules.violations(text))
                                wrong.add(place + ": " + rule + ": " + text);
                        });
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void theSearchFindsCommandsAndOptions() {
        Map<String, String> all = texts();
        assertTrue(all.containsKey("abcast member add"), all.keySet()::toString);
        assertTrue(
                all.values().stream()
                        .anyMatch(text -> text.startsWith("Server id of this process")),
                all.values()::toString);
        assertTrue(all.size() > 200, () -> all.size() + " texts");
    }
}
