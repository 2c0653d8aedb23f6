package io.abcast.command;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads the values of options that take several names, each at most once. */
public final class NamedChoices {
    private NamedChoices() {}

    /**
     * Returns the meanings of the names, in the order of the names.
     *
     * @param option name of the option, for messages.
     * @param of function that returns the meaning of one name. If a name has no meaning, it throws an
     *     IllegalArgumentException that names the expected values.
     * @throws ParameterException if a name is unknown, or is given twice
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
