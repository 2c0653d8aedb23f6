package io.abcast.jgroups;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.util.Util;

/**
 * A server socket that gives out connections whose other end has said who it is. JGroups' acceptor, which takes them one
 * after the other, then finds what it waits for, whatever others do meanwhile: connections come up on threads of their own,
 * as many as allowed, and in time.
 *
 * <p><b>Thread rule:</b> any thread.
 */
// The JDK's newer sockets lock inside; one that closes must not wait for one that reads.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class GroupPort extends ServerSocket {
    /**
     * Accepted connections that may at a time not have said who they are. One more closes the oldest of the host that has
     * most of them. As many may have said it and not been taken.
     */
    static final int HANDSHAKES_MAX = 64;

    /** A cookie, a version, and how many bytes of address follow. */
    private static final int HEAD_BYTES = Connection.cookie.length + 2 * Short.BYTES;

    /** An IPv6 address with its port takes 19. */
    private static final int ADDRESS_BYTES_MAX = 64;

    /** Connections that the system keeps for us; a flood must be noticed here, not refused there. */
    private static final int BACKLOG = 200;

    /** Until the next attempt when the system gives no connection, for lack of file descriptors for example. */
    private static final long RETRY_MILLIS = 20;

    private final ServerSocket port = new ServerSocket();
    private final PortSettings settings;
    private final PortFigures figures;
    private final Object lock = new Object();

    // Guarded by lock. In the order of their arrival.
    private final Set<Candidate> candidates = new LinkedHashSet<>();
    private final ArrayDeque<Socket> ready = new ArrayDeque<>();

    /** Also read without it. */
    private volatile boolean closed;

    GroupPort(PortSettings settings) throws IOException {
        this.settings = settings;
        figures = settings.figures();
    }

    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        port.bind(endpoint, Math.max(backlog, BACKLOG));
        settings.daemon(this::acceptAll, "group port [" + port.getLocalPort() + "]").start();
    }

    private void acceptAll() {
        while (!port.isClosed()) {
            try {
                Socket raw = port.accept();
                Candidate candidate = new Candidate(raw);
                if (admit(candidate)) candidate.start();
                else raw.close();
            } catch (IOException e) {
                if (!port.isClosed()) Util.sleep(RETRY_MILLIS);
            }
        }
    }

    private boolean admit(Candidate candidate) {
        Candidate victim = null;
        synchronized (lock) {
            if (closed) return false;
            if (candidates.size() >= HANDSHAKES_MAX) {
                victim = oldestOfTheMost();
                candidates.remove(victim);
            }
            candidates.add(candidate);
            figures.underWay.set(candidates.size());
        }
        if (victim != null) {
            figures.evicted.increment();
            victim.close();
        }
        return true;
    }

    /** Of the host with the most candidates the one that has waited longest. */
    private Candidate oldestOfTheMost() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        for (Candidate candidate : candidates) counts.merge(candidate.host, 1, Integer::sum);
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        Iterator<Candidate> byAge = candidates.iterator();
        Candidate candidate = byAge.next();
        while (counts.get(candidate.host) < most) candidate = byAge.next();
        return candidate;
    }

    /** @return whether it was one: not evicted and not closed meanwhile */
    private boolean remove(Candidate candidate) {
        synchronized (lock) {
            boolean present = candidates.remove(candidate);
            figures.underWay.set(candidates.size());
            return present;
        }
    }

    private boolean give(Socket socket) {
        synchronized (lock) {
            if (closed || ready.size() >= HANDSHAKES_MAX) return false;
            ready.add(socket);
            lock.notifyAll();
            return true;
        }
    }

    /** Blocks until somebody has said who it is. */
    @Override
    public Socket accept() throws IOException {
        synchronized (lock) {
            while (ready.isEmpty() && !closed) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new SocketException("interrupted");
                }
            }
            if (closed) throw new SocketException("Socket closed");
            return ready.remove();
        }
    }

    @Override
    public void close() throws IOException {
        Set<Closeable> open;
        synchronized (lock) {
            closed = true;
            open = new LinkedHashSet<>(candidates);
            open.addAll(ready);
            candidates.clear();
            ready.clear();
            figures.underWay.set(0);
            lock.notifyAll();
        }
        port.close();
        open.forEach(Util::close);
    }

    /** A connection of which nobody knows yet whose it is. */
    private final class Candidate implements Runnable, Closeable {
        private final Socket raw;
        private final InetAddress host;
        private volatile boolean late;

        Candidate(Socket raw) {
            this.raw = raw;
            host = raw.getInetAddress();
        }

        void start() {
            try {
                settings.daemon(this, "handshake [" + raw.getRemoteSocketAddress() + "]").start();
            } catch (Throwable e) {
                remove(this);
                close();
                throw e;
            }
        }

        @Override
        public void run() {
            Future<?> deadline = null;
            try {
                deadline = settings.watch(this::expire);
                Socket channel = settings.handshake().shake(raw, false);
                byte[] said = announcement(new DataInputStream(channel.getInputStream()));
                deadline.cancel(false);
                if (late) throw new SocketTimeoutException();
                if (!remove(this)) Util.close(channel);
                else if (!give(new PeerSocket(raw, channel, said))) Util.close(channel);
            } catch (Exception e) {
                refuse(e);
            } finally {
                if (deadline != null) deadline.cancel(false);
            }
        }

        private void refuse(Exception e) {
            boolean present = remove(this);
            close();
            if (!present) return;
            if (late) figures.late.increment();
            else figures.refused.increment();
            settings.refused(
                    port.getLocalSocketAddress(),
                    raw.getRemoteSocketAddress(),
                    late
                            ? "it did not say who it is within %d ms"
                                    .formatted(settings.handshakeMillis())
                            : e.toString());
        }

        private void expire() {
            late = true;
            close();
        }

        /** What is below TLS: that never waits for anybody. */
        @Override
        public void close() {
            Util.close(raw);
        }
    }

    /** What every member says first. */
    private static byte[] announcement(DataInputStream in) throws IOException {
        byte[] head = new byte[HEAD_BYTES];
        in.readFully(head);
        ByteBuffer fields = ByteBuffer.wrap(head);
        byte[] cookie = new byte[Connection.cookie.length];
        fields.get(cookie);
        fields.getShort();
        int addressBytes = fields.getShort();
        if (!Arrays.equals(cookie, Connection.cookie))
            throw new IOException("expected the first bytes of a member, got others");
        if (addressBytes < 0 || addressBytes > ADDRESS_BYTES_MAX)
            throw new IOException(
                    "expected an address of at most %d bytes, got %d"
                            .formatted(ADDRESS_BYTES_MAX, addressBytes));
        byte[] all = Arrays.copyOf(head, HEAD_BYTES + addressBytes);
        in.readFully(all, HEAD_BYTES, addressBytes);
        return all;
    }

    @Override
    public InetAddress getInetAddress() {
        return port.getInetAddress();
    }

    @Override
    public int getLocalPort() {
        return port.getLocalPort();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return port.getLocalSocketAddress();
    }

    @Override
    public boolean isBound() {
        return port.isBound();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        port.setReceiveBufferSize(bytes);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return port.getReceiveBufferSize();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        port.setReuseAddress(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return port.getReuseAddress();
    }

    @Override
    public String toString() {
        return port.toString();
    }
}
