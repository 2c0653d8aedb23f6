package io.abcast.command;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses command-line options that take a list of names, in which each name may occur at most once. */
public final class NamedChoices {
    private NamedChoices() {}

    /**
     * Converts each name in an option's value by the function {@code of}, in the order of the names.
     *
     * @param option name of the option, for error messages.
     * @param of function that converts one name. For an unknown name, the function throws an IllegalArgumentException
     *     that names the expected values.
     * @throws ParameterException if a name is unknown or occurs twice
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
