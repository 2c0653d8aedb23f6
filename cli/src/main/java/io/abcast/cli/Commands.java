package io.abcast.cli;

import io.abcast.command.CommandFailedException;
import io.abcast.command.CommandProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the commands of {@code abcast} on the class path, by their providers. */
final class Commands {
    private Commands() {}

    /**
     * @return the commands of {@code abcast} by name
     * @throws CommandFailedException if a provider of a command cannot be loaded, or if two commands have the same
     *     name; the exception's message has one line
     */
    static Map<String, CommandProvider> find() {
        List<CommandProvider> found = new ArrayList<>();
        try {
            ServiceLoader.load(CommandProvider.class).forEach(found::add);
        } catch (ServiceConfigurationError e) {
            throw new CommandFailedException(
                    "META-INF/services/"
                            + CommandProvider.class.getName()
                            + ": expected the names of classes that are on the class path: "
                            + e.getMessage(),
                    e);
        }
        return byName(found);
    }

    static Map<String, CommandProvider> byName(List<CommandProvider> found) {
        List<CommandProvider> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(CommandProvider::place));
        Map<String, CommandProvider> byName = new LinkedHashMap<>();
        for (CommandProvider provider : sorted) {
            CommandProvider other = byName.put(provider.name(), provider);
            if (other != null)
                throw new CommandFailedException(
                        "command "
                                + provider.name()
                                + ": expected one provider, got "
                                + other.getClass().getName()
                                + " and "
                                + provider.getClass().getName());
        }
        return byName;
    }
}
