package io.abcast.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Clients each of which connects, sends what it is told, reads nothing, leaves without a word and comes back, in a loop. All from
 * one thread, which takes them in turn and waits for none.
 */
public final class ReconnectingClients implements AutoCloseable {
    private final InetSocketAddress server;
    private final ByteBuffer bytes;
    private final SocketChannel[] channels;

    /** @param bytes what each sends as soon as it is connected; few enough for a socket's buffer */
    public ReconnectingClients(InetSocketAddress server, int clients, ByteBuffer bytes) {
        this.server = server;
        this.bytes = bytes;
        channels = new SocketChannel[clients];
    }

    /**
     * Lets each that has had its say go and come back, once.
     *
     * @return how many have had their say; the others are still coming, or were refused
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
            // Leaves by a reset: no port of ours stays behind.
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
            // It is gone all the same.
        }
        channels[i] = null;
    }

    @Override
    public void close() {
        for (int i = 0; i < channels.length; i++) leave(i);
    }
}
