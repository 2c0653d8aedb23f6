package io.abcast.jgroups.port;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jgroups.util.Util;

/**
 * Establishes TCP connections, on separate threads. At any time there is at most one connection attempt per address. A
 * sender waits a short time for a connection and then drops its message, which the protocols above send again. An
 * attempt continues in the background for the next sender, so a silent peer delays senders by one short wait per
 * attempt.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code Connector}.
 */
final class Connector {
    /** @param channel {@code raw}, or the TLS socket above it */
    record Connected(Socket raw, Socket channel) {}

    /**
     * When this number of attempts are in progress, a new connection attempt fails at once; far above the number of
     * members.
     */
    static final int ATTEMPTS_MAX = 64;

    private final PortSettings settings;

    private final Map<SocketAddress, Attempt> attempts = new HashMap<>();

    Connector(PortSettings settings) {
        this.settings = settings;
    }

    /**
     * @param timeoutMillis maximum wait, counted from the beginning of the attempt, which an earlier caller may have
     *     started
     * @param raw the socket for a new connection attempt; if an attempt to the address is in progress, {@code connect}
     *     closes {@code raw}
     */
    Connected connect(SocketAddress to, int timeoutMillis, Socket raw) throws IOException {
        Attempt attempt;
        boolean fresh = false;
        synchronized (attempts) {
            attempt = attempts.get(to);
            if (attempt == null && attempts.size() < ATTEMPTS_MAX) {
                attempt = new Attempt(to, timeoutMillis, raw);
                attempts.put(to, attempt);
                fresh = true;
            }
        }
        if (!fresh) Util.close(raw);
        if (attempt == null)
            throw new ConnectException(
                    "%s: expected at most %d concurrent connection attempts"
                            .formatted(to, ATTEMPTS_MAX));
        if (fresh) attempt.start();
        return attempt.await(timeoutMillis);
    }

    private final class Attempt implements Runnable {
        private final SocketAddress to;
        private final int connectMillis;
        private final Socket raw;
        private final long startNanos = System.nanoTime();
        private final CompletableFuture<Connected> end = new CompletableFuture<>();
        private volatile boolean late;

        Attempt(SocketAddress to, int connectMillis, Socket raw) {
            this.to = to;
            this.connectMillis = connectMillis;
            this.raw = raw;
        }

        void start() {
            try {
                settings.daemon(this, "connector [" + to + "]").start();
            } catch (Throwable e) {
                fail(e);
                throw e;
            }
        }

        @Override
        public void run() {
            try {
                raw.connect(to, connectMillis);
                // The time limit covers the connection attempt and the wait until a sender takes
                // the connection.
                settings.watch(this::expire);
                Socket channel = settings.handshake().shake(raw, true);
                if (late) throw new SocketException("closed");
                end.complete(new Connected(raw, channel));
            } catch (Throwable e) {
                fail(late ? lateBy(e) : e);
            }
        }

        private void expire() {
            if (!remove()) return; // A sender has already taken the connection.
            late = true;
            if (!end.isDone()) settings.figures().addLate();
            Util.close(raw);
        }

        private SocketTimeoutException lateBy(Throwable cause) {
            SocketTimeoutException timeout =
                    new SocketTimeoutException(
                            "%s: expected the TLS handshake to end within %d ms"
                                    .formatted(to, settings.handshakeMillis()));
            timeout.initCause(cause);
            return timeout;
        }

        private void fail(Throwable e) {
            remove();
            Util.close(raw);
            end.completeExceptionally(e);
        }

        /**
         * The caller that removes an attempt owns the connection that the attempt established.
         *
         * @return whether this connection attempt was still registered before the call
         */
        private boolean remove() {
            synchronized (attempts) {
                return attempts.remove(to, this);
            }
        }

        Connected await(int timeoutMillis) throws IOException {
            long leftNanos =
                    startNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis) - System.nanoTime();
            try {
                Connected connected = end.get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
                if (!remove())
                    throw new SocketException(
                            to
                                    + ": another sender took the connection, or it was not taken in time");
                return connected;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException cause
                        ? cause
                        : new IOException(e.getCause());
            } catch (TimeoutException e) {
                SocketTimeoutException timeout =
                        new SocketTimeoutException(to + ": no connection yet");
                timeout.initCause(e);
                throw timeout;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SocketException("interrupted while connecting to " + to);
            }
        }
    }
}
