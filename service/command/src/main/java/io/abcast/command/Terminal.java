package io.abcast.command;

import java.io.Console;

/** Detects whether a command runs at an interactive terminal. */
public final class Terminal {
    private Terminal() {}

    /** Whether standard input and standard output of this process are a terminal that supports cursor movements. */
    // on JDK 22 and later, where console() is never null, the code below asks isTerminal
    @SuppressWarnings("SystemConsoleNull")
    public static boolean interactive() {
        Console console = System.console();
        String kind = System.getenv("TERM");
        if (console == null || kind == null || kind.equals("dumb")) return false;
        try {
            // From JDK 22 on, System.console() never returns null.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
