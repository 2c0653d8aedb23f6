package io.abcast.benchmark.cli;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Makes the JDK's logging, which JGroups and Netty use here, print warnings only, one line each. */
final class Loggers {
    /** Kept: the JDK forgets the levels of loggers that nobody holds. */
    private static final Logger ROOT = Logger.getLogger("");

    private Loggers() {}

    static void quiet() {
        if (System.getProperty("java.util.logging.config.file") != null) return;
        if (System.getProperty("java.util.logging.SimpleFormatter.format") == null)
            System.setProperty(
                    "java.util.logging.SimpleFormatter.format", "%1$tT.%1$tL %4$s %5$s%6$s%n");
        ROOT.setLevel(Level.WARNING);
        for (Handler handler : ROOT.getHandlers()) handler.setLevel(Level.WARNING);
    }
}
