package io.abcast.cast;

import io.abcast.command.CommandLines;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * Runs {@code abcast cast} or {@code abcast receive} in a process without the other commands; the first argument names
 * the command.
 */
public final class CastMain {
    private CastMain() {}

    public static void main(String[] arguments) {
        int code = commandLine(arguments).execute(arguments);
        // Without System.exit, which since JDK 21 searches every jar for a logger (50 ms), the JVM
        // ends anyway.
        if (code != 0) System.exit(code);
    }

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
