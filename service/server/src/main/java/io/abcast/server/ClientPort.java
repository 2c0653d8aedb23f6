package io.abcast.server;

import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.FrameDecoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The TCP port on which clients reach this replica. The page docs/client-protocol.md describes the client protocol. */
final class ClientPort implements AutoCloseable {
    /**
     * Maximum number of connections that the kernel has established and this server has not accepted; the operating
     * system may allow fewer.
     */
    private static final int BACKLOG = 4096;

    private final PortContext context;
    private final MultiThreadIoEventLoopGroup loops;
    private final Map<EventLoop, LoopState> states = new ConcurrentHashMap<>();
    private final Channel listener;

    /**
     * Runs TLS handshakes on separate threads, so that handshakes of unauthenticated peers do not delay connected
     * clients; {@code null} without TLS.
     */
    private final ExecutorService handshakes;

    ClientPort(PortContext context, InetSocketAddress address, int ioThreads) throws IOException {
        this.context = context;
        handshakes =
                context.tls() == null
                        ? null
                        : Executors.newSingleThreadExecutor(
                                new DefaultThreadFactory("client-tls", true));
        loops =
                new MultiThreadIoEventLoopGroup(
                        ioThreads,
                        new DefaultThreadFactory("client-port", true),
                        NioIoHandler.newFactory());
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(loops)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(64 << 10, 256 << 10))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        accept(channel);
                                    }
                                });
        try {
            listener = bootstrap.bind(address).syncUninterruptibly().channel();
        } catch (Exception e) {
            // Catch Exception, because Netty throws an undeclared checked exception if the port
            // cannot be bound.
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            if (handshakes != null) handshakes.shutdownNow();
            throw new IOException("client port " + address + ": " + e.getMessage(), e);
        }
    }

    private void accept(SocketChannel channel) {
        LoopState state =
                states.computeIfAbsent(
                        channel.eventLoop(),
                        loop ->
                                new LoopState(
                                        loop,
                                        context.replica(),
                                        context.admission(),
                                        context.limits()));
        InetSocketAddress remote = channel.remoteAddress();
        if (remote == null) {
            channel.close(); // the port is closed already
            return;
        }
        if (context.tls() != null) {
            SslHandler tls = context.tls().newHandler(channel.alloc(), handshakes);
            // 0 means no separate time limit for the TLS handshake: the hello timeout includes the
            // handshake.
            tls.setHandshakeTimeoutMillis(0);
            channel.pipeline().addLast(tls);
        }
        FrameDecoder decoder =
                new FrameDecoder(
                        true, context.limits().frameBytesMax(), ClientFrames.FRAME_BYTES_MAX);
        ClientSession session = new ClientSession(context, state, decoder);
        channel.pipeline().addLast(decoder).addLast(session);
        session.enter(remote.getAddress());
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        if (handshakes != null) handshakes.shutdownNow();
    }
}
