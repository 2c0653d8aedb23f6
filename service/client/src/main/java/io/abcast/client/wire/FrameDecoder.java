package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Splits the byte stream of a connection into frames. The decoder passes each frame to the next handler, as a retained
 * slice from the id to the end of the body.
 *
 * <p>The decoder skips a frame that is longer than {@code frameBytesMax}, and fires an {@link OversizeFrame} event
 * instead. If bytes cannot be a frame, the decoder reports one {@link MalformedFrameException} through {@code
 * exceptionCaught}, and skips all later bytes of the stream. The decoder allocates at most twice the bytes that have
 * arrived, so an announced length alone never allocates memory.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
    private static final int HELLO_BYTES = 8;
    private static final int LENGTH_BYTES = 4;

    private final int frameBytesMax;
    private final int skippedBytesMax;
    private ChannelHandlerContext context;
    private boolean helloExpected;

    private boolean broken;

    private boolean stopped;

    private boolean decoding;

    private int skipping;

    /**
     * Bytes that have arrived and are not passed on: the beginning of a frame, or after {@link #stop} also complete
     * frames.
     */
    private ByteBuf held;

    /**
     * Makes a decoder for the frames of one stream.
     *
     * @param helloExpected whether the stream starts with {@link ClientFrames#HELLO}
     * @param frameBytesMax maximum length in bytes of a frame that the decoder passes on
     * @param skippedBytesMax maximum length in bytes of a frame that the decoder skips; a longer frame is malformed
     */
    public FrameDecoder(boolean helloExpected, int frameBytesMax, int skippedBytesMax) {
        this.helloExpected = helloExpected;
        this.frameBytesMax = frameBytesMax;
        this.skippedBytesMax = Math.max(frameBytesMax, skippedBytesMax);
    }

    /**
     * Makes the decoder stop passing on frames, even while the next handler processes a frame, until {@link #resume}.
     */
    public void stop() {
        stopped = true;
    }

    /**
     * Continues to decode with the held bytes, and then fires {@code channelReadComplete}. The next handler must not
     * call this method while it processes a frame.
     */
    public void resume() {
        stopped = false;
        if (held == null || broken) return;
        decoding = true;
        decode(held);
        decoding = false;
        releaseIfDone();
        context.fireChannelReadComplete();
    }

    /** Drops the held bytes of the decoder and all later bytes of the stream. */
    public void discard() {
        broken = true;
        if (!decoding) release();
    }

    /** Number of bytes of memory that the held bytes of this decoder occupy. */
    public int heldBytes() {
        return held == null ? 0 : held.capacity();
    }

    /** Whether the stream has begun with a valid hello. */
    public boolean greeted() {
        return !helloExpected && !broken;
    }

    /** Returns the id of the first held request; {@code otherwise} if the head of this request has not arrived. */
    public long heldId(long otherwise) {
        boolean known =
                held != null
                        && !helloExpected
                        && held.readableBytes() >= LENGTH_BYTES + ClientFrames.HEAD_BYTES;
        return known ? held.getLong(held.readerIndex() + LENGTH_BYTES) : otherwise;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        decoding = true;
        try {
            if (held != null) complete(in);
            if (held == null) decode(in);
            if (in.isReadable() && !broken) keep(in);
        } finally {
            decoding = false;
            in.release();
            releaseIfDone();
        }
    }

    private void complete(ByteBuf in) {
        decode(held);
        while (held.isReadable() && in.isReadable() && !stopped && !broken) {
            append(in, Math.min(missing(), in.readableBytes()));
            decode(held);
        }
        releaseIfDone();
    }

    private int missing() {
        int have = held.readableBytes();
        if (helloExpected) return HELLO_BYTES - have;
        if (have < LENGTH_BYTES) return LENGTH_BYTES - have;
        int length = held.getInt(held.readerIndex());
        return LENGTH_BYTES + (length > frameBytesMax ? ClientFrames.HEAD_BYTES : length) - have;
    }

    private void keep(ByteBuf in) {
        if (held == null) held = context.alloc().buffer(in.readableBytes());
        append(in, in.readableBytes());
    }

    private void append(ByteBuf in, int bytes) {
        if (held.writableBytes() < bytes) {
            int needed = held.readableBytes() + bytes;
            // Double the buffer, at most to the length of the frame; otherwise every arriving piece
            // of a long frame would cause a copy.
            int end = needed;
            if (!helloExpected && held.readableBytes() >= LENGTH_BYTES)
                end = LENGTH_BYTES + Math.min(held.getInt(held.readerIndex()), frameBytesMax);
            ByteBuf larger =
                    context.alloc().buffer(Math.max(needed, (int) Math.min(2L * needed, end)));
            larger.writeBytes(held);
            held.release();
            held = larger;
        }
        held.writeBytes(in, bytes);
    }

    private void decode(ByteBuf in) {
        while (!stopped && !broken) {
            if (skipping > 0) {
                int skipped = Math.min(skipping, in.readableBytes());
                in.skipBytes(skipped);
                skipping -= skipped;
                if (skipping > 0) return;
            }
            if (helloExpected) {
                if (!hello(in)) return;
            }
            if (in.readableBytes() < LENGTH_BYTES) return;
            int length = in.getInt(in.readerIndex());
            if (length < ClientFrames.HEAD_BYTES || length > skippedBytesMax) {
                bad(
                        "frame length: expected "
                                + ClientFrames.HEAD_BYTES
                                + ".."
                                + skippedBytesMax
                                + ", got "
                                + Integer.toUnsignedString(length));
                return;
            }
            if (length > frameBytesMax) {
                if (in.readableBytes() < LENGTH_BYTES + ClientFrames.HEAD_BYTES) return;
                in.skipBytes(LENGTH_BYTES);
                long id = in.readLong();
                skipping = length - Long.BYTES;
                context.fireUserEventTriggered(new OversizeFrame(id, length));
                continue;
            }
            if (in.readableBytes() - LENGTH_BYTES < length) return;
            in.skipBytes(LENGTH_BYTES);
            context.fireChannelRead(in.readRetainedSlice(length));
        }
    }

    /** Checks as many bytes of the client's hello as have arrived, so that a wrong first byte is detected at once. */
    private boolean hello(ByteBuf in) {
        int have = Math.min(HELLO_BYTES, in.readableBytes());
        for (int i = 0; i < have; i++) {
            if (in.getByte(in.readerIndex() + i) != (byte) (ClientFrames.HELLO >>> (56 - 8 * i))) {
                bad("hello: expected \"abcast\" and version 1, byte " + i + " differs");
                return false;
            }
        }
        if (have < HELLO_BYTES) return false;
        in.skipBytes(HELLO_BYTES);
        helloExpected = false;
        return true;
    }

    private void bad(String what) {
        broken = true;
        context.fireExceptionCaught(new MalformedFrameException(what));
    }

    private void releaseIfDone() {
        if (held != null && (broken || !held.isReadable())) release();
    }

    private void release() {
        if (held == null) return;
        held.release();
        held = null;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        discard();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        discard();
    }
}
