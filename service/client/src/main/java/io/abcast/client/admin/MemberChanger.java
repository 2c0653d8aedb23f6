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
 * Lists and changes the members of a running cluster through any of its servers. If the answer to a change is lost,
 * this class lists the members, to see whether it must request the change again. All methods block the calling thread.
 */
public final class MemberChanger implements AutoCloseable {
    /**
     * Time limit of one attempt to change the members, longer than the time for which a server waits for the change.
     */
    private static final Duration ATTEMPT = Duration.ofSeconds(12);

    private static final long AGAIN_MILLIS = 1_000;

    private static final long LIST_MILLIS = 2_000;

    private static final long POLL_MILLIS = 10;

    /**
     * The members of the cluster, as far as the answering server knows them.
     *
     * @param leader server id of the leader; 0 if the answering server knows no leader.
     * @param pendingChange membership change in the answering server's log that is not known to be committed; empty
     *     without such a change.
     * @param wireVersions highest version of the wire format of each server that the answering server reaches, by
     *     server id, such as {@code 1=2 2=1}.
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

    private final List<StoreClient> each;

    private final Duration timeout;
    private final Consumer<String> progress;

    /**
     * Makes a changer of members.
     *
     * @param timeout maximum time of one membership change with all its attempts, including the wait until the change
     *     is possible.
     * @param keys directory of the client's keys; {@code null} without TLS.
     * @param name name of the client, as in the name of its key file.
     * @param progress receives a line with the reason when a membership change is delayed.
     * @throws IOException with a one-line message, if a key store is missing or its password does not open it
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
     * Lists the members as a server with a leader knows them. If no server has a leader, any server answers, possibly
     * without the latest changes.
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
     * Makes one membership change, and waits while the change is not possible yet.
     *
     * @return the members of the cluster after the change.
     * @throws IOException with a one-line message, if the change does not fit the present members, if the change is not
     *     possible in time, or if no server answers
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
        String reported = "";
        while (true) {
            Reply reply = ask(new MembersRequest(change));
            if (reply.code() == ReplyCode.OK) return Answer.of(reply);
            // An earlier attempt may have made the change although the server's answer was lost.
            Answer now = list();
            if (now.members().equals(wanted)) return now;
            boolean later =
                    reply.code() != ReplyCode.REFUSED && reply.code() != ReplyCode.MALFORMED;
            if (!later || System.nanoTime() - deadline > 0) throw failed(change.toString(), reply);
            if (!reported.equals(reply.text()))
                progress.accept("change not possible yet, trying again: " + reply.text());
            reported = reply.text();
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
                            + ": no server answers: the servers are unreachable or close the connection; check whether"
                            + " the client port uses TLS (--client-keys)");
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
