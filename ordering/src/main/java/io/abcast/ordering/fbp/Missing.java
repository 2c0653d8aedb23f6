package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Want;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.ValueFetch;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Fetches chosen values of which this member knows only the digests, because votes name values by their digests. In
 * each retry interval, a member sends at most one question for values, and answers each other member at most once.
 */
final class Missing {
    private record Chosen(Accepted vote, long nanos) {}

    private static final Digest NOTHING = Value.NOTHING.digest();

    private final Ports ports;
    private final FbpAcceptor acceptor;
    private final Allowance answers;

    /**
     * Values that a leader has proposed in slots in which this member may not vote, by slot; only in slots near the
     * applied slots.
     */
    private final TreeMap<Long, Value> seen = new TreeMap<>();

    private final TreeMap<Long, Chosen> chosen = new TreeMap<>();

    private final ValueFetch asking;

    Missing(Ports ports, FbpAcceptor acceptor) {
        this.ports = ports;
        this.acceptor = acceptor;
        answers = new Allowance(ports, 1);
        asking = new ValueFetch(ports);
    }

    void see(long slot, Value value) {
        seen.put(slot, value);
    }

    /**
     * Returns the value that a quorum has chosen with {@code vote}; {@code null} if this member lacks the value, for
     * which it then begins to search.
     */
    Value find(Accepted vote) {
        Value value = lookUp(vote);
        if (value == null) chosen.putIfAbsent(vote.slot(), new Chosen(vote, ports.nowNanos()));
        else chosen.remove(vote.slot());
        return value;
    }

    private Value lookUp(Accepted vote) {
        if (vote.digest().equals(NOTHING)) return Value.NOTHING;
        Report.Vote own = acceptor.vote(vote.slot());
        Value[] candidates = {own == null ? null : own.value(), seen.get(vote.slot())};
        for (Value candidate : candidates)
            if (candidate != null && candidate.digest().equals(vote.digest())) return candidate;
        return null;
    }

    Accepted wanted(long slot) {
        Chosen wanted = chosen.get(slot);
        return wanted == null ? null : wanted.vote();
    }

    List<Accepted> all() {
        List<Accepted> all = new ArrayList<>();
        for (Chosen one : chosen.values()) all.add(one.vote());
        return all;
    }

    int count() {
        return chosen.size();
    }

    void onTick() {
        List<Long> slots = asking.due(chosen, Chosen::nanos, Want.SLOTS_MAX);
        if (!slots.isEmpty()) ports.send(asking.next(), new Want(slots));
    }

    void onWant(int from, Want m, int bytesMax) {
        if (!answers.take(from)) {
            ports.refuse(from, m, Reason.BOUND);
            return;
        }
        List<Given.Named> given = new ArrayList<>();
        int bytes = 0;
        for (long slot : m.slots()) {
            Report.Vote vote = acceptor.vote(slot);
            if (vote == null || (bytes > 0 && bytes + vote.value().bytes() > bytesMax)) continue;
            given.add(new Given.Named(slot, vote.value()));
            bytes += vote.value().bytes();
        }
        if (!given.isEmpty()) ports.send(from, new Given(List.copyOf(given)));
    }

    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("values seen", seen.size(), slotsMax);
        to.queue("values missing", chosen.size(), slotsMax);
    }

    void forget(long through) {
        seen.headMap(through, true).clear();
        chosen.headMap(through, true).clear();
    }
}
