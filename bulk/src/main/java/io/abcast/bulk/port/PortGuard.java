package io.abcast.bulk.port;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Limits the number and duration of a port's accepted connections whose other end has not identified itself yet
 * (unidentified connections).
 *
 * <p><b>Bound:</b> the guard keeps at most {@link #UNKNOWN_MAX} unidentified connections. If one more connection
 * arrives, the guard closes the oldest unidentified connection of the address with the most unidentified connections.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of a guard.
 */
public final class PortGuard implements Closeable {
    /** Maximum number of accepted connections at a time whose other end has not identified itself. */
    public static final int UNKNOWN_MAX = 64;

    /** Time in ns between a failed accept of a connection and the next accept on the port. */
    public static final long RETRY_NANOS = 20_000_000;

    /** The clock and the timers of the thread that serves the port. */
    public interface Clock {
        /** The present time in ns on a clock such as {@link System#nanoTime}. */
        long nanoTime();

        /** Runs an action of the guard once, after {@code nanos} ns. */
        void in(long nanos, Runnable action);
    }

    private final Clock clock;
    private final LongSupplier deadlineNanos;
    private final PortFigures figures;
    private final LineLimit log;
    private final Object lock = new Object();

    // In the order of arrival; guarded by the guard's lock.
    private final Set<Unknown> unknown = new LinkedHashSet<>();
    private boolean timing;
    private boolean closed;

    /** @param log receives log lines, from any thread that calls the guard */
    public PortGuard(Clock clock, LongSupplier deadlineNanos, PortFigures figures, LineLimit log) {
        this.clock = clock;
        this.deadlineNanos = deadlineNanos;
        this.figures = figures;
        this.log = log;
    }

    /**
     * Adds an accepted connection to the unidentified connections.
     *
     * @param connection accepted connection; closing it must not wait for the other end
     */
    public Unknown admit(Closeable connection, InetAddress host, SocketAddress from) {
        Unknown fresh = new Unknown(connection, host, from, deadlineNanos.getAsLong());
        Unknown victim = null;
        boolean refused;
        synchronized (lock) {
            refused = closed;
            if (!refused) {
                if (unknown.size() >= UNKNOWN_MAX) {
                    victim = oldestOfTheBusiestHost();
                    unknown.remove(victim);
                }
                unknown.add(fresh);
                figures.unknown.set(unknown.size());
            }
        }
        if (refused) {
            shut(connection);
            return null;
        }
        if (victim != null) evicted(victim);
        watch();
        return fresh;
    }

    private void evicted(Unknown victim) {
        figures.evicted.increment();
        shut(victim.connection);
        log.line(
                "evicted",
                () ->
                        "closed the connection from %s: expected at most %d connections that have not identified themselves"
                                .formatted(victim.from, UNKNOWN_MAX));
    }

    private Unknown oldestOfTheBusiestHost() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        for (Unknown each : unknown) counts.merge(each.host, 1, Integer::sum);
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        Iterator<Unknown> byAge = unknown.iterator();
        Unknown oldest = byAge.next();
        while (counts.get(oldest.host) < most) oldest = byAge.next();
        return oldest;
    }

    private void watch() {
        long nanos;
        synchronized (lock) {
            if (timing || unknown.isEmpty()) return;
            timing = true;
            nanos = unknown.iterator().next().dueNanos - clock.nanoTime();
        }
        clock.in(Math.max(0, nanos), this::expire);
    }

    private void expire() {
        List<Unknown> late = new ArrayList<>();
        synchronized (lock) {
            timing = false;
            long now = clock.nanoTime();
            for (Unknown each : unknown) if (each.dueNanos - now <= 0) late.add(each);
            late.forEach(unknown::remove);
            figures.unknown.set(unknown.size());
        }
        for (Unknown each : late) {
            figures.late.increment();
            shut(each.connection);
            log.line(
                    "late",
                    () -> each.refusal("it did not identify itself within " + each.millis + " ms"));
        }
        watch();
    }

    /** Counts and logs a failed accept. */
    public void acceptFailed(Throwable failure) {
        figures.failed.increment();
        log.line("failed", () -> "cannot accept connections, will retry: " + failure);
    }

    /**
     * Closes the guard and all its unidentified connections; the guard then closes each connection that arrives later
     * at once.
     */
    @Override
    public void close() {
        List<Unknown> open;
        synchronized (lock) {
            closed = true;
            open = new ArrayList<>(unknown);
            unknown.clear();
            figures.unknown.set(0);
        }
        for (Unknown each : open) shut(each.connection);
    }

    private static void shut(Closeable connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // An error while closing the connection is ignored, because the connection ends in any
            // case.
        }
    }

    /** An accepted connection whose other end has not identified itself. */
    public final class Unknown {
        private final Closeable connection;
        private final InetAddress host;
        private final SocketAddress from;
        private final long dueNanos;
        private final long millis;

        private Unknown(Closeable connection, InetAddress host, SocketAddress from, long nanos) {
            this.connection = connection;
            this.host = host;
            this.from = from;
            dueNanos = clock.nanoTime() + nanos;
            millis = nanos / 1_000_000;
        }

        private String refusal(String why) {
            return "refused a connection from " + from + ": " + why;
        }

        /**
         * Reports that the other end of this connection has identified itself, so that the guard no longer limits the
         * connection. Idempotent.
         *
         * @return false if the guard has already closed the connection
         */
        public boolean known() {
            synchronized (lock) {
                boolean present = unknown.remove(this);
                figures.unknown.set(unknown.size());
                return present;
            }
        }

        /**
         * Closes the connection because its other end sent wrong bytes. Has no effect if the guard has already closed
         * the connection.
         */
        public void refuse(String why) {
            if (!gone()) return;
            log.line("refused", () -> refusal(why));
        }

        /**
         * Reports that the connection ended, or was given up, before the other end identified itself.
         *
         * @return false if the guard has already closed the connection
         */
        public boolean gone() {
            boolean present = known();
            shut(connection);
            if (present) figures.refused.increment();
            return present;
        }
    }
}
