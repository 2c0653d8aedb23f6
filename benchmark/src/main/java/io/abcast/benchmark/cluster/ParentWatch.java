package io.abcast.benchmark.cluster;

import java.io.IOException;
import java.io.OutputStream;

/** Ties the life of this process to the one that started it, whose end closes the pipe to our standard input. */
public final class ParentWatch {
    private ParentWatch() {}

    /** Exits with {@code code} when standard input ends. */
    public static void exitWithStdin(int code) {
        Thread watcher =
                new Thread(
                        () -> {
                            try {
                                System.in.transferTo(OutputStream.nullOutputStream());
                            } catch (IOException e) {
                                // As good as its end.
                            }
                            System.exit(code);
                        },
                        "stdin-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }
}
