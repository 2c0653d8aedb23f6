package io.abcast.benchmark.client;

import io.abcast.benchmark.wire.FrameDecoder;
import io.abcast.benchmark.wire.Frames;
import io.abcast.benchmark.wire.Op;
import io.abcast.benchmark.wire.ReplyCode;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to a server: any number of requests under way, replies matched by id. Requests of one
 * run of the event loop leave in one write.
 *
 * <p><b>Thread rule:</b> used on its event loop only, but for {@link #connect} and {@link #close}.
 */
public final class Connection extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

    private final EventLoop loop;
    private final LongObjectMap<ReplyHandler> pending = new LongObjectHashMap<>();
    private ChannelHandlerContext context;
    private ByteBuf out;
    private long lastId;
    private boolean open;

    private final CompletableFuture<Connection> opened = new CompletableFuture<>();

    private Connection(EventLoop loop) {
        this.loop = loop;
    }

    /** @return fails if the server cannot be reached; completed on {@code loop} */
    public static CompletableFuture<Connection> connect(EventLoop loop, InetSocketAddress server) {
        Connection connection = new Connection(loop);
        ChannelFuture connecting =
                new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline()
                                                .addLast(
                                                        new FrameDecoder(
                                                                false,
                                                                Frames.FRAME_BYTES_MAX,
                                                                Frames.FRAME_BYTES_MAX))
                                                .addLast(connection);
                                    }
                                })
                        .connect(server);
        // Of success channelActive tells, which comes after it.
        connecting.addListener(
                done -> {
                    if (!done.isSuccess()) connection.opened.completeExceptionally(done.cause());
                });
        return connection.opened;
    }

    public EventLoop loop() {
        return loop;
    }

    public boolean isOpen() {
        return open;
    }

    /** Requests sent and not yet answered. */
    public int unanswered() {
        return pending.size();
    }

    /** Sends a request whose body is {@code body}. */
    public void send(Op op, byte[] body, ReplyHandler handler) {
        ByteBuf buffer = begin(op, body.length, handler);
        if (buffer != null) buffer.writeBytes(body);
    }

    /** Sends a write: a {@link io.abcast.benchmark.wire.Command}'s bytes, the operation included. */
    public void sendCommand(byte[] command, ReplyHandler handler) {
        ByteBuf buffer = begin(Op.of(command[0]), command.length - 1, handler);
        if (buffer != null) buffer.writeBytes(command, 1, command.length - 1);
    }

    /**
     * Begins a request; the caller writes exactly {@code bodyBytes} bytes at once.
     *
     * @return {@code null} if the connection is closed; the handler has been told
     */
    public ByteBuf begin(Op op, int bodyBytes, ReplyHandler handler) {
        assert loop.inEventLoop();
        if (!open) {
            handler.onReply(ReplyCode.DISCONNECTED, Unpooled.EMPTY_BUFFER);
            return null;
        }
        long id = ++lastId;
        pending.put(id, handler);
        if (out == null) {
            out = context.alloc().buffer(Math.max(4096, bodyBytes + 64));
            loop.execute(this::flush);
        }
        Frames.head(out, id, op.code(), bodyBytes);
        return out;
    }

    private void flush() {
        if (out == null) return;
        ByteBuf batch = out;
        out = null;
        context.writeAndFlush(batch);
    }

    /** Closes it; requests under way are told {@link ReplyCode#DISCONNECTED}. From any thread. */
    public void close() {
        loop.execute(() -> context.close());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        open = true;
        ctx.writeAndFlush(ctx.alloc().buffer(8).writeLong(Frames.HELLO));
        opened.complete(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
        ReplyHandler handler = pending.remove(frame.readLong());
        ReplyCode code = ReplyCode.of(frame.readByte());
        if (handler == null || code == null) {
            // Not a server of ours: nothing that it says can be trusted.
            ctx.close();
            if (handler != null) handler.onReply(ReplyCode.DISCONNECTED, Unpooled.EMPTY_BUFFER);
            return;
        }
        handler.onReply(code, frame);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        open = false;
        if (out != null) {
            out.release();
            out = null;
        }
        List<ReplyHandler> abandoned = new ArrayList<>(pending.values());
        pending.clear();
        for (ReplyHandler handler : abandoned)
            handler.onReply(ReplyCode.DISCONNECTED, Unpooled.EMPTY_BUFFER);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
