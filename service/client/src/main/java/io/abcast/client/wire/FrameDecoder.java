package io.abcast.client.wire;

import io.abcast.kernel.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Cuts a byte stream into frames: hands on retained slices from the id to the end of the body, one at a
 * time, until it is told to {@link #stop}; {@link #resume} goes on with what had already arrived.
 *
 * <p>A frame over the limit is not kept: an {@link OversizeFrame} event stands for it, its bytes are
 * skipped. Anything that cannot be a frame is reported once as a {@link MalformedFrameException} through
 * {@code exceptionCaught}; the rest of the stream is then skipped. What is kept is at most twice what
 * has arrived: nothing grows by a length from outside.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
    private static final int HELLO_BYTES = 8;
    private static final int LENGTH_BYTES = 4;

    private final int frameBytesMax;
    private final int skippedBytesMax;
    private ChannelHandlerContext context;
    private boolean helloExpected;

    /** Nothing more is handed on, ever. */
    private boolean broken;

    /** Nothing more is handed on for now. */
    private boolean stopped;

    private boolean decoding;

    /** Bytes still to come of a frame over the limit. */
    private int skipping;

    /** Arrived and not handed on: the beginning of a frame; after {@link #stop} frames too. */
    private ByteBuf held;

    /**
     * @param helloExpected whether the stream starts with {@link ClientFrames#HELLO}
     * @param frameBytesMax longest frame handed on
     * @param skippedBytesMax longest frame skipped; a longer one is malformed
     */
    public FrameDecoder(boolean helloExpected, int frameBytesMax, int skippedBytesMax) {
        this.helloExpected = helloExpected;
        this.frameBytesMax = frameBytesMax;
        this.skippedBytesMax = Math.max(frameBytesMax, skippedBytesMax);
    }

    /** Hands on nothing more, from within the handling of a frame too. */
    public void stop() {
        stopped = true;
    }

    /** Goes on with what is held, and ends it by {@code channelReadComplete}; not from within the handling of a frame. */
    public void resume() {
        stopped = false;
        if (held == null || broken) return;
        decoding = true;
        decode(held);
        decoding = false;
        releaseIfDone();
        context.fireChannelReadComplete();
    }

    /** Takes no more from this stream and forgets what is held. */
    public void discard() {
        broken = true;
        if (!decoding) release();
    }

    /** Bytes of memory kept for what has arrived and was not handed on. */
    public int heldBytes() {
        return held == null ? 0 : held.capacity();
    }

    /** Whether the stream has begun as it should. */
    public boolean greeted() {
        return !helloExpected && !broken;
    }

    /** Id of the request at which the stream stands; {@code otherwise} if its head has not arrived. */
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

    /** Decodes what is held, with as few bytes of {@code in} as that needs: the rest is decoded where it lies. */
    private void complete(ByteBuf in) {
        decode(held);
        while (held.isReadable() && in.isReadable() && !stopped && !broken) {
            append(in, Math.min(missing(), in.readableBytes()));
            decode(held);
        }
        releaseIfDone();
    }

    /** Bytes without which {@link #decode} cannot go on. */
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
            // Twice as much, so that a long frame is not copied for every piece of it; never beyond
            // its end.
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

    /** Checks as many bytes of the hello as there are, so that a stranger is recognised by its first byte. */
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
