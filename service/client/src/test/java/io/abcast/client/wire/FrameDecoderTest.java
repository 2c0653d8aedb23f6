package io.abcast.client.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FrameDecoderTest {
    private static final int MAX = 100;
    private static final int SKIPPED_MAX = 5_000;
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new FrameDecoder(true, MAX, SKIPPED_MAX));

    @Test
    void findsTheSameFramesForAnySplitOfTheBytes() {
        ByteBuf stream = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(stream, 7, Op.PING.code(), 0);
        ClientFrames.text(stream, 8, Op.GET.code(), "key");
        for (int piece = 1; piece <= stream.readableBytes(); piece++) {
            EmbeddedChannel fresh = new EmbeddedChannel(new FrameDecoder(true, MAX, SKIPPED_MAX));
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
    void aWrongHelloIsDetectedAtItsFirstByte() {
        assertBroken(
                Unpooled.wrappedBuffer("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)),
                "hello");
    }

    @Test
    void aLengthOverTheLimitIsRefusedBeforeItsBytesArrive() {
        hello();
        assertBroken(Unpooled.buffer().writeInt(SKIPPED_MAX + 1), "9..5000, got 5001");
    }

    @Test
    void aFrameOverTheLimitIsSkippedAndReportedForAnySplitOfTheBytes() {
        ByteBuf stream = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(stream, 1, Op.PING.code(), 0);
        ClientFrames.head(stream, 2, Op.PUT.code(), 3_000);
        stream.writeZero(3_000);
        ClientFrames.head(stream, 3, Op.PING.code(), 0);
        for (int piece = 1; piece <= stream.readableBytes(); piece += 7) {
            List<Object> told = new ArrayList<>();
            FrameDecoder decoder = new FrameDecoder(true, MAX, SKIPPED_MAX);
            EmbeddedChannel fresh = new EmbeddedChannel(decoder, recorder(told));
            int most = 0;
            for (int at = 0; at < stream.readableBytes(); at += piece) {
                int length = Math.min(piece, stream.readableBytes() - at);
                fresh.writeInbound(Unpooled.copiedBuffer(stream.slice(at, length)));
                most = Math.max(most, decoder.heldBytes());
            }
            assertEquals(List.of(1L, new OversizeFrame(2, 3_009), 3L), told);
            assertTrue(most <= 26, "held " + most + " bytes for a frame that is skipped");
        }
        stream.release();
    }

    @Test
    void holdsAtMostTwiceTheReceivedBytesAndNoneBetweenFrames() {
        FrameDecoder decoder = new FrameDecoder(true, 1 << 20, 1 << 20);
        EmbeddedChannel fresh = new EmbeddedChannel(decoder);
        fresh.writeInbound(Unpooled.buffer().writeLong(ClientFrames.HELLO));
        ByteBuf stream = Unpooled.buffer();
        ClientFrames.head(stream, 7, Op.PUT.code(), 900_000);
        stream.writeZero(900_000);
        int arrived = 0;
        while (stream.readableBytes() > 10_000) {
            fresh.writeInbound(stream.readBytes(10_000));
            arrived += 10_000;
            assertTrue(decoder.heldBytes() >= arrived, "lost something");
            assertTrue(decoder.heldBytes() <= 2 * arrived, "held " + decoder.heldBytes());
            assertTrue(decoder.heldBytes() <= 900_013, "held " + decoder.heldBytes());
            assertEquals(7, decoder.heldId(0));
        }
        fresh.writeInbound(stream);
        assertEquals(0, decoder.heldBytes());
        assertTrue(fresh.finishAndReleaseAll());
    }

    @Test
    void passesOnNoFrameWhileStoppedAndThenContinues() {
        List<Object> told = new ArrayList<>();
        FrameDecoder decoder = new FrameDecoder(true, MAX, SKIPPED_MAX);
        EmbeddedChannel fresh =
                new EmbeddedChannel(
                        decoder,
                        new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext ctx, Object frame) {
                                told.add(id(frame));
                                decoder.stop();
                            }
                        });
        ByteBuf stream = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        for (int id = 1; id <= 3; id++) ClientFrames.text(stream, id, Op.GET.code(), "key");
        fresh.writeInbound(stream.readBytes(30));
        assertEquals(List.of(1L), told);
        fresh.writeInbound(stream);
        assertEquals(List.of(1L), told);
        decoder.resume();
        assertEquals(List.of(1L, 2L), told);
        decoder.resume();
        assertEquals(List.of(1L, 2L, 3L), told);
        assertEquals(0, decoder.heldBytes());
    }

    private static ChannelInboundHandlerAdapter recorder(List<Object> told) {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object frame) {
                told.add(id(frame));
            }

            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                told.add(event);
            }
        };
    }

    private static long id(Object frame) {
        ByteBuf bytes = (ByteBuf) frame;
        long id = bytes.readLong();
        bytes.release();
        return id;
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
            EmbeddedChannel fresh = new EmbeddedChannel(new FrameDecoder(true, MAX, SKIPPED_MAX));
            assertThrows(
                    MalformedFrameException.class,
                    () -> fresh.writeInbound(Unpooled.wrappedBuffer(bytes)));
            assertFalse(fresh.writeInbound(Unpooled.wrappedBuffer(bytes)), "seed 5, round " + i);
            fresh.finishAndReleaseAll();
        }
    }

    private void hello() {
        channel.writeInbound(Unpooled.buffer().writeLong(ClientFrames.HELLO));
    }

    private void assertBroken(ByteBuf bytes, String what) {
        MalformedFrameException e =
                assertThrows(MalformedFrameException.class, () -> channel.writeInbound(bytes));
        assertTrue(e.getMessage().contains(what), e.getMessage());
        ByteBuf good = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(good, 1, Op.PING.code(), 0);
        assertFalse(channel.writeInbound(good), "later bytes are ignored");
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
