package io.abcast.jgroups.port;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An output stream to a peer that closes the connection if the peer takes no bytes for too long. While a write to a
 * peer blocks, JGroups can neither multicast nor install a view, because one thread writes to all members.
 *
 * <p><b>Thread rule:</b> one thread at a time may use a {@code WatchedOutput}, as for the wrapped stream. A separate
 * thread closes a connection whose write exceeds its time limit.
 */
final class WatchedOutput extends OutputStream {
    /** Added to the time that the bytes of the write take at {@link #SLOWEST_BYTES}. */
    static final long LIMIT_NANOS = 1_500_000_000;

    /** Rate in bytes/s (1 Mbit/s) of the slowest link for which the time limit of a write is sufficient. */
    private static final double SLOWEST_BYTES = 125_000;

    private static final long SECOND = 1_000_000_000;

    private final OutputStream out;
    private final Closeable connection;
    private final long limitNanos;
    private final Runnable late;

    /** End of the present write's time limit; {@link Long#MAX_VALUE} if no write is in progress. */
    private volatile long lateNanos = Long.MAX_VALUE;

    private final AtomicBoolean isWatched = new AtomicBoolean();

    /**
     * @param connection closing it ends a blocked write
     * @param late task that runs after the stream has closed the connection because of a late write
     */
    WatchedOutput(OutputStream out, Closeable connection, long limitNanos, Runnable late) {
        this.out = out;
        this.connection = connection;
        this.limitNanos = limitNanos;
        this.late = late;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        lateNanos =
                PortSettings.CLOCK.nanoTime()
                        + limitNanos
                        + (long) (length / SLOWEST_BYTES * SECOND);
        // At most one check for late writes per connection is scheduled at a time, and not one
        // check per write.
        if (!isWatched.get() && isWatched.compareAndSet(false, true)) watch();
        try {
            out.write(bytes, offset, length);
        } finally {
            lateNanos = Long.MAX_VALUE;
        }
    }

    private void watch() {
        PortSettings.CLOCK.in(limitNanos / 2, this::check);
    }

    private void check() {
        long at = lateNanos;
        if (at == Long.MAX_VALUE) {
            isWatched.set(false);
            // A write that has begun just now has seen a scheduled check and scheduled none, so
            // check() must schedule the next check.
            if (lateNanos != Long.MAX_VALUE && isWatched.compareAndSet(false, true)) watch();
        } else if (PortSettings.CLOCK.nanoTime() - at >= 0) {
            try {
                connection.close();
            } catch (IOException e) {
                // A blocked write ends even if closing its connection fails.
            }
            late.run();
        } else {
            watch();
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
