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
 * Fetches the bytes of chosen values of which this member knows only the names, because votes announce values by their
 * names. In each retry interval, a member sends at most one question for values, and answers each other member at most
 * once.
 */
final class MissingValues {
    private static final int GIVEN_BYTES_MAX = 1 << 18;

    /**
     * Maximum number of slots for which this member keeps the name of a missing value; beyond it, the member learns
     * values from the log of another member.
     */
    private static final int SLOTS_MAX = 1_024;

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

    void add(long slot, Name name) {
        if (chosen.size() < SLOTS_MAX) chosen.putIfAbsent(slot, new Chosen(name, ports.nowNanos()));
    }

    void onValue(long slot, Value value) {
        Chosen wanted = chosen.get(slot);
        if (wanted == null || !wanted.name().equals(value.name())) return;
        chosen.remove(slot);
        ports.decided(slot, value);
    }

    /**
     * Asks another member for values that have been missing for one retry interval, because a value may be in flight
     * until then.
     */
    void onTick() {
        List<Long> slots = asking.due(chosen, Chosen::nanos, Want.SLOTS_MAX);
        if (!slots.isEmpty()) ports.send(asking.next(), new Want(slots));
    }

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

    void onGiven(Given m) {
        for (Vote vote : m.votes()) onValue(vote.slot(), vote.value());
    }

    void visitQueues(QueueVisitor to) {
        to.queue("values missing", chosen.size(), SLOTS_MAX);
    }

    void forget(long through) {
        chosen.headMap(through, true).clear();
    }
}
