package io.abcast.jgroups.forest;

import io.abcast.bulk.port.Growing;
import io.abcast.bulk.port.PortGuard;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.kernel.MalformedFrameException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connection on which another member sends frames. Each frame consists of its length, as four bytes, and its bytes.
 * The first frame is a {@link ConnectionHello}. Any violation of this format ends the connection.
 */
final class FrameIncoming implements Closeable {
    /** Receives the frames of a connection. */
    interface Sink {
        /** @return number of the member, or -1 to end the connection */
        int onHello(FrameIncoming connection, ConnectionHello hello);

        /** @throws MalformedFrameException to end the connection */
        void onFrame(int from, byte[] frame);
    }

    /**
     * Maximum length of a frame, in bytes: the longest piece of a payload, the fields of the frame and the name of its
     * source.
     */
    static final int FRAME_BYTES_MAX = ForestSettings.FRAME_BYTES_LIMIT + 1024;

    static final int HEAD_BYTES = 4;

    private final SocketChannel channel;
    private final Sink sink;

    /** Number of the member at the other end; -1 before its hello. */
    int peer = -1;

    /** Index of this connection among the connections of the member at the other end. */
    int index;

    /**
     * The entry of this connection in the guard of the port. The guard releases the connection when its hello has
     * arrived.
     */
    PortGuard.Unknown unknown;

    private boolean heard;
    private int head;
    private int headFilled;
    private Growing body;

    FrameIncoming(SocketChannel channel, Sink sink) {
        this.channel = channel;
        this.sink = sink;
    }

    /** Whether the other end has sent nothing yet. */
    boolean isSilent() {
        return !heard;
    }

    /**
     * Reads once.
     *
     * @param through temporary buffer, shared by all connections; empty between calls
     * @throws IOException at the end of the connection
     * @throws MalformedFrameException on a violation
     */
    void read(ByteBuffer through) throws IOException {
        through.clear();
        if (channel.read(through) < 0) throw new EOFException("closed by the other end");
        take(through.flip());
    }

    /** Handles the next bytes of the stream. */
    void take(ByteBuffer bytes) {
        heard |= bytes.hasRemaining();
        while (bytes.hasRemaining()) {
            if (body == null) {
                takeHead(bytes);
                continue;
            }
            body.take(bytes, bytes.remaining());
            if (body.left() > 0) continue;
            byte[] whole = body.whole();
            body = null;
            onFrame(whole);
        }
    }

    private void takeHead(ByteBuffer bytes) {
        head = head << Byte.SIZE | Byte.toUnsignedInt(bytes.get());
        if (++headFilled < HEAD_BYTES) return;
        headFilled = 0;
        int most = peer < 0 ? ConnectionHello.BYTES_MAX : FRAME_BYTES_MAX;
        if (head < 1 || head > most)
            throw new MalformedFrameException(
                    "length: expected 1.." + most + " bytes, got " + Integer.toUnsignedLong(head));
        body = new Growing(head);
    }

    private void onFrame(byte[] frame) {
        if (peer >= 0) {
            sink.onFrame(peer, frame);
            return;
        }
        ConnectionHello hello = ConnectionHello.decode(frame);
        int from = sink.onHello(this, hello);
        if (from < 0)
            throw new MalformedFrameException("expected a member of the view, got another peer");
        index = hello.index();
        peer = from;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is closed even if close() fails.
        }
    }
}
