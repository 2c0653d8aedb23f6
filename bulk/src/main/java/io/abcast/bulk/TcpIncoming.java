package io.abcast.bulk;

import io.abcast.bulk.port.Growing;
import io.abcast.bulk.port.PortGuard;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection on which another member sends blocks and messages to this member. If the peer violates the format of
 * {@link TcpFrames}, this member ends the connection.
 */
final class TcpIncoming {
    interface Sink {
        void onHello(TcpIncoming connection, TcpFrames.Hello hello) throws IOException;

        void onMessage(int from, byte[] message);

        /**
         * Maximum size in bytes of a block with its coefficients; 0 if this member takes no part in transfer {@code
         * run}.
         */
        int rowBytesMax(int run);

        void onReceiving(int from, int run, long number);

        void onNearlyReceived(int from, int run, long number);

        void onBlock(int from, int run, Block block);
    }

    private static final int ROW_BYTES_MAX = (1 << 26) + Manifest.BLOCKS_MAX;

    private final SocketChannel channel;
    private final Sink sink;

    /** -1 before the hello (first frame) of the member at the other end. */
    int peer = -1;

    PortGuard.Unknown unknown;

    private boolean heard;
    private int head;
    private int headFilled;
    private int kind;
    private Growing body;
    private int pieceLeft;

    private int rowLeft;

    /** Null while this member skips a block of a transfer in which it takes no part. */
    private Growing row;

    private int run;
    private long number;
    private int batch;
    private long round;
    private boolean nearly;

    TcpIncoming(SocketChannel channel, Sink sink) {
        this.channel = channel;
        this.sink = sink;
    }

    int read(ByteBuffer through) throws IOException {
        through.clear();
        int got = channel.read(through);
        if (got < 0) throw new EOFException("closed by the other end");
        take(through.flip());
        return got;
    }

    boolean silent() {
        return !heard;
    }

    void take(ByteBuffer bytes) throws IOException {
        heard |= bytes.hasRemaining();
        while (bytes.hasRemaining()) {
            if (pieceLeft > 0) takePiece(bytes);
            else if (body != null) takeBody(bytes);
            else takeHead(bytes);
        }
    }

    private void takePiece(ByteBuffer bytes) {
        int count = Math.min(pieceLeft, bytes.remaining());
        if (row == null) bytes.position(bytes.position() + count);
        else row.take(bytes, count);
        filledPiece(count);
    }

    private void takeBody(ByteBuffer bytes) throws IOException {
        body.take(bytes, bytes.remaining());
        if (body.left() == 0) endBody();
    }

    private void endBody() throws IOException {
        byte[] whole = body.whole();
        body = null;
        onFrame(whole);
    }

    private void takeHead(ByteBuffer bytes) throws IOException {
        head = head << Byte.SIZE | Byte.toUnsignedInt(bytes.get());
        if (++headFilled < TcpFrames.HEAD_BYTES) return;
        headFilled = 0;
        kind = TcpFrames.kind(head);
        int length = TcpFrames.length(head);
        if (peer < 0 && (kind != TcpFrames.HELLO || length != TcpFrames.HELLO_BYTES))
            throw new IOException("expected a hello, got a frame of kind " + kind);
        if (peer >= 0 && kind == TcpFrames.HELLO)
            throw new IOException("expected one hello, got a second one");
        if (kind == TcpFrames.BLOCK_PIECE) {
            if (length > rowLeft)
                throw new IOException(
                        "expected at most "
                                + rowLeft
                                + " bytes of a block, got a piece of "
                                + length);
            pieceLeft = length;
        } else {
            checkLength(length);
            body = new Growing(length);
            if (length == 0) endBody();
        }
    }

    private void checkLength(int length) throws IOException {
        boolean fits =
                switch (kind) {
                    case TcpFrames.HELLO -> length == TcpFrames.HELLO_BYTES;
                    case TcpFrames.BEAT -> length == 0;
                    case TcpFrames.MESSAGE -> true;
                    case TcpFrames.BLOCK_HEAD -> length == TcpFrames.BLOCK_HEAD_BYTES;
                    default -> false;
                };
        if (!fits)
            throw new IOException(
                    "expected a valid frame, got kind " + kind + " with " + length + " bytes");
    }

    private void onFrame(byte[] frame) throws IOException {
        switch (kind) {
            case TcpFrames.HELLO -> {
                TcpFrames.Hello hello = TcpFrames.Hello.of(frame);
                if (hello == null)
                    throw new IOException("expected a hello of a member, got other bytes");
                sink.onHello(this, hello);
                peer = hello.id();
            }
            case TcpFrames.BEAT -> {}
            case TcpFrames.MESSAGE -> sink.onMessage(peer, frame);
            case TcpFrames.BLOCK_HEAD -> onBlockHead(ByteBuffer.wrap(frame));
            default -> throw new AssertionError("kind " + kind);
        }
    }

    private void onBlockHead(ByteBuffer head) throws IOException {
        if (rowLeft > 0) throw new IOException("expected the rest of a block, got another block");
        number = head.getLong();
        batch = head.getInt();
        round = head.getLong();
        run = head.getInt();
        int length = head.getInt();
        int lengthMax = sink.rowBytesMax(run);
        if (length < 1 || length > (lengthMax == 0 ? ROW_BYTES_MAX : lengthMax))
            throw new IOException("expected a valid block size, got " + length + " bytes");
        rowLeft = length;
        nearly = false;
        row = lengthMax == 0 ? null : new Growing(length);
        if (row != null) sink.onReceiving(peer, run, number);
    }

    private void filledPiece(int bytes) {
        rowLeft -= bytes;
        pieceLeft -= bytes;
        if (row == null) return;
        if (!nearly && TcpLinks.nearlyDone(rowLeft, row.length())) {
            nearly = true;
            sink.onNearlyReceived(peer, run, number);
        }
        if (rowLeft > 0) return;
        byte[] whole = row.whole();
        row = null;
        sink.onBlock(peer, run, new Block(number, batch, round, whole));
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // An error while closing the connection is ignored, because the connection ends in any
            // case.
        }
    }
}
