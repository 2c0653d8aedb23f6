package io.abcast.benchmark.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FrameDecoderTest {
    private static final int MAX = 100;
    private final EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(true, MAX));

    @Test
    void cutsTheSameFramesHoweverTheBytesArrive() {
        ByteBuf stream = Unpooled.buffer().writeLong(Frames.HELLO);
        Frames.head(stream, 7, Op.PING.code(), 0);
        Frames.text(stream, 8, Op.GET.code(), "key");
        for (int piece = 1; piece <= stream.readableBytes(); piece++) {
            EmbeddedChannel fresh = new EmbeddedChannel(new FrameDecoder(true, MAX));
            for (int at = 0; at < stream.readableBytes(); at += piece) {
                int length = Math.min(piece, stream.readableBytes() - at);
                fresh.writeInbound(Unpooled.copiedBuffer(stream.slice(at, length)));
            }
            assertEquals("000000000000000700", hex(fresh.readInbound()));
            assertEquals("0000000000000008026b6579", hex(fresh.readInbound()));
            assertNull(fresh.readInbound());
            assertFalse(fresh.finishAndReleaseAll());
        }
        stream.release();
    }

    @Test
    void aStrangerIsRecognisedByItsFirstByte() {
        assertBroken(
                Unpooled.wrappedBuffer("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)),
                "hello");
    }

    @Test
    void aLengthOverTheLimitIsRefusedBeforeItsBytesArrive() {
        hello();
        assertBroken(Unpooled.buffer().writeInt(MAX + 1), "9..100, got 101");
    }

    @Test
    void aNegativeLengthIsRefused() {
        hello();
        assertBroken(Unpooled.buffer().writeInt(-1), "got 4294967295");
    }

    @Test
    void aLengthBelowTheHeadIsRefused() {
        hello();
        assertBroken(Unpooled.buffer().writeInt(8), "got 8");
    }

    @Test
    void randomBytesNeverMakeAFrameBeforeTheHelloNorKeepMemory() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(300)];
            random.nextBytes(bytes);
            EmbeddedChannel fresh = new EmbeddedChannel(new FrameDecoder(true, MAX));
            assertThrows(
                    DecoderException.class,
                    () -> fresh.writeInbound(Unpooled.wrappedBuffer(bytes)));
            assertFalse(fresh.writeInbound(Unpooled.wrappedBuffer(bytes)), "seed 5, round " + i);
            fresh.finishAndReleaseAll();
        }
    }

    private void hello() {
        channel.writeInbound(Unpooled.buffer().writeLong(Frames.HELLO));
    }

    private void assertBroken(ByteBuf bytes, String what) {
        DecoderException e =
                assertThrows(DecoderException.class, () -> channel.writeInbound(bytes));
        assertTrue(e.getCause().getMessage().contains(what), e.getCause().getMessage());
        ByteBuf good = Unpooled.buffer().writeLong(Frames.HELLO);
        Frames.head(good, 1, Op.PING.code(), 0);
        assertFalse(channel.writeInbound(good), "nothing after it counts");
    }

    private static String hex(ByteBuf frame) {
        assertNotNull(frame);
        try {
            return ByteBufUtil.hexDump(frame);
        } finally {
            frame.release();
        }
    }
}
