package io.abcast.bulk.port;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the outcomes of the connections of one port since the port was opened.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code PortFigures}.
 */
public final class PortFigures {
    final AtomicInteger unknown = new AtomicInteger();
    final LongAdder refused = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder evicted = new LongAdder();
    final LongAdder failed = new LongAdder();

    /**
     * Number of open accepted connections whose other end has not identified itself yet; at most {@link
     * PortGuard#UNKNOWN_MAX}.
     */
    public long unknown() {
        return unknown.get();
    }

    /**
     * Number of accepted connections that were closed because they sent wrong bytes, or that ended before their other
     * end had identified itself.
     */
    public long refused() {
        return refused.sum();
    }

    /** Number of connections of the port that were closed because their other end did not identify itself in time. */
    public long late() {
        return late.sum();
    }

    /** Number of accepted, unidentified connections that were closed to make room for newer connections. */
    public long evicted() {
        return evicted.sum();
    }

    /**
     * Number of failed accepts of connections on the port, for example because no file descriptors or threads were
     * free.
     */
    public long failed() {
        return failed.sum();
    }

    /** Counts one connection that this member opened and whose other end did not identify itself in time. */
    public void addLate() {
        late.increment();
    }
}
