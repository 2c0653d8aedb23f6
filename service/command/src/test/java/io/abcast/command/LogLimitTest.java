package io.abcast.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LogLimitTest {
    private long now = -5;
    private final LogLimit limit = new LogLimit(() -> now);

    private static LogRecord record(Level level, String logger, String type, String method) {
        LogRecord record = new LogRecord(level, "garbage");
        record.setLoggerName(logger);
        record.setSourceClassName(type);
        record.setSourceMethodName(method);
        return record;
    }

    private static LogRecord accept() {
        return record(
                Level.WARNING,
                "org.jgroups.protocols.TCP",
                "org.jgroups.blocks.cs.TcpServer$Acceptor",
                "run");
    }

    private int written(int lines) {
        int written = 0;
        for (int i = 0; i < lines; i++) if (limit.isLoggable(accept())) written++;
        return written;
    }

    @Test
    void aFloodOfOneKindGivesFewLinesAndACount() {
        assertEquals(LogLimit.LINES_MAX, written(10_000));
        assertEquals(10_000 - LogLimit.LINES_MAX, limit.getLinesLeftOut());
        now += LogLimit.WINDOW_NANOS - 1;
        assertEquals(0, written(1));
        now += 1;
        LogRecord next = accept();
        assertTrue(limit.isLoggable(next));
        assertEquals("garbage (9996 more of this kind were suppressed)", next.getMessage());
        LogRecord after = accept();
        assertTrue(limit.isLoggable(after));
        assertEquals("garbage", after.getMessage(), "reported once");
    }

    @Test
    void aFloodHidesNoOtherKind() {
        written(100);
        assertTrue(limit.isLoggable(record(Level.SEVERE, "org.jgroups.x", "org.jgroups.X", "f")));
    }

    @Test
    void linesOfAbcastAlwaysPass() {
        for (int i = 0; i < 100; i++)
            assertTrue(limit.isLoggable(record(Level.WARNING, "io.abcast.jgroups.ZAB", "X", "f")));
    }

    @Test
    void aFailedGracefulCloseIsSuppressed() {
        assertFalse(
                limit.isLoggable(
                        record(
                                Level.SEVERE,
                                "org.jgroups.protocols.TCP",
                                "org.jgroups.blocks.cs.TcpConnection",
                                "closeGracefully")));
        assertEquals(1, limit.getLinesLeftOut());
    }
}
