package io.abcast.client;

import io.abcast.client.tls.TlsFailure;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.FrameDecoder;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One connection from a client to a server, on which any number of requests may be in flight. Requests that are added
 * during one run of the event loop leave together, in one write to the socket.
 *
 * <p><b>Thread rule:</b> only the connection's event loop may call the methods of a connection, except {@link #connect}
 * and {@link #close}.
 */
public final class Connection extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

    /**
     * Interval in which a client without requests pings the server, so that the server does not close the connection as
     * idle. Without an answer until the next check, the client closes the connection.
     */
    private static final long KEEP_ALIVE_MILLIS = 15_000;

    private final EventLoop loop;
    private final InetSocketAddress server;

    private final boolean tls;

    private final long keepAliveMillis;

    private final LongObjectMap<ReplyHandler> pending = new LongObjectHashMap<>();
    private ChannelHandlerContext context;
    private ByteBuf out;
    private long lastId;
    private boolean open;
    private ScheduledFuture<?> keepAlive;

    private boolean asked;

    private boolean pinging;

    private String failure = "";

    private final CompletableFuture<Connection> opened = new CompletableFuture<>();

    private Connection(
            EventLoop loop, InetSocketAddress server, boolean tls, long keepAliveMillis) {
        this.keepAliveMillis = keepAliveMillis;
        this.loop = loop;
        this.server = server;
        this.tls = tls;
    }

    /**
     * Connects to a server of the key-value store without TLS.
     *
     * @return a future that completes on {@code loop}, and fails if the server cannot be reached; a thread other than
     *     {@code loop} must continue with {@link CompletableFuture#whenCompleteAsync} on {@code loop}
     */
    public static CompletableFuture<Connection> connect(EventLoop loop, InetSocketAddress server) {
        return connect(loop, server, null);
    }

    /**
     * Connects to a server, with TLS if {@code tls} is given.
     *
     * @param tls keys of this client and certificates of the servers; {@code null} without TLS.
     * @return a future that completes on {@code loop}, and fails if the server cannot be reached or the TLS handshake
     *     fails
     */
    public static CompletableFuture<Connection> connect(
            EventLoop loop, InetSocketAddress server, SslContext tls) {
        return connect(loop, server, tls, KEEP_ALIVE_MILLIS);
    }

    /**
     * Sends one request over a new connection, which the client closes when the returned future completes. Callers give
     * up the request by completing the future themselves.
     *
     * @param tls keys of the client and certificates of the servers; {@code null} without TLS
     * @return future of the server's reply; the future fails if the server cannot be reached
     */
    public static CompletableFuture<Reply> askOnce(
            EventLoop loop, InetSocketAddress server, SslContext tls, Op op, byte[] body) {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        CompletableFuture<Connection> connecting = connect(loop, server, tls);
        answer.whenComplete((reply, failure) -> connecting.thenAccept(Connection::close));
        // Send the request on the event loop, even if the future is already complete.
        connecting.whenCompleteAsync(
                (connection, failure) -> {
                    if (failure != null) answer.completeExceptionally(failure);
                    else
                        connection.send(
                                op,
                                body,
                                (code, bytes) ->
                                        answer.complete(
                                                new Reply(code, ByteBufUtil.getBytes(bytes))));
                },
                loop);
        return answer;
    }

    static CompletableFuture<Connection> connect(
            EventLoop loop, InetSocketAddress server, SslContext tls, long keepAliveMillis) {
        Connection connection = new Connection(loop, server, tls != null, keepAliveMillis);
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
                                        connection.pipeline(channel, tls);
                                    }
                                })
                        .connect(server);
        // This listener reports only a failed connect; {@code channelActive} reports a successful
        // one.
        connecting.addListener(
                done -> {
                    if (!done.isSuccess()) connection.opened.completeExceptionally(done.cause());
                });
        return connection.opened;
    }

    private void pipeline(SocketChannel channel, SslContext context) {
        if (context != null) {
            SslHandler handler = context.newHandler(channel.alloc());
            handler.setHandshakeTimeoutMillis(CONNECT_TIMEOUT_MILLIS);
            channel.pipeline().addLast(handler);
        }
        channel.pipeline()
                .addLast(
                        new FrameDecoder(
                                false, ClientFrames.FRAME_BYTES_MAX, ClientFrames.FRAME_BYTES_MAX))
                .addLast(this);
    }

    public EventLoop loop() {
        return loop;
    }

    public boolean isOpen() {
        return open;
    }

    /** Number of requests that the client has sent on this connection and the server has not answered yet. */
    public int unanswered() {
        return pending.size();
    }

    /** Sends a request with the operation {@code op} and the body {@code body} to the server. */
    public void send(Op op, byte[] body, ReplyHandler handler) {
        ByteBuf buffer = begin(op, body.length, handler);
        if (buffer != null) buffer.writeBytes(body);
    }

    /**
     * Sends a write to the server.
     *
     * @param command the bytes of a {@link io.abcast.client.wire.Command}, which include the operation
     */
    public void sendCommand(byte[] command, ReplyHandler handler) {
        ByteBuf buffer = begin(Op.of(command[0]), command.length - 1, handler);
        if (buffer != null) buffer.writeBytes(command, 1, command.length - 1);
    }

    /**
     * Begins to write a request, whose exactly {@code bodyBytes} bytes of body the caller must write to the returned
     * buffer at once.
     *
     * @return the buffer for the body of the request; {@code null} if the connection is closed, in which case {@code
     *     handler} has already received the error
     */
    public ByteBuf begin(Op op, int bodyBytes, ReplyHandler handler) {
        assert loop.inEventLoop();
        if (!open) {
            handler.onReply(ReplyCode.DISCONNECTED, Unpooled.EMPTY_BUFFER);
            return null;
        }
        asked = true;
        long id = ++lastId;
        pending.put(id, handler);
        if (out == null) {
            out = context.alloc().buffer(Math.max(4096, bodyBytes + 64));
            loop.execute(this::flush);
        }
        ClientFrames.head(out, id, op.code(), bodyBytes);
        return out;
    }

    private void flush() {
        if (out == null) return;
        ByteBuf batch = out;
        out = null;
        context.writeAndFlush(batch);
    }

    /**
     * Closes the connection; requests in flight end with {@link ReplyCode#DISCONNECTED}. Any thread may call this
     * method.
     */
    public void close() {
        loop.execute(() -> context.close());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (!tls) begin();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent handshake)) return;
        if (handshake.isSuccess()) begin();
        else broken(handshake.cause());
    }

    private void begin() {
        open = true;
        context.writeAndFlush(context.alloc().buffer(8).writeLong(ClientFrames.HELLO));
        keepAlive =
                // At a fixed rate, two checks could follow a stall of this process so closely that
                // the server had no time to answer the ping.
                loop.scheduleWithFixedDelay(
                        this::keepAlive, keepAliveMillis, keepAliveMillis, TimeUnit.MILLISECONDS);
        opened.complete(this);
    }

    private void keepAlive() {
        if (pinging) {
            failure = server + " did not answer a ping";
            context.close();
        } else if (!asked && pending.isEmpty()) {
            pinging = true;
            begin(Op.PING, 0, (code, body) -> pinging = false);
        }
        asked = false;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf frame) {
        ReplyHandler handler = pending.remove(frame.readLong());
        ReplyCode code = ReplyCode.of(frame.readByte());
        if (handler == null || code == null) {
            // The received bytes show that the peer is not a server of abcast.
            ctx.close();
            if (handler != null) handler.onReply(ReplyCode.DISCONNECTED, Unpooled.EMPTY_BUFFER);
            return;
        }
        handler.onReply(code, frame);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        open = false;
        if (keepAlive != null) keepAlive.cancel(false);
        if (!opened.isDone())
            opened.completeExceptionally(
                    new IOException(
                            server
                                    + ": "
                                    + (failure.isEmpty() ? "closed the connection" : failure)));
        if (out != null) {
            out.release();
            out = null;
        }
        List<ReplyHandler> abandoned = new ArrayList<>(pending.values());
        pending.clear();
        byte[] why = failure.getBytes(StandardCharsets.UTF_8);
        for (ReplyHandler handler : abandoned)
            handler.onReply(ReplyCode.DISCONNECTED, Unpooled.wrappedBuffer(why));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken(cause);
        ctx.close();
    }

    private void broken(Throwable cause) {
        if (!failure.isEmpty()) return;
        String text = TlsFailure.text(cause);
        failure = text == null ? String.valueOf(cause.getMessage()) : text;
    }
}
