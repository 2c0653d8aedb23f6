package io.abcast.client.admin;

import io.abcast.client.ClientLoops;
import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.tls.ClientKeys;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.client.wire.StatusFields;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks servers for their status, over their client ports. */
public final class StatusAsker implements AutoCloseable {
    private final ClientLoops loops = new ClientLoops(1);
    private final SslContext tls;

    /**
     * Makes an object that asks for the status of servers.
     *
     * @param keys directory with this client's key and the servers' certificates; {@code null} without TLS
     * @param name name of the client, as in the name of its key file
     * @throws IOException with a one-line message, if the client's key or the servers' certificates cannot be used
     */
    public StatusAsker(Path keys, String name) throws IOException {
        tls = keys == null ? null : ClientKeys.ofClient(keys, name);
    }

    /** Asks all servers at the same time, and waits at most {@code timeout} for each server. */
    public ClusterLook look(List<InetSocketAddress> servers, Duration timeout) {
        List<CompletableFuture<ServerLook>> asked = new ArrayList<>();
        for (InetSocketAddress server : servers) asked.add(ask(loops.next(), server, timeout));
        return new ClusterLook(asked.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<ServerLook> ask(
            EventLoop loop, InetSocketAddress server, Duration timeout) {
        // Resolve the host name here, so that the result shows an unknown host name like an
        // unreachable server.
        InetSocketAddress resolved =
                new InetSocketAddress(server.getHostString(), server.getPort());
        return Connection.askOnce(loop, resolved, tls, Op.STATUS, new byte[0])
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(StatusAsker::fields)
                .handle(
                        (fields, failure) ->
                                new ServerLook(
                                        server,
                                        fields,
                                        failure == null ? "" : why(failure, timeout)));
    }

    private static StatusFields fields(Reply reply) {
        if (reply.code() == ReplyCode.OK) return StatusFields.decode(reply.body());
        if (reply.code() == ReplyCode.DISCONNECTED)
            throw new IllegalStateException(
                    "closed the connection; check whether its client port uses TLS (--client-keys)");
        throw new IllegalStateException(
                "answered " + reply.code() + (reply.text().isEmpty() ? "" : ": " + reply.text()));
    }

    private static String why(Throwable failure, Duration timeout) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof TimeoutException)
            return "no answer within %.1f s".formatted(timeout.toMillis() / 1e3);
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    @Override
    public void close() {
        loops.close();
    }
}
