package io.abcast.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Clients that repeatedly connect, send given bytes, read nothing, and reset the connection (TCP RST). One thread
 * serves all reconnecting clients, one after another, and does not block.
 */
public final class ReconnectingClients implements AutoCloseable {
    private final InetSocketAddress server;
    private final ByteBuffer bytes;
    private final SocketChannel[] channels;

    /**
     * @param bytes bytes that each client sends as soon as it is connected; all bytes must fit into the send buffer of
     *     a socket
     */
    public ReconnectingClients(InetSocketAddress server, int clients, ByteBuffer bytes) {
        this.server = server;
        this.bytes = bytes;
        channels = new SocketChannel[clients];
    }

    /**
     * Disconnects and reconnects each client that has sent its bytes.
     *
     * @return number of clients that have sent all their bytes in this call
     */
    public int turn() {
        int said = 0;
        for (int i = 0; i < channels.length; i++) {
            if (channels[i] != null && channels[i].isConnected()) leave(i);
            if (channels[i] == null) come(i);
            if (channels[i] != null && say(i)) said++;
        }
        return said;
    }

    private void come(int i) {
        try {
            SocketChannel channel = SocketChannel.open();
            channels[i] = channel;
            // A reset of the connection leaves no local port in TIME_WAIT.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.configureBlocking(false);
            channel.connect(server);
        } catch (IOException e) {
            leave(i);
        }
    }

    private boolean say(int i) {
        try {
            if (!channels[i].isConnected() && !channels[i].finishConnect()) return false;
            return channels[i].write(bytes.duplicate()) == bytes.remaining();
        } catch (IOException e) {
            leave(i);
            return false;
        }
    }

    private void leave(int i) {
        try {
            if (channels[i] != null) channels[i].close();
        } catch (IOException e) {
            // Ignore the error, because the client's connection is closed in any case.
        }
        channels[i] = null;
    }

    @Override
    public void close() {
        for (int i = 0; i < channels.length; i++) leave(i);
    }
}
