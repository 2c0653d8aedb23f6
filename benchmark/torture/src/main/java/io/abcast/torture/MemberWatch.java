package io.abcast.torture;

import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerProcess;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Queries the {@code MemberFigures} (state and counters) of all members. Each query uses a new connection, because an
 * old connection may hang for a long time after a fault.
 */
final class MemberWatch {
    private static final long ASK_MILLIS = 1_500;

    private static final String LEADING = "LEADING";

    private final LocalEnsemble cluster;
    private final EventLoop loop;

    MemberWatch(LocalEnsemble cluster, EventLoop loop) {
        this.cluster = cluster;
        this.loop = loop;
    }

    /** In the order of the ids; {@code null} for a member that does not answer. */
    List<MemberFigures> figures() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_MILLIS);
        List<CompletableFuture<Reply>> asked = new ArrayList<>();
        for (ServerProcess server : cluster.servers()) asked.add(ask(server));
        List<MemberFigures> answers = new ArrayList<>();
        for (CompletableFuture<Reply> one : asked) answers.add(await(one, deadline));
        return answers;
    }

    private CompletableFuture<Reply> ask(ServerProcess server) {
        if (!server.alive()) return CompletableFuture.completedFuture(null);
        return Connection.askOnce(loop, server.address(), null, Op.FIGURES, new byte[0]);
    }

    private static MemberFigures await(CompletableFuture<Reply> asked, long deadline) {
        try {
            Reply reply =
                    asked.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return reply == null || reply.code() != ReplyCode.OK
                    ? null
                    : MemberFigures.decode(reply.body());
        } catch (ExecutionException | TimeoutException | MalformedFrameException e) {
            asked.complete(null);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /**
     * Id of the leader that most serving members name, or of a server that leads a partition; 0 if no member names a
     * leader.
     */
    int leader() {
        return leader(figures());
    }

    static int leader(List<MemberFigures> figures) {
        int best = 0;
        long most = 0;
        for (MemberFigures candidate : figures) {
            if (candidate == null || !candidate.active()) continue;
            long votes =
                    figures.stream()
                            .filter(f -> f != null && f.active())
                            .filter(f -> f.leader() == candidate.leader())
                            .count();
            if (votes > most) {
                most = votes;
                best = candidate.leader();
            }
        }
        if (best != 0) return best;
        for (MemberFigures candidate : figures)
            if (candidate != null && candidate.active() && candidate.role().equals(LEADING))
                return candidate.id();
        return 0;
    }

    boolean healthy() {
        return unhealthy() == null;
    }

    /** Null if all members serve under one leader in one epoch. */
    String unhealthy() {
        List<MemberFigures> figures = figures();
        MemberFigures first = figures.get(0);
        for (int i = 0; i < figures.size(); i++) {
            MemberFigures one = figures.get(i);
            int id = i + 1;
            if (one == null)
                return cluster.server(id).alive()
                        ? "server " + id + " does not answer"
                        : "server " + id + " does not run";
            if (!one.active())
                return "server "
                        + id
                        + " does not serve ("
                        + one.role()
                        + ", leader "
                        + one.leader()
                        + ")";
            if (one.leader() != first.leader() || one.epoch() != first.epoch())
                return String.format(
                        "servers differ: 1 follows %d in epoch %d, %d follows %d in epoch %d",
                        first.leader(), first.epoch(), id, one.leader(), one.epoch());
        }
        return null;
    }

    boolean othersAt(long zxid, int except) {
        List<MemberFigures> figures = figures();
        for (int i = 0; i < figures.size(); i++) {
            if (i + 1 == except) continue;
            if (figures.get(i) == null || figures.get(i).deliveredZxid() < zxid) return false;
        }
        return true;
    }
}
