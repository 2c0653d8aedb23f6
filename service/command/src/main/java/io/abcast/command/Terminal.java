package io.abcast.command;

import java.io.Console;

/** Detects whether a command runs at an interactive terminal. */
public final class Terminal {
    private Terminal() {}

    /** Whether standard input and output are a terminal that understands cursor movements. */
    @SuppressWarnings("SystemConsoleNull") // the code below handles newer JDKs
    public static boolean interactive() {
        Console console = System.console();
        String kind = System.getenv("TERM");
        if (console == null || kind == null || kind.equals("dumb")) return false;
        try {
            // From JDK 22 on there is always a console, and its method isTerminal tells whether it
            // is a terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
