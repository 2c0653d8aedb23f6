package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Allowance;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.ValueFetch;
import io.abcast.ordering.paxos.PaxosMessage.Given;
import io.abcast.ordering.paxos.PaxosMessage.Want;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Fetches the bytes of chosen values of which this member knows only the names. An acceptor's vote announces only the
 * name of the accepted value. A member that lacks a chosen value asks the other members for it, one member after
 * another. The member that asks for a value accepts only a value with the chosen name. In each retry interval, a member
 * sends at most one question for values, and answers each other member at most once.
 */
final class MissingValues {
    /** Approximate maximum bytes of the values in one {@link Given} message. */
    private static final int GIVEN_BYTES_MAX = 1 << 18;

    /**
     * Maximum number of slots for which this member keeps the name of a missing value. When {@code SLOTS_MAX} names are
     * kept, the member learns the values of further slots from the log of another member.
     */
    private static final int SLOTS_MAX = 1_024;

    /**
     * The name of the value that a quorum has chosen in a slot, and the time in ns when this member learned the name.
     */
    private record Chosen(Name name, long nanos) {}

    private final Ports ports;
    private final Acceptor acceptor;
    private final Allowance answers;
    private final TreeMap<Long, Chosen> chosen = new TreeMap<>();
    private final ValueFetch asking;

    MissingValues(Ports ports, Acceptor acceptor) {
        this.ports = ports;
        this.acceptor = acceptor;
        answers = new Allowance(ports, 1);
        asking = new ValueFetch(ports);
    }

    /** Records the name of a value that a quorum has chosen in {@code slot} and that this member lacks. */
    void add(long slot, Name name) {
        if (chosen.size() < SLOTS_MAX) chosen.putIfAbsent(slot, new Chosen(name, ports.nowNanos()));
    }

    /**
     * Reports {@code slot} as decided if {@code value}, which has arrived in any ballot, has the name of the value that
     * this member lacks in {@code slot}.
     */
    void onValue(long slot, Value value) {
        Chosen wanted = chosen.get(slot);
        if (wanted == null || !wanted.name().equals(value.name())) return;
        chosen.remove(slot);
        ports.decided(slot, value);
    }

    /**
     * Asks another member for the chosen values that this member lacks. This member requests a value only after it has
     * been missing for one retry interval, because the value may be in flight until then.
     */
    void onTick() {
        List<Long> slots = asking.due(chosen, Chosen::nanos, Want.SLOTS_MAX);
        if (!slots.isEmpty()) ports.send(asking.next(), new Want(slots));
    }

    /**
     * Answers member {@code from}, which lacks values, with votes of this member that contain the values. If this
     * member has dropped its vote in a slot, its log holds the decision, and member {@code from} can fetch the decision
     * from the log.
     */
    void onWant(int from, Want m) {
        if (!answers.take(from)) return;
        List<Vote> given = new ArrayList<>();
        int bytes = 0;
        boolean applied = false;
        for (long slot : m.slots()) {
            Vote vote = acceptor.vote(slot);
            applied |= vote == null && slot <= ports.applied();
            if (vote == null || (bytes > 0 && bytes + vote.bytes() > GIVEN_BYTES_MAX)) continue;
            given.add(vote);
            bytes += vote.bytes();
        }
        if (!given.isEmpty()) ports.send(from, new Given(List.copyOf(given)));
        if (applied) ports.send(from, new Applied(ports.applied()));
    }

    /**
     * Takes over the chosen values from another member's answer {@code m}: a value in the answer is the chosen value of
     * its slot if it has the chosen name.
     */
    void onGiven(Given m) {
        for (Vote vote : m.votes()) onValue(vote.slot(), vote.value());
    }

    /**
     * Passes the lengths and bounds of the maps of values to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("values missing", chosen.size(), SLOTS_MAX);
    }

    /**
     * Stops the search for missing values in the slots up to {@code through}, because this member has applied these
     * slots.
     */
    void forget(long through) {
        chosen.headMap(through, true).clear();
    }
}
