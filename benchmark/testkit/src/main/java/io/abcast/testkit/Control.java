package io.abcast.testkit;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.abcast.server.figures.MemberFigures;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Queries the state and the measured values of one server over its client port. All calls of this class block until the
 * server answers, except {@link #figuresSoon}.
 */
public final class Control implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** A server may need seconds to compute the digest of a large state. */
    private static final Duration ATTEMPT = Duration.ofSeconds(15);

    /** Summary of a server's state, which is equal for servers that have delivered the same entries. */
    public record Digest(long zxid, long digest, long keys) {}

    private static final byte[] NO_BODY = {};

    private final InetSocketAddress server;
    private final StoreClient client;

    public Control(ClientLoops loops, InetSocketAddress server) {
        this(loops, server, null);
    }

    /**
     * @param tls keys of this client and certificates of the server; {@code null} if the connection does not use TLS
     */
    public Control(ClientLoops loops, InetSocketAddress server, SslContext tls) {
        this.server = server;
        client = new StoreClient(loops.next(), List.of(server), TIMEOUT, ATTEMPT, tls);
    }

    public MemberFigures figures() throws IOException {
        return MemberFigures.decode(ask(Op.FIGURES));
    }

    /**
     * Queries the measured values as {@link #figures} does, without waiting; the future fails if the server cannot be
     * reached or refuses the query.
     */
    public CompletableFuture<MemberFigures> figuresSoon() {
        return client.ask(Op.FIGURES, NO_BODY)
                .thenApply(
                        reply -> {
                            if (reply.code() != ReplyCode.OK)
                                throw new IllegalStateException(
                                        "server at " + server + ": " + reply.code());
                            return MemberFigures.decode(reply.body());
                        });
    }

    /** The status of the server, as {@code abcast status} shows the status to operators. */
    public StatusFields status() throws IOException {
        return StatusFields.decode(ask(Op.STATUS));
    }

    public Digest digest() throws IOException {
        Reply reply = new Reply(ReplyCode.OK, ask(Op.DIGEST));
        return new Digest(reply.number(0), reply.number(8), reply.number(16));
    }

    private byte[] ask(Op op) throws IOException {
        CompletableFuture<Reply> asked = client.ask(op, NO_BODY);
        try {
            Reply reply = asked.get(TIMEOUT.plus(ATTEMPT).toMillis(), TimeUnit.MILLISECONDS);
            if (reply.code() == ReplyCode.OK) return reply.body();
            throw new IOException(
                    "server at " + server + ": " + op + ": " + reply.code() + " " + reply.text());
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("server at " + server + ": " + op + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
