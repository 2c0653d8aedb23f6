package io.abcast.command.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ends this process when its parent process ends, which closes the pipe to this process's standard input. */
public final class ParentWatch {
    private ParentWatch() {}

    /** Makes this process exit with {@code code} when its standard input ends. */
    public static void exitWithStdin(int code) {
        watch(() -> System.in.transferTo(OutputStream.nullOutputStream()), code);
    }

    /**
     * Reads orders from standard input, and makes this process exit with {@code code} when its standard input ends.
     *
     * @param orders receives each line of standard input, on a separate thread
     */
    public static void readStdin(Consumer<String> orders, int code) {
        watch(
                () ->
                        new BufferedReader(
                                        new InputStreamReader(System.in, StandardCharsets.US_ASCII))
                                .lines()
                                .forEach(orders),
                code);
    }

    private interface Reading {
        void untilTheEnd() throws IOException;
    }

    private static void watch(Reading reading, int code) {
        Thread watcher =
                new Thread(
                        () -> {
                            try {
                                reading.untilTheEnd();
                            } catch (IOException | UncheckedIOException e) {
                                // A read error counts as the end of standard input.
                            }
                            System.exit(code);
                        },
                        "stdin-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }
}
