package io.abcast.bulk.port;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A listening port on a {@link SelectorLoop}. After a failed accept the port pauses briefly. Without a pause the next
 * accept would fail at once, because the connection still waits and the channel stays ready. All methods run on the
 * loop's thread, or before it starts.
 */
public final class PortServer implements Closeable {
    /** Takes an accepted connection, whose channel does not block. */
    public interface Arrivals {
        /** @throws IOException if the connection cannot be served; the channel is closed then */
        void begin(SocketChannel channel) throws IOException;
    }

    private static final int BACKLOG = 256;

    /** Maximum number of connections accepted per turn, so that other channels are served too. */
    private static final int ACCEPTS_MAX = 64;

    private final SelectorLoop loop;
    private final PortGuard guard;
    private final Arrivals arrivals;
    private final ServerSocketChannel server;

    /**
     * Listens.
     *
     * @param address port 0 stands for any free port
     * @param guard counts failed accepts
     * @throws IOException if the address cannot be used
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

    /** Address and port at which this member listens. */
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
