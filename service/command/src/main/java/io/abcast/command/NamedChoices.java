package io.abcast.command;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads options that take several names, each at most once. */
public final class NamedChoices {
    private NamedChoices() {}

    /**
     * Returns what the names stand for, in their order.
     *
     * @param option name of the option, for messages.
     * @param of returns the meaning of one name. It throws an IllegalArgumentException with what was expected.
     * @throws ParameterException if a name is unknown, or stands there twice
     */
    public static <T> List<T> of(
            CommandSpec spec, String option, List<String> names, Function<String, T> of) {
        try {
            List<T> all = names.stream().map(of).toList();
            for (int i = 0; i < names.size(); i++)
                if (names.indexOf(names.get(i)) < i)
                    throw new IllegalArgumentException(
                            "expected each once, got " + names.get(i) + " twice");
            return all;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}
