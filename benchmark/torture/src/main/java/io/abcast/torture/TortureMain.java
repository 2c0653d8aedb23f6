package io.abcast.torture;

import io.abcast.command.CommandLines;

/**
 * Runs {@code abcast torture} in a process that has no other command. The first command-line argument is {@code
 * torture}.
 */
public final class TortureMain {
    private TortureMain() {}

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new TortureCommand()).execute(arguments));
    }
}
