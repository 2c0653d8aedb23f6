package io.abcast.jgroups.port;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An output stream to a peer, which closes the connection if the peer takes no bytes for too long. A host that has lost
 * its power takes no bytes, and TCP itself gives up after many minutes. During this time JGroups cannot multicast,
 * because one thread writes to all members. JGroups cannot install a view either, because the thread that installs it
 * writes a last message to the members that left.
 *
 * <p><b>Thread rule:</b> as for the wrapped stream. Another thread closes a late connection.
 */
final class WatchedOutput extends OutputStream {
    /** Time limit of a write, in ns, in addition to the time that its bytes take at {@link #SLOWEST_BYTES}. */
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
     * @param connection the connection below the stream; closing the connection ends a blocked write
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
        // A check is scheduled once per time limit and connection, and not once per write.
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
            // A write that began just now has found a watch and scheduled none, so this method must
            // schedule one.
            if (lateNanos != Long.MAX_VALUE && isWatched.compareAndSet(false, true)) watch();
        } else if (PortSettings.CLOCK.nanoTime() - at >= 0) {
            try {
                connection.close();
            } catch (IOException e) {
                // The write ends even if close() fails.
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
