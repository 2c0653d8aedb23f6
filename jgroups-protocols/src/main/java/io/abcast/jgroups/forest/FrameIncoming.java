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
    interface Sink {
        /** @return the number of the member that sent the hello, or -1 if the frame connection must end */
        int onHello(FrameIncoming connection, ConnectionHello hello);

        void onFrame(int from, byte[] frame);
    }

    static final int FRAME_BYTES_MAX = ForestSettings.FRAME_BYTES_LIMIT + 1024;

    static final int HEAD_BYTES = 4;

    private final SocketChannel channel;
    private final Sink sink;

    /** -1 before the hello (first frame) of the member at the other end. */
    int peer = -1;

    int index;

    /** Released when the hello (first frame) has arrived on this connection. */
    PortGuard.Unknown unknown;

    private boolean heard;
    private int head;
    private int headFilled;
    private Growing body;

    FrameIncoming(SocketChannel channel, Sink sink) {
        this.channel = channel;
        this.sink = sink;
    }

    boolean isSilent() {
        return !heard;
    }

    void read(ByteBuffer through) throws IOException {
        through.clear();
        if (channel.read(through) < 0) throw new EOFException("closed by the other end");
        take(through.flip());
    }

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
