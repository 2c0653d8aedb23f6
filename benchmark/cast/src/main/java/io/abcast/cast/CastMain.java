package io.abcast.cast;

import io.abcast.command.CommandLines;
import java.util.Arrays;
import picocli.CommandLine;

/** Runs {@code abcast cast} and {@code abcast receive} in a process that has no other command: the first argument says which. */
public final class CastMain {
    private CastMain() {}

    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }

    /** @throws IllegalArgumentException if the first argument is neither of the two */
    static CommandLine commandLine(String... arguments) {
        String name = arguments.length == 0 ? "nothing" : arguments[0];
        return switch (name) {
            case "cast" -> CommandLines.of(new CastCommand());
            case "receive" -> CommandLines.of(new ReceiveCommand());
            default ->
                    throw new IllegalArgumentException(
                            "expected cast or receive, got " + Arrays.toString(arguments));
        };
    }
}
