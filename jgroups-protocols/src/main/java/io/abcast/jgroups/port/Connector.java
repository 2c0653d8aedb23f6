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
 * Makes connections on threads of their own, one at a time to each address. Who wants to send waits a little and then gives
 * its message up, which the protocols above send again; the connection goes on coming up, and whoever asks next gets it. So a
 * peer that does not answer costs a sender one short wait for each attempt.
 *
 * <p><b>Thread rule:</b> any thread.
 */
final class Connector {
    /** A connection and the channel over it. */
    record Connected(Socket raw, Socket channel) {}

    /** Attempts at the same time; one more fails at once. Far above the number of members. */
    static final int ATTEMPTS_MAX = 64;

    private final PortSettings settings;

    // Guarded by itself.
    private final Map<SocketAddress, Attempt> attempts = new HashMap<>();

    Connector(PortSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns a connection that has just come up.
     *
     * @param timeoutMillis how long to wait, counted from the beginning of the attempt, which may be an earlier caller's
     * @param raw for the attempt, if this call begins one; closed otherwise
     * @throws SocketTimeoutException if there is none yet
     * @throws IOException why there will be none
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
                    "%s: expected at most %d connections to come up at a time"
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
                // Also for taking it: the other end waits no longer for our first bytes.
                settings.watch(this::expire);
                Socket channel = settings.handshake().shake(raw, true);
                if (late) throw new SocketException("closed");
                end.complete(new Connected(raw, channel));
            } catch (Throwable e) {
                fail(late ? lateBy(e) : e);
            }
        }

        private void expire() {
            if (!remove()) return; // somebody has it
            late = true;
            if (!end.isDone()) settings.figures().addLate();
            Util.close(raw);
        }

        private SocketTimeoutException lateBy(Throwable cause) {
            SocketTimeoutException timeout =
                    new SocketTimeoutException(
                            "%s: expected the end of its handshake within %d ms"
                                    .formatted(to, settings.handshakeMillis()));
            timeout.initCause(cause);
            return timeout;
        }

        private void fail(Throwable e) {
            remove();
            Util.close(raw);
            end.completeExceptionally(e);
        }

        /** @return whether it was still there; whoever removes it has the connection */
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
                    throw new SocketException(to + ": its connection was taken, or not in time");
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
