package io.abcast.bulk.port;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A port that listens for connections on a {@link SelectorLoop}. After a failed accept, for example because of too many
 * open files, the port pauses for {@link PortGuard#RETRY_NANOS}. Thread rule: only the event loop's thread may call the
 * methods, or any thread before the loop starts.
 */
public final class PortServer implements Closeable {
    /** Takes over a connection that the port has accepted. The connection's channel is non-blocking. */
    public interface Arrivals {
        /** @throws IOException if the connection cannot be served; the port then closes the channel */
        void begin(SocketChannel channel) throws IOException;
    }

    private static final int BACKLOG = 256;

    /**
     * Maximum number of connections that the port accepts per turn of the loop, so that the loop serves all channels.
     */
    private static final int ACCEPTS_MAX = 64;

    private final SelectorLoop loop;
    private final PortGuard guard;
    private final Arrivals arrivals;
    private final ServerSocketChannel server;

    /**
     * Opens the port and listens for connections.
     *
     * @param address address on which the port listens; port 0 stands for any free port
     * @param guard limits connections whose other end has not identified itself, and counts failed accepts
     * @throws IOException if the port cannot listen on the address
     */
    public PortServer(
            SelectorLoop loop, PortGuard guard, InetSocketAddress address, Arrivals arrivals)
            throws IOException {
        this.loop = loop;
        this.guard = guard;
        this.arrivals = arrivals;
        server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address, BACKLOG);
            loop.register(server, SelectionKey.OP_ACCEPT, this::accept);
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** Returns the address and port at which this member listens. */
    public InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    private void accept(SelectionKey key) {
        for (int i = 0; i < ACCEPTS_MAX; i++) {
            try {
                SocketChannel channel = server.accept();
                if (channel == null) return;
                begin(channel);
            } catch (IOException | RuntimeException | Error e) {
                guard.acceptFailed(e);
                if (!key.isValid()) return;
                key.interestOps(0);
                loop.in(PortGuard.RETRY_NANOS, () -> acceptAgain(key));
                return;
            }
        }
    }

    private void begin(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            arrivals.begin(channel);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static void acceptAgain(SelectionKey key) {
        if (key.isValid()) key.interestOps(SelectionKey.OP_ACCEPT);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
