package io.abcast.ordering.fbp;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Given;
import io.abcast.ordering.fbp.FbpMessage.Learned;
import io.abcast.ordering.fbp.FbpMessage.Satisfied;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import java.util.TreeMap;

/**
 * Carries out steps 2 to 4 of Fast Byzantine Paxos (Martin and Alvisi 2006) at one member. As a learner, the member
 * counts the acceptors' votes until a quorum has chosen a value. As a proposer, the member repeats the proposal of a
 * value until enough members have learned the value.
 */
final class Decisions {
    private final Ports ports;
    private final FbpLearner learner;
    private final Missing missing;
    private final long window;

    /**
     * Votes, by slot, for chosen values that may not take effect before the durable checkpoint advances, because a
     * report may contain only votes up to {@link Fbp#span} slots above the checkpoint.
     */
    private final TreeMap<Long, Accepted> early = new TreeMap<>();

    Decisions(Ports ports, FbpLearner learner, Missing missing) {
        this.ports = ports;
        this.learner = learner;
        this.missing = missing;
        window = ports.config().window();
    }

    boolean isNear(long slot) {
        return slot > ports.applied() - window && slot <= ports.applied() + 2 * window;
    }

    void onTick() {
        for (Accepted vote : missing.all()) chosen(vote);
        while (!early.isEmpty() && !isEarly(early.firstKey()))
            chosen(early.pollFirstEntry().getValue());
        missing.onTick();
    }

    /** Counts a vote and returns whether a quorum has chosen its value; if so, the caller must call {@link #chosen}. */
    boolean isChosen(int from, Accepted m) {
        long slot = m.slot();
        if (slot <= ports.applied() || !isNear(slot) || ports.knows(slot)) return false;
        return learner.accepted(ports.members().rank(from), slot, m.regency(), m.digest());
    }

    void onProposed(long slot, Value value) {
        if (slot > ports.applied() && isNear(slot)) missing.see(slot, value);
    }

    void onValue(long slot) {
        Accepted wanted = missing.wanted(slot);
        if (wanted != null) chosen(wanted);
    }

    void onGiven(Given m) {
        for (Given.Named named : m.values()) {
            Accepted wanted = missing.wanted(named.slot());
            if (wanted == null || !wanted.digest().equals(named.value().digest())) continue;
            missing.see(named.slot(), named.value());
            chosen(wanted);
        }
    }

    void chosen(Accepted vote) {
        if (isEarly(vote.slot())) {
            early.putIfAbsent(vote.slot(), vote);
            return;
        }
        Value value = missing.find(vote);
        if (value == null) return;
        long slot = vote.slot();
        ports.endPledge(Wait.VOTES, slot);
        ports.broadcast(new Learned(slot));
        if (!learner.isLearned(slot)) ports.beginPledge(Wait.LEARNERS, slot);
        ports.decided(slot, value);
    }

    private boolean isEarly(long slot) {
        return slot > ports.closed() + Fbp.span(ports);
    }

    void onLearned(int from, long slot) {
        if (!isNear(slot) || !learner.learned(ports.members().rank(from), slot)) return;
        ports.endPledge(Wait.LEARNERS, slot);
        ports.broadcast(new Satisfied(slot));
    }

    void onSatisfied(int from, long slot) {
        if (isNear(slot)) learner.satisfied(ports.members().rank(from), slot);
    }

    void visitQueues(QueueVisitor to, long slotsMax) {
        learner.visitQueues(to, slotsMax);
        to.queue("decisions that wait for a checkpoint", early.size(), slotsMax);
    }

    boolean isSatisfied(long slot) {
        return learner.isSatisfied(slot);
    }

    void onApplied(long slot) {
        ports.giveUp(Wait.VOTES, slot);
        ports.giveUp(Wait.LEARNERS, slot - window);
        learner.forget(slot, slot - window);
        missing.forget(slot);
        early.headMap(slot, true).clear();
    }
}
