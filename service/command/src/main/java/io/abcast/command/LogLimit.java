package io.abcast.command;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Limits the number of log lines of JGroups and Netty of each kind, and adds the number of suppressed warnings to the
 * next warning of that kind. JGroups writes a log line for every connection that sends garbage. Without a limit on log
 * lines, unauthenticated peers could fill the disk. Two log lines are of one kind if one place in the code logs both,
 * so there are few kinds of log lines. {@code LogLimit} does not limit the log lines of abcast, because abcast bounds
 * their number itself.
 *
 * <p>JGroups logs an error when it cannot close a broken connection gracefully. The error at the close of a connection
 * occurs when members that start at the same time connect to each other twice. {@code LogLimit} always suppresses log
 * lines about failed closes of connections.
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
