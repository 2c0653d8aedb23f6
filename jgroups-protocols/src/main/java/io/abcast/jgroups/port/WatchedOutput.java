package io.abcast.jgroups.port;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Output to a peer that closes the connection when the peer takes no bytes for too long. A host that has lost its power
 * takes no bytes, and TCP itself gives up after many minutes. Meanwhile JGroups cannot multicast, because one thread
 * writes to all members, and cannot install a view, because the installing thread writes a last message to the members
 * that left.
 *
 * <p><b>Thread rule:</b> as for the wrapped stream. The connection is closed by another thread.
 */
final class WatchedOutput extends OutputStream {
    /** Time limit of a write, beside the time that its bytes take at {@link #SLOWEST_BYTES}. */
    static final long LIMIT_NANOS = 1_500_000_000;

    /** Rate of the slowest link, in bytes/s: 1 Mbit/s. */
    private static final double SLOWEST_BYTES = 125_000;

    private static final long SECOND = 1_000_000_000;

    private final OutputStream out;
    private final Closeable connection;
    private final long limitNanos;
    private final Runnable late;

    /** The moment at which the present write is late; {@link Long#MAX_VALUE} without a write. */
    private volatile long lateNanos = Long.MAX_VALUE;

    private final AtomicBoolean isWatched = new AtomicBoolean();

    /**
     * @param connection closing it ends a write
     * @param late called when a write was late, after the connection was closed
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
        // One check per limit and connection, and not one per write.
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
            // A write that began just now has seen the watch and relies on it.
            if (lateNanos != Long.MAX_VALUE && isWatched.compareAndSet(false, true)) watch();
        } else if (PortSettings.CLOCK.nanoTime() - at >= 0) {
            try {
                connection.close();
            } catch (IOException e) {
                // The write ends in any case.
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
