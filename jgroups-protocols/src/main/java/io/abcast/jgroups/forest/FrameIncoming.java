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
 * A TCP connection on which another member sends frames. On a frame connection, each frame consists of the frame's
 * length, as four bytes, and the frame's bytes. The first frame on a frame connection is a {@link ConnectionHello}. If
 * received bytes violate the format of frames, the frame connection ends.
 */
final class FrameIncoming implements Closeable {
    /** Receives the frames of an incoming frame connection. */
    interface Sink {
        /** @return the number of the member that sent the hello, or -1 if the frame connection must end */
        int onHello(FrameIncoming connection, ConnectionHello hello);

        /** @throws MalformedFrameException if the frame is malformed; the exception ends the frame connection */
        void onFrame(int from, byte[] frame);
    }

    /**
     * Maximum length of a frame, in bytes: the longest piece of a payload, the fields of the frame, and the name of the
     * frame's source.
     */
    static final int FRAME_BYTES_MAX = ForestSettings.FRAME_BYTES_LIMIT + 1024;

    static final int HEAD_BYTES = 4;

    private final SocketChannel channel;
    private final Sink sink;

    /** The number of the member that sends frames on this connection; -1 before that member's hello. */
    int peer = -1;

    /** Index of this connection among the frame connections of the member at the other end. */
    int index;

    /**
     * The entry of this connection in the guard of the frame port. The guard of the port releases the entry when the
     * hello has arrived on this connection.
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

    /** Returns whether the other end of the connection has sent nothing yet. */
    boolean isSilent() {
        return !heard;
    }

    /**
     * Reads once from the frame connection.
     *
     * @param through temporary buffer, shared by all frame connections; empty between calls
     * @throws IOException if the other member has closed the frame connection, or reading fails
     * @throws MalformedFrameException if the bytes violate the format of frames
     */
    void read(ByteBuffer through) throws IOException {
        through.clear();
        if (channel.read(through) < 0) throw new EOFException("closed by the other end");
        take(through.flip());
    }

    /** Decodes the next received bytes of the frame connection, and passes complete frames to the sink. */
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
            // The frame connection counts as closed even if closing its socket channel fails.
        }
    }
}
