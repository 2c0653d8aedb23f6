package io.abcast.torture;

import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends every request exactly once, without a client session, so that a request that is applied twice was repeated by
 * the servers. The class is not thread-safe.
 */
final class PlainClient implements AutoCloseable {
    private static final long CONNECT_SECONDS = 3;

    private final EventLoop loop;
    private final List<InetSocketAddress> servers;
    private final long answerSeconds;
    private Connection connection;
    private int server;

    PlainClient(EventLoop loop, List<InetSocketAddress> servers, long answerSeconds) {
        this.loop = loop;
        this.servers = List.copyOf(servers);
        this.answerSeconds = answerSeconds;
    }

    Reply put(byte[] key, byte[] value) {
        return send(Op.PUT, Command.put(0, 0, key, value));
    }

    Reply delete(byte[] key) {
        return send(Op.DELETE, Command.delete(0, 0, key));
    }

    Reply append(byte[] command) {
        return send(Op.APPENDS, command);
    }

    Reply ask(Op op, byte[] body) {
        return send(op, body);
    }

    private Reply send(Op op, byte[] body) {
        Reply reply = connect();
        if (reply == null) {
            CompletableFuture<Reply> asked = begin(op, body);
            reply = ReplyWaiter.await(asked, answerSeconds);
        }
        if (reply.code().error() && reply.code() != ReplyCode.BUSY) leave();
        return reply;
    }

    /**
     * Sends a request without waiting for the reply; callers must have connected the client with {@link #connect}
     * first.
     */
    CompletableFuture<Reply> begin(Op op, byte[] body) {
        CompletableFuture<Reply> asked = new CompletableFuture<>();
        Connection used = connection;
        loop.execute(
                () -> {
                    if (op.write())
                        used.sendCommand(body, (code, bytes) -> end(asked, code, bytes));
                    else used.send(op, body, (code, bytes) -> end(asked, code, bytes));
                });
        return asked;
    }

    private static void end(CompletableFuture<Reply> asked, ReplyCode code, ByteBuf bytes) {
        asked.complete(new Reply(code, ByteBufUtil.getBytes(bytes)));
    }

    /** @return reply with the error of the connection attempt; {@code null} if the client is connected */
    Reply connect() {
        if (connection != null) return null;
        InetSocketAddress address = servers.get(server % servers.size());
        CompletableFuture<Connection> connecting = Connection.connect(loop, address);
        try {
            connection = connecting.get(CONNECT_SECONDS, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException | TimeoutException e) {
            connecting.thenAccept(Connection::close);
            return ReplyWaiter.error(ReplyCode.NOT_READY, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            connecting.thenAccept(Connection::close);
            return ReplyWaiter.error(ReplyCode.NOT_READY, "interrupted");
        }
    }

    private void leave() {
        server++;
        close();
    }

    @Override
    public void close() {
        if (connection != null) connection.close();
        connection = null;
    }
}
