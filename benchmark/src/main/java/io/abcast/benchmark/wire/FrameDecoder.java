package io.abcast.benchmark.wire;

import io.abcast.kernel.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts a byte stream into frames: hands on retained slices from the id to the end of the body.
 *
 * <p>Anything that cannot be a frame is reported once as a {@link MalformedFrameException} through
 * {@code exceptionCaught}; the rest of the stream is then skipped. No buffer grows by a length from
 * outside before that length was checked.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    private final int frameBytesMax;
    private boolean helloExpected;
    private boolean broken;

    /** @param helloExpected whether the stream starts with {@link Frames#HELLO} */
    public FrameDecoder(boolean helloExpected, int frameBytesMax) {
        this.helloExpected = helloExpected;
        this.frameBytesMax = frameBytesMax;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (helloExpected && !hello(in)) return;
        while (in.readableBytes() >= 4) {
            int length = in.getInt(in.readerIndex());
            if (length < Frames.HEAD_BYTES || length > frameBytesMax)
                throw bad(
                        "frame length: expected "
                                + Frames.HEAD_BYTES
                                + ".."
                                + frameBytesMax
                                + ", got "
                                + Integer.toUnsignedString(length));
            if (in.readableBytes() - 4 < length) return;
            in.skipBytes(4);
            out.add(in.readRetainedSlice(length));
        }
    }

    /** Checks as many bytes of the hello as there are, so that a stranger is recognised by its first byte. */
    private boolean hello(ByteBuf in) {
        int have = Math.min(8, in.readableBytes());
        for (int i = 0; i < have; i++)
            if (in.getByte(in.readerIndex() + i) != (byte) (Frames.HELLO >>> (56 - 8 * i)))
                throw bad("hello: expected \"abcast\" and version 1, byte " + i + " differs");
        if (have < 8) return false;
        in.skipBytes(8);
        helloExpected = false;
        return true;
    }

    private MalformedFrameException bad(String what) {
        broken = true;
        return new MalformedFrameException(what);
    }
}
