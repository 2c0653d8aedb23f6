package io.abcast.client;

import io.abcast.client.wire.Command;
import io.abcast.client.wire.MultiPut;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A client of the replicated key-value store. The client keeps one connection, and connects to the next server if the
 * present server is unreachable, is not ready or does not answer. The writes of a client form one session, and servers
 * apply each of these writes at most once, in the order of the calls. A program that needs parallel writes uses several
 * clients, which may share an event loop.
 *
 * <p>A request that no server answers in time ends with the code of the last reply. {@link
 * ReplyCode#mayHaveTakenEffect} shows whether such a request may have taken effect.
 *
 * <p><b>Thread rule:</b> any thread may call any method of the client. The returned futures complete on the event loop,
 * so code that runs at their completion must not block.
 */
public final class StoreClient implements AutoCloseable {
    private static final long BACKOFF_MILLIS = 20;
    private static final Duration ATTEMPT = Duration.ofSeconds(2);

    private final EventLoop loop;
    private final List<InetSocketAddress> servers;
    private final long deadlineNanos;
    private final long attemptMillis;

    private final SslContext tls;

    private final long session = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

    // Only the event loop uses the following fields.
    private final ArrayDeque<Call> waitingWrites = new ArrayDeque<>();
    private Call writing;
    private Connection connection;
    private int server;
    private long lastSequence;
    private boolean closed;

    /**
     * Makes a store client whose connections do not use TLS.
     *
     * @param servers the addresses of the servers, which the client tries one after another.
     * @param timeout maximum time of a request, including all attempts to send the request
     */
    public StoreClient(EventLoop loop, List<InetSocketAddress> servers, Duration timeout) {
        this(loop, servers, timeout, ATTEMPT);
    }

    /**
     * Makes a client without TLS that limits the time for each server.
     *
     * @param attempt maximum time of one attempt at one server before the client tries the next server
     */
    public StoreClient(
            EventLoop loop, List<InetSocketAddress> servers, Duration timeout, Duration attempt) {
        this(loop, servers, timeout, attempt, null);
    }

    /**
     * Makes a client, with TLS if {@code tls} is given.
     *
     * @param tls keys of this client and certificates of the servers; {@code null} without TLS
     */
    public StoreClient(
            EventLoop loop,
            List<InetSocketAddress> servers,
            Duration timeout,
            Duration attempt,
            SslContext tls) {
        this.tls = tls;
        this.loop = loop;
        this.servers = List.copyOf(servers);
        deadlineNanos = timeout.toNanos();
        attemptMillis = attempt.toMillis();
    }

    public CompletableFuture<Reply> put(byte[] key, byte[] value) {
        return write(sequence -> Command.put(session, sequence, key, value));
    }

    /**
     * Stores one value under several keys, as one transaction. Servers accept a write of several keys only if their
     * protocol orders all writes.
     *
     * @param keys at least one key, and at most {@link MultiPut#KEYS_MAX} keys
     */
    public CompletableFuture<Reply> putAll(List<byte[]> keys, byte[] value) {
        List<byte[]> copy = List.copyOf(keys);
        return write(sequence -> MultiPut.encode(session, sequence, copy, value));
    }

    public CompletableFuture<Reply> delete(byte[] key) {
        return write(sequence -> Command.delete(session, sequence, key));
    }

    /**
     * Stores a value under a key if the key has the expected version.
     *
     * @param expectedVersion zxid (position in the total order) of the write that stored the present value; 0 if the
     *     key must not exist
     */
    public CompletableFuture<Reply> cas(byte[] key, long expectedVersion, byte[] value) {
        return write(sequence -> Command.cas(session, sequence, key, expectedVersion, value));
    }

    /** Reads the value of a key from the local state of the connected server, which may lag behind other servers. */
    public CompletableFuture<Reply> get(byte[] key) {
        return ask(Op.GET, key);
    }

    /** Reads the value of a key linearizably: the value includes every write that completed before this call. */
    public CompletableFuture<Reply> read(byte[] key) {
        return ask(Op.READ, key);
    }

    /** Sends a request with any operation. */
    public CompletableFuture<Reply> ask(Op op, byte[] body) {
        Call call = new Call(op, body);
        loop.execute(() -> attempt(call));
        return call.result;
    }

    @Override
    public void close() {
        loop.execute(
                () -> {
                    closed = true;
                    if (connection != null) connection.close();
                });
    }

    private interface CommandMaker {
        byte[] make(long sequence);
    }

    private CompletableFuture<Reply> write(CommandMaker maker) {
        CompletableFuture<Reply> result = new CompletableFuture<>();
        loop.execute(
                () -> {
                    byte[] command = maker.make(++lastSequence);
                    Call call = new Call(Op.of(command[0]), command, result);
                    waitingWrites.add(call);
                    nextWrite();
                });
        return result;
    }

    private void nextWrite() {
        if (writing != null || waitingWrites.isEmpty()) return;
        writing = waitingWrites.poll();
        attempt(writing);
    }

    private final class Call implements ReplyHandler {
        final Op op;
        final byte[] body;
        final CompletableFuture<Reply> result;
        final long startNanos = System.nanoTime();
        int attempt;

        /**
         * The last received reply code after which this request may have taken effect; {@code null} if there was no
         * such code.
         */
        ReplyCode unclear;

        Call(Op op, byte[] body) {
            this(op, body, new CompletableFuture<>());
        }

        Call(Op op, byte[] body, CompletableFuture<Reply> result) {
            this.op = op;
            this.body = body;
            this.result = result;
        }

        @Override
        public void onReply(ReplyCode code, ByteBuf bytes) {
            onReply(++attempt, new Reply(code, ByteBufUtil.getBytes(bytes)));
        }

        private void onReply(int after, Reply reply) {
            assert after == attempt;
            boolean another =
                    switch (reply.code()) {
                        case BUSY, NOT_READY, TIMEOUT, UNKNOWN, DISCONNECTED, FAILED -> true;
                        default -> false;
                    };
            if (another && !closed && System.nanoTime() - startNanos < deadlineNanos) {
                if (reply.code().mayHaveTakenEffect()) unclear = reply.code();
                if (reply.code() != ReplyCode.BUSY) leaveServer();
                loop.schedule(() -> attempt(this), BACKOFF_MILLIS, TimeUnit.MILLISECONDS);
                return;
            }
            Reply last = another && unclear != null ? new Reply(unclear, reply.body()) : reply;
            if (writing == this) {
                writing = null;
                nextWrite();
            }
            result.complete(last);
        }

        /** Limits the time of an attempt at one server; otherwise the client would wait forever for a paused server. */
        void limit(Connection used) {
            int present = attempt;
            loop.schedule(
                    () -> {
                        if (attempt == present && !result.isDone()) used.close();
                    },
                    attemptMillis,
                    TimeUnit.MILLISECONDS);
        }
    }

    private void attempt(Call call) {
        if (connection != null && connection.isOpen()) {
            send(call, connection);
            return;
        }
        InetSocketAddress address = servers.get(server % servers.size());
        Connection.connect(loop, address, tls)
                .whenComplete(
                        (opened, failure) -> {
                            if (failure != null) {
                                server++;
                                call.onReply(ReplyCode.NOT_READY, text(failure));
                                return;
                            }
                            if (connection != null && connection.isOpen()) opened.close();
                            else connection = opened;
                            send(call, connection);
                        });
    }

    private void send(Call call, Connection used) {
        call.limit(used);
        if (call.op.write()) used.sendCommand(call.body, call);
        else used.send(call.op, call.body, call);
    }

    private static ByteBuf text(Throwable failure) {
        return Unpooled.wrappedBuffer(
                String.valueOf(failure.getMessage()).getBytes(StandardCharsets.UTF_8));
    }

    private void leaveServer() {
        if (connection == null) return;
        Connection left = connection;
        connection = null;
        server++;
        left.close();
    }
}
