package io.abcast.jgroups.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection on which another member sends to this one. What does not follow {@link TcpFrames} ends it. */
final class TcpIncoming {
    /** Who gets what is read. */
    interface Sink {
        /** @throws IOException to end the connection */
        void onHello(TcpIncoming connection, TcpFrames.Hello hello) throws IOException;

        void onMessage(int from, byte[] message);

        void onReceiving(int from, int run, long number);

        void onNearlyReceived(int from, int run, long number);

        void onBlock(int from, int run, Block block);
    }

    /** Blocks that may be promised at once are few; one that is larger was never offered. */
    private static final int ROW_BYTES_MAX = (1 << 26) + Manifest.BLOCKS_MAX;

    private final SocketChannel channel;
    private final Sink sink;

    /** The member at the other end, -1 before its hello. */
    int peer = -1;

    private int head;
    private int headFilled;
    private int kind;
    private byte[] body;
    private int filled;
    private int pieceLeft;
    private byte[] row;
    private int rowFilled;
    private int run;
    private long number;
    private int batch;
    private long round;
    private boolean nearly;

    TcpIncoming(SocketChannel channel, Sink sink) {
        this.channel = channel;
        this.sink = sink;
    }

    /**
     * Reads once.
     *
     * @param through what is read goes through it: one for all connections, for nothing stays in it
     * @return bytes read
     * @throws IOException at the end of the connection, or when it must end
     */
    int read(ByteBuffer through) throws IOException {
        through.clear();
        int got = channel.read(through);
        if (got < 0) throw new EOFException("closed by the other end");
        take(through.flip());
        return got;
    }

    /** Takes what came next. */
    void take(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (pieceLeft > 0) takePiece(bytes);
            else if (body != null) takeBody(bytes);
            else takeHead(bytes);
        }
    }

    private void takePiece(ByteBuffer bytes) {
        int count = Math.min(pieceLeft, bytes.remaining());
        bytes.get(row, rowFilled, count);
        filledPiece(count);
    }

    private void takeBody(ByteBuffer bytes) throws IOException {
        int count = Math.min(body.length - filled, bytes.remaining());
        bytes.get(body, filled, count);
        filled += count;
        if (filled == body.length) endBody();
    }

    private void endBody() throws IOException {
        byte[] whole = body;
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
            throw new IOException("expected a hello, got kind " + kind);
        if (kind == TcpFrames.BLOCK_PIECE) {
            if (row == null || length > row.length - rowFilled)
                throw new IOException("a piece of no block: " + length + " bytes");
            pieceLeft = length;
        } else {
            body = new byte[length];
            filled = 0;
            if (length == 0) endBody();
        }
    }

    private void onFrame(byte[] frame) throws IOException {
        switch (kind) {
            case TcpFrames.HELLO -> {
                TcpFrames.Hello hello = TcpFrames.Hello.of(frame);
                if (hello == null) throw new IOException("a hello of something else");
                sink.onHello(this, hello);
                peer = hello.id();
            }
            case TcpFrames.BEAT -> {}
            case TcpFrames.MESSAGE -> sink.onMessage(peer, frame);
            case TcpFrames.BLOCK_HEAD -> onBlockHead(ByteBuffer.wrap(frame));
            default -> throw new IOException("unknown frame " + kind);
        }
    }

    private void onBlockHead(ByteBuffer head) throws IOException {
        if (head.remaining() != TcpFrames.BLOCK_HEAD_BYTES || row != null)
            throw new IOException("a block within a block");
        number = head.getLong();
        batch = head.getInt();
        round = head.getLong();
        run = head.getInt();
        int length = head.getInt();
        if (length < 1 || length > ROW_BYTES_MAX)
            throw new IOException("a block of " + length + " bytes");
        row = new byte[length];
        rowFilled = 0;
        nearly = false;
        sink.onReceiving(peer, run, number);
    }

    private void filledPiece(int bytes) {
        rowFilled += bytes;
        pieceLeft -= bytes;
        if (!nearly && TcpLinks.nearlyDone(row.length - rowFilled, row.length)) {
            nearly = true;
            sink.onNearlyReceived(peer, run, number);
        }
        if (rowFilled < row.length) return;
        byte[] whole = row;
        row = null;
        sink.onBlock(peer, run, new Block(number, batch, round, whole));
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone in any case.
        }
    }
}
