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
 * Fetches chosen values of which this member knows only the digests. A vote names the accepted value by its digest. A
 * member that lacks a chosen value asks the other members for it, one member after another. The member that asks for a
 * value accepts only a value with the chosen digest. In each retry interval, a member sends at most one question for
 * values, and answers each other member at most once.
 */
final class Missing {
    /**
     * The vote for the value that a quorum has chosen in a slot, and the time in ns when this member learned of the
     * choice.
     */
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

    /**
     * For each slot whose chosen value this member lacks: the vote that names the chosen value. The map of lacking
     * values contains only slots near the applied slots, see {@link Decisions#isNear}.
     */
    private final TreeMap<Long, Chosen> chosen = new TreeMap<>();

    private final ValueFetch asking;

    Missing(Ports ports, FbpAcceptor acceptor) {
        this.ports = ports;
        this.acceptor = acceptor;
        answers = new Allowance(ports, 1);
        asking = new ValueFetch(ports);
    }

    /** Keeps a value that a leader has proposed in {@code slot} and for which this member has no vote. */
    void see(long slot, Value value) {
        seen.put(slot, value);
    }

    /**
     * Returns the value that a quorum of acceptors has chosen with {@code vote}. If this member lacks the value, {@code
     * find} returns {@code null}, and this member begins to search for the value.
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

    /**
     * The vote for the value that was chosen in {@code slot}, if this member lacks the value; otherwise {@code null}.
     */
    Accepted wanted(long slot) {
        Chosen wanted = chosen.get(slot);
        return wanted == null ? null : wanted.vote();
    }

    /** The votes for the chosen values that this member lacks. */
    List<Accepted> all() {
        List<Accepted> all = new ArrayList<>();
        for (Chosen one : chosen.values()) all.add(one.vote());
        return all;
    }

    /** Number of chosen values that this member lacks. */
    int count() {
        return chosen.size();
    }

    /**
     * Asks another member for the chosen values that this member lacks. This member requests a value only after the
     * value has been missing for one retry interval. During the first retry interval, the leader's proposal with the
     * value may still be in flight.
     */
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

    /**
     * Passes the lengths and bounds of the maps of values to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("values seen", seen.size(), slotsMax);
        to.queue("values missing", chosen.size(), slotsMax);
    }

    /** Forgets the values of the slots up to {@code through}, because this member has applied these slots. */
    void forget(long through) {
        seen.headMap(through, true).clear();
        chosen.headMap(through, true).clear();
    }
}
