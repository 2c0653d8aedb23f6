package io.abcast.benchmark.cli;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Makes the JDK's logging, which JGroups and Netty use here, print warnings, and of abcast the story of
 * elections and synchronisations, one line each. A
 * {@code java.util.logging.config.file} of the user's goes before.
 */
final class Loggers {
    /** Kept: the JDK forgets the levels of loggers that nobody holds. */
    private static final Logger ROOT = Logger.getLogger("");

    private static final Logger OURS = Logger.getLogger("io.abcast");

    private Loggers() {}

    static void quiet() {
        if (System.getProperty("java.util.logging.config.file") != null) return;
        ROOT.setLevel(Level.WARNING);
        OURS.setLevel(Level.INFO);
        for (Handler handler : ROOT.getHandlers()) {
            handler.setLevel(Level.INFO);
            handler.setFormatter(new OneLine());
        }
    }

    /** Of an exception its class and message; with a stack trace only when it is severe. */
    private static final class OneLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringBuilder line =
                    new StringBuilder(
                            String.format(
                                    "%1$tT.%1$tL %2$s %3$s",
                                    record.getMillis(), record.getLevel(), formatMessage(record)));
            Throwable thrown = record.getThrown();
            if (thrown != null) line.append(": ").append(thrown);
            line.append(System.lineSeparator());
            if (thrown != null && record.getLevel().intValue() >= Level.SEVERE.intValue())
                for (StackTraceElement frame : thrown.getStackTrace())
                    line.append("\tat ").append(frame).append(System.lineSeparator());
            return line.toString();
        }
    }
}
