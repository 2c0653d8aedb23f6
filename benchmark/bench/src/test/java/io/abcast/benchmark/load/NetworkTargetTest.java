package io.abcast.benchmark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.FrameDecoder;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.RequestOutcome;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests virtual clients against a TCP port that answers and records every request. */
final class NetworkTargetTest {
    private final ClientLoops loops = new ClientLoops(2);
    private final Map<Op, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private Channel port;

    @BeforeEach
    void open() {
        port =
                new ServerBootstrap()
                        .group(loops.next())
                        .channel(NioServerSocketChannel.class)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        connections.incrementAndGet();
                                        channel.pipeline().addLast(decoder()).addLast(new Echo());
                                    }
                                })
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .syncUninterruptibly()
                        .channel();
    }

    private static FrameDecoder decoder() {
        return new FrameDecoder(true, 1 << 20, ClientFrames.FRAME_BYTES_MAX);
    }

    private final class Echo extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
            long id = frame.readLong();
            Op op = Op.of(frame.readByte());
            asked.computeIfAbsent(op, any -> new AtomicInteger()).incrementAndGet();
            ByteBuf out = ctx.alloc().buffer();
            ClientFrames.head(out, id, ReplyCode.OK.code(), 8);
            ctx.writeAndFlush(out.writeLong(1));
        }
    }

    @AfterEach
    void close() {
        port.close().syncUninterruptibly();
        loops.close();
    }

    private LoadEngine engine(LoadSpec spec, int connectionsOfEach) {
        List<InetSocketAddress> servers = List.of((InetSocketAddress) port.localAddress());
        int[] toServers = {connectionsOfEach};
        return new LoadEngine(
                spec,
                loops.all(),
                (loop, part) -> new NetworkTarget((EventLoop) loop, part, servers, toServers));
    }

    @ParameterizedTest
    @EnumSource
    void readsOfALoadAreWhatItSays(ReadKind reads) throws Exception {
        LoadEngine engine = engine(new LoadSpec(4, RateSchedule.NONE, 1, 10, 0, 0, 1, 1, reads), 1);
        engine.start();
        long count = 0;
        while (count <= 100) {
            Thread.sleep(5);
            count += engine.poll().reads();
        }
        engine.stop();
        Set<Op> kinds = Set.copyOf(asked.keySet());
        assertTrue(kinds.contains(reads == ReadKind.LOCAL ? Op.GET : Op.READ), kinds.toString());
        assertTrue(!kinds.contains(reads == ReadKind.LOCAL ? Op.READ : Op.GET), kinds.toString());
    }

    @Test
    void allClientsOfAShardShareItsConnections() throws Exception {
        LoadEngine engine =
                engine(
                        new LoadSpec(100, RateSchedule.NONE, 50, 100, 0, 0, 10, 1, ReadKind.LOCAL),
                        3);
        engine.start();
        LoadFigures all = LoadFigures.none();
        while (all.writes() <= 1000 || all.reads() <= 1000) {
            Thread.sleep(5);
            all = all.plus(engine.poll());
        }
        all = all.plus(engine.stop());
        // The only allowed errors are disconnected requests, which clients sent before their
        // connection was established.
        assertEquals(all.errors()[RequestOutcome.DISCONNECTED.ordinal()], all.errorsTotal());
        assertEquals(all.answered(), all.latency().getTotalCount());
        assertEquals(3 * loops.all().size(), connections.get());
        assertTrue(asked.get(Op.PUT).get() >= 1000);
    }
}
