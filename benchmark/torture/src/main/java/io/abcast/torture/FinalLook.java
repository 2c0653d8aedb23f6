package io.abcast.torture;

import io.abcast.client.Reply;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.testkit.ServerProcess;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** At the end of a torture run, compares every key that a client wrote once with the local state of one member. */
final class FinalLook {
    private static final int IN_FLIGHT_MAX = 256;
    private static final long ANSWER_SECONDS = 30;

    private final EventLoop loop;
    private final Violations violations;

    FinalLook(EventLoop loop, Violations violations) {
        this.loop = loop;
        this.violations = violations;
    }

    private record Asked(long index, CompletableFuture<Reply> reply) {}

    long at(ServerProcess server, OnceLedger ledger) {
        String where = "server " + server.id() + ": ";
        try (PlainClient client =
                new PlainClient(loop, List.of(server.address()), ANSWER_SECONDS)) {
            Reply refused = client.connect();
            if (refused != null) {
                violations.add(where + "final check: connection refused: " + refused.text());
                return 0;
            }
            ArrayDeque<Asked> inFlight = new ArrayDeque<>();
            long looked = 0;
            for (long next = ledger.first(); next < ledger.next() || !inFlight.isEmpty(); ) {
                if (next < ledger.next() && inFlight.size() < IN_FLIGHT_MAX) {
                    inFlight.add(new Asked(next, client.begin(Op.GET, ledger.key(next))));
                    next++;
                    continue;
                }
                Asked oldest = inFlight.poll();
                Reply reply = ReplyWaiter.await(oldest.reply, ANSWER_SECONDS);
                if (reply.code() != ReplyCode.OK && reply.code() != ReplyCode.NOT_FOUND) {
                    violations.add(where + "final check: " + reply.code() + " " + reply.text());
                    return looked;
                }
                looked++;
                String wrong =
                        OnceCheck.check(ledger, oldest.index, reply, OnceClient.MORE_BYTES_MAX);
                if (wrong != null) violations.add(where + wrong);
            }
            return looked;
        }
    }
}
