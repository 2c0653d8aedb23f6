package io.abcast.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens connections to one server that send given bytes, never authenticate and read nothing. One thread serves all
 * connections, and connections that the server has closed stay closed.
 */
public final class UnauthenticatedClients implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;

    private final List<SocketChannel> channels = new ArrayList<>();
    private final List<ByteBuffer> rest = new ArrayList<>();

    /** @param bytes bytes that each connection sends to the server */
    public UnauthenticatedClients(InetSocketAddress server, int connections, ByteBuffer bytes)
            throws IOException {
        for (int i = 0; i < connections; i++) {
            SocketChannel channel = SocketChannel.open(server);
            channel.configureBlocking(false);
            channels.add(channel);
            rest.add(bytes.duplicate());
        }
    }

    /**
     * Sends a part of the given bytes on each open connection.
     *
     * @return total number of bytes that the connections accepted in this call; 0 if no connection accepts bytes at
     *     present
     */
    public long send() {
        long sent = 0;
        for (int i = 0; i < channels.size(); i++) {
            ByteBuffer piece = rest.get(i);
            int end = piece.limit();
            piece.limit(Math.min(end, piece.position() + PIECE_BYTES));
            try {
                sent += channels.get(i).write(piece);
                piece.limit(end);
            } catch (IOException e) {
                piece.limit(end).position(end);
            }
        }
        return sent;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) channel.close();
    }
}
