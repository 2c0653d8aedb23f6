package io.abcast.command;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Limits the number of log lines of JGroups and Netty of each kind (place in the code). The next warning of a kind
 * contains the number of its suppressed warnings. JGroups writes a log line for every connection that sends garbage, so
 * unauthenticated peers could fill the disk.
 *
 * <p>JGroups' errors about a connection that cannot be closed gracefully are always suppressed. Closing fails regularly
 * when two members start at the same time and connect to each other twice.
 */
final class LogLimit implements Filter, LogLimitMXBean {
    static final int LINES_MAX = 5;
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final class Kind {
        long windowStart;
        int lines;
        long left;
    }

    private final LongSupplier nanoTime;

    // The lock of this object guards the following fields.
    private final Map<String, Kind> kinds = new HashMap<>();
    private long linesLeftOut;

    LogLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized long getLinesLeftOut() {
        return linesLeftOut;
    }

    @Override
    public synchronized boolean isLoggable(LogRecord record) {
        String logger = record.getLoggerName();
        if (logger != null && logger.startsWith("io.abcast")) return true;
        if (record.getLevel().intValue() < Level.WARNING.intValue()) return true;
        if (isFarewell(record)) {
            linesLeftOut++;
            return false;
        }
        String place = record.getSourceClassName() + "." + record.getSourceMethodName();
        Kind kind = kinds.get(place);
        long now = nanoTime.getAsLong();
        if (kind == null || now - kind.windowStart >= WINDOW_NANOS) {
            if (kind != null && kind.left > 0)
                record.setMessage(
                        record.getMessage()
                                + " ("
                                + kind.left
                                + " more of this kind were suppressed)");
            kind = new Kind();
            kind.windowStart = now;
            kinds.put(place, kind);
        }
        if (kind.lines++ < LINES_MAX) return true;
        kind.left++;
        linesLeftOut++;
        return false;
    }

    private static boolean isFarewell(LogRecord record) {
        return "org.jgroups.blocks.cs.TcpConnection".equals(record.getSourceClassName())
                && "closeGracefully".equals(record.getSourceMethodName());
    }
}
