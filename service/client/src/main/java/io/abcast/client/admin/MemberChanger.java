package io.abcast.client.admin;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.tls.ClientKeys;
import io.abcast.client.wire.MembersReply;
import io.abcast.client.wire.MembersRequest;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Asks the servers of a running cluster who the members are, and has them changed. Any server will do; the next one is asked when
 * one is gone. A change whose answer got lost is looked for before it is asked for again. Calls block.
 */
public final class MemberChanger implements AutoCloseable {
    /** Longer than a server waits for the order, so that it can say what it waits for. */
    private static final Duration ATTEMPT = Duration.ofSeconds(12);

    private static final long AGAIN_MILLIS = 1_000;

    /** How long a list waits for the answer of a server with a leader, once another one has answered. */
    private static final long LIST_MILLIS = 2_000;

    private static final long POLL_MILLIS = 10;

    /**
     * Who the members are, as one server knows it.
     *
     * @param leader the leader's server id; 0 if that server knows none
     * @param pendingChange a change in its log that is not known to be committed; empty if none
     * @param wireVersions the highest version of frames that each server speaks that it reaches, {@code 1=2 2=1}
     */
    public record Answer(
            Membership members, int leader, String pendingChange, String wireVersions) {
        private static Answer of(Reply reply) {
            MembersReply members = MembersReply.decode(reply.body());
            return new Answer(
                    members.members(),
                    members.leader(),
                    members.pendingChange(),
                    members.wireVersions());
        }
    }

    private final ClientLoops loops;
    private final StoreClient client;

    /** One for each server. */
    private final List<StoreClient> each;

    private final Duration timeout;
    private final Consumer<String> progress;

    /**
     * @param timeout for one change, all attempts together: also how long to wait until it is possible
     * @param keys directory of the client's keys; {@code null}: no TLS
     * @param name which of them
     * @param progress told why it takes a while
     * @throws IOException if a key is missing or does not open; one line
     */
    public MemberChanger(
            List<InetSocketAddress> servers,
            Path keys,
            String name,
            Duration timeout,
            Consumer<String> progress)
            throws IOException {
        SslContext tls = keys == null ? null : ClientKeys.ofClient(keys, name);
        this.timeout = timeout;
        this.progress = progress;
        loops = new ClientLoops(1);
        client = new StoreClient(loops.next(), servers, ATTEMPT, ATTEMPT, tls);
        each =
                servers.stream()
                        .map(s -> new StoreClient(loops.next(), List.of(s), ATTEMPT, ATTEMPT, tls))
                        .toList();
    }

    /**
     * As a server knows it that has a leader: one that was removed, or is cut off, does not know what came after. Only if none has one, as
     * another one knows it.
     *
     * @throws IOException if no server answers
     */
    public Answer list() throws IOException {
        byte[] request = new MembersRequest(null).encode();
        List<CompletableFuture<Reply>> asked =
                each.stream().map(server -> server.ask(Op.MEMBERS, request)).toList();
        long start = System.nanoTime();
        while (true) {
            Reply last = null;
            Answer without = null;
            boolean allDone = true;
            for (CompletableFuture<Reply> one : asked) {
                allDone &= one.isDone();
                if (!one.isDone()) continue;
                last = one.join();
                if (last.code() != ReplyCode.OK) continue;
                Answer answer = Answer.of(last);
                if (answer.leader() != 0) return answer;
                if (without == null) without = answer;
            }
            boolean late = System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(LIST_MILLIS);
            if (without != null && (late || allDone)) return without;
            if (allDone) throw failed("list", last);
            pause(POLL_MILLIS);
        }
    }

    /**
     * One step; waits while it is not possible yet.
     *
     * @return who the members are then
     * @throws IOException if the step does not fit, is not possible in time, or no server answers; one line
     */
    public Answer change(MembershipChange change) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Membership before = list().members();
        Membership wanted;
        try {
            wanted = before.after(change);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage() + "; members: " + before, e);
        }
        String told = "";
        while (true) {
            Reply reply = ask(new MembersRequest(change));
            if (reply.code() == ReplyCode.OK) return Answer.of(reply);
            // The answer of an earlier attempt may have got lost.
            Answer now = list();
            if (now.members().equals(wanted)) return now;
            boolean later =
                    reply.code() != ReplyCode.REFUSED && reply.code() != ReplyCode.MALFORMED;
            if (!later || System.nanoTime() - deadline > 0) throw failed(change.toString(), reply);
            if (!told.equals(reply.text()))
                progress.accept("not yet, trying again: " + reply.text());
            told = reply.text();
            pause(AGAIN_MILLIS);
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static IOException failed(String what, Reply reply) {
        if (reply.code() == ReplyCode.DISCONNECTED)
            return new IOException(
                    what
                            + ": no server answers: not reachable, or the connection is closed before the answer; does the"
                            + " client port speak TLS (--client-keys)?");
        return new IOException(what + ": " + reply.code() + ": " + reply.text());
    }

    private Reply ask(MembersRequest request) throws IOException {
        try {
            return client.ask(Op.MEMBERS, request.encode())
                    .get(3 * ATTEMPT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no server answers: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.close();
        each.forEach(StoreClient::close);
        loops.close();
    }
}
