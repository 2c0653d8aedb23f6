package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Want;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.ValueFetch;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Refusals.Reason;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The values behind digests. A quorum names what was chosen by its digest; a member that lacks the value asks one member after the other for
 * it, and takes what has that digest. At most one message of each kind per asker and retry.
 */
final class Missing {
    /** The value chosen in a slot, and when this member learned it. */
    private record Chosen(Accepted vote, long nanos) {}

    private static final Digest NOTHING = Value.NOTHING.digest();

    private final Ports ports;
    private final FbpAcceptor acceptor;
    private final Allowance answers;

    /** Values that a leader has proposed in slots in which this member may not vote; of slots that are near. */
    private final TreeMap<Long, Value> seen = new TreeMap<>();

    /** By slot; of slots that are near. */
    private final TreeMap<Long, Chosen> chosen = new TreeMap<>();

    private final ValueFetch asking;

    Missing(Ports ports, FbpAcceptor acceptor) {
        this.ports = ports;
        this.acceptor = acceptor;
        answers = new Allowance(ports, 1);
        asking = new ValueFetch(ports);
    }

    /** A leader has proposed this; there is no vote for it here. */
    void see(long slot, Value value) {
        seen.put(slot, value);
    }

    /** A quorum has chosen this. @return the value, or {@code null} if this member lacks it */
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

    /** The vote for the value chosen in that slot, if this member lacks the value; {@code null} otherwise. */
    Accepted wanted(long slot) {
        Chosen wanted = chosen.get(slot);
        return wanted == null ? null : wanted.vote();
    }

    /** The chosen values that this member lacks. */
    List<Accepted> all() {
        List<Accepted> all = new ArrayList<>();
        for (Chosen one : chosen.values()) all.add(one.vote());
        return all;
    }

    /** How many values this member lacks. */
    int count() {
        return chosen.size();
    }

    /** A proposal may be on its way: only what has been missing for a retry is asked for. */
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

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("values seen", seen.size(), slotsMax);
        to.queue("values missing", chosen.size(), slotsMax);
    }

    /** The slots up to that one have taken effect. */
    void forget(long through) {
        seen.headMap(through, true).clear();
        chosen.headMap(through, true).clear();
    }
}
