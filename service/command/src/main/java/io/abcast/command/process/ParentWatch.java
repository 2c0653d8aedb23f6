package io.abcast.command.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Ties the life of this process to the one that started it, whose end closes the pipe to our standard input. */
public final class ParentWatch {
    private ParentWatch() {}

    /** Exits with {@code code} when standard input ends. */
    public static void exitWithStdin(int code) {
        watch(() -> System.in.transferTo(OutputStream.nullOutputStream()), code);
    }

    /**
     * Likewise; what comes before are orders.
     *
     * @param orders takes each line, on a thread of its own
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
                                // As good as its end.
                            }
                            System.exit(code);
                        },
                        "stdin-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }
}
