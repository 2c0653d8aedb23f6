package io.abcast.jgroups.forest;

import io.abcast.bulk.port.SelectorLoop;
import io.abcast.bulk.port.WriteQueue;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * A TCP connection on which this member sends frames. The FOREST node bounds the number of frames that wait in the
 * connection.
 */
final class FrameOutgoing {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final WriteQueue waiting = new WriteQueue();

    private final ArrayDeque<Long> ends = new ArrayDeque<>();

    private long added;
    private long written;
    private boolean isOpen;

    FrameOutgoing(SelectorLoop loop, InetSocketAddress to, SelectorLoop.Ready ready)
            throws IOException {
        channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            key = loop.register(channel, SelectionKey.OP_CONNECT, ready);
            channel.connect(to);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    boolean isOpen() {
        return isOpen;
    }

    boolean onConnectable(byte[] hello) throws IOException {
        if (isOpen || !channel.finishConnect()) return false;
        isOpen = true;
        add(ByteBuffer.wrap(hello), hello.length);
        ends.clear();
        return true;
    }

    void add(ByteBuffer bytes, int length) {
        waiting.add(ByteBuffer.allocate(FrameIncoming.HEAD_BYTES).putInt(length).flip());
        waiting.add(bytes);
        added += FrameIncoming.HEAD_BYTES + length;
        ends.add(added);
    }

    boolean hasWaiting() {
        return isOpen && !waiting.isEmpty();
    }

    /**
     * @param through temporary buffer, shared by all frame connections; empty between calls
     * @return number of frames whose last byte has been written
     */
    int flush(ByteBuffer through) throws IOException {
        written += waiting.flush(channel, through);
        int complete = 0;
        while (!ends.isEmpty() && ends.peek() <= written) {
            ends.poll();
            complete++;
        }
        return complete;
    }

    void await() {
        int wanted = waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE;
        if (isOpen && key.isValid() && key.interestOps() != wanted) key.interestOps(wanted);
    }

    void close() {
        isOpen = false;
        waiting.clear();
        ends.clear();
        try {
            channel.close();
        } catch (IOException e) {
            // The frame connection counts as closed even if closing its socket channel fails.
        }
    }
}
