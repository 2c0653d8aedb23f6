package io.abcast.jgroups.port;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.PortGuard;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.util.Util;

/**
 * A server socket that returns only connections whose peer has identified itself. JGroups' acceptor handles one
 * connection after the other, so a silent peer would block the acceptor; this port uses a thread per connection. A
 * guard of the port bounds the number of connections whose peer has not identified itself, and the time for an
 * identification.
 *
 * <p><b>Thread rule:</b> any thread may call the methods of {@code GroupPort}.
 */
// Not synchronised: a thread that closes a socket must not wait for a thread that reads from it.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
public final class GroupPort extends ServerSocket {
    /** When this number of identified connections wait for JGroups, the port closes each further connection. */
    static final int READY_MAX = 64;

    /**
     * Start of the message by which a peer identifies itself: a cookie, a version, and the length of the peer's
     * address.
     */
    private static final int HEAD_BYTES = Connection.cookie.length + 2 * Short.BYTES;

    private static final int ADDRESS_BYTES_MAX = 64;

    /**
     * Long, so that {@code GroupPort} accepts and closes a flood of connections before the operating system refuses
     * them.
     */
    private static final int BACKLOG = 200;

    private final ServerSocket port = new ServerSocket();
    private final PortSettings settings;
    private final PortGuard guard;
    private final Object lock = new Object();

    private final ArrayDeque<Socket> ready = new ArrayDeque<>();

    private volatile boolean closed;

    public GroupPort(PortSettings settings) throws IOException {
        this.settings = settings;
        guard =
                new PortGuard(
                        PortSettings.CLOCK,
                        () -> TimeUnit.MILLISECONDS.toNanos(settings.handshakeMillis()),
                        settings.figures(),
                        new LineLimit(
                                line -> settings.log(port.getLocalSocketAddress() + ": " + line),
                                PortSettings.CLOCK::nanoTime));
    }

    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        port.bind(endpoint, Math.max(backlog, BACKLOG));
        settings.daemon(this::acceptAll, "group port [" + port.getLocalPort() + "]").start();
    }

    /** After any failed accept, for example without free descriptors or memory, the port pauses and then continues. */
    private void acceptAll() {
        while (!port.isClosed()) {
            Socket raw = null;
            try {
                raw = port.accept();
                begin(raw);
            } catch (Throwable e) {
                Util.close(raw);
                if (!port.isClosed()) pause(e);
            }
        }
    }

    private void pause(Throwable failure) {
        try {
            guard.acceptFailed(failure);
        } catch (Throwable e) {
            // A failure that could not be logged, perhaps because memory was short, has already
            // been
            // counted.
        }
        Util.sleep(TimeUnit.NANOSECONDS.toMillis(PortGuard.RETRY_NANOS));
    }

    private void begin(Socket raw) {
        PortGuard.Unknown unknown =
                guard.admit(raw, raw.getInetAddress(), raw.getRemoteSocketAddress());
        if (unknown == null) return;
        try {
            settings.daemon(
                            () -> identify(raw, unknown),
                            "handshake [" + raw.getRemoteSocketAddress() + "]")
                    .start();
        } catch (Throwable e) {
            unknown.gone();
            throw e;
        }
    }

    /**
     * Runs on a separate thread; at the deadline the port's guard closes {@code raw}, which ends every wait for the
     * peer.
     */
    private void identify(Socket raw, PortGuard.Unknown unknown) {
        try {
            Socket channel = settings.handshake().shake(raw, false);
            byte[] said = announcement(new DataInputStream(channel.getInputStream()));
            if (!unknown.known() || !give(new PeerSocket(raw, channel, said, settings)))
                Util.close(channel);
        } catch (Throwable e) {
            unknown.refuse(e.toString());
        }
    }

    private boolean give(Socket socket) {
        synchronized (lock) {
            if (closed || ready.size() >= READY_MAX) return false;
            ready.add(socket);
            lock.notifyAll();
            return true;
        }
    }

    /** Blocks until a peer has identified itself, and returns the peer's connection. */
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
            open = new LinkedHashSet<>(ready);
            ready.clear();
            lock.notifyAll();
        }
        guard.close();
        port.close();
        open.forEach(Util::close);
    }

    private static byte[] announcement(DataInputStream in) throws IOException {
        byte[] head = new byte[HEAD_BYTES];
        in.readFully(head);
        ByteBuffer fields = ByteBuffer.wrap(head);
        byte[] cookie = new byte[Connection.cookie.length];
        fields.get(cookie);
        fields.getShort();
        int addressBytes = fields.getShort();
        if (!Arrays.equals(cookie, Connection.cookie))
            throw new IOException("expected the first bytes of a member, got other bytes");
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
