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
 * Carries out steps 2 to 4 of the protocol at this member. As a learner, the member counts votes until a quorum has
 * chosen a value. As a proposer, it repeats a value until enough members have learned the value.
 */
final class Decisions {
    private final Ports ports;
    private final FbpLearner learner;
    private final Missing missing;
    private final long window;

    /**
     * By slot: values that a quorum has chosen, in slots that are too far beyond the durable checkpoint to take effect
     * yet. These slots must wait, because this member records a vote for each value that takes effect, and a report
     * contains votes for at most {@link Fbp#span} slots. The map has only slots that are {@linkplain #isNear near}.
     */
    private final TreeMap<Long, Accepted> early = new TreeMap<>();

    Decisions(Ports ports, FbpLearner learner, Missing missing) {
        this.ports = ports;
        this.learner = learner;
        this.missing = missing;
        window = ports.config().window();
    }

    /** Whether the slot is near enough to the applied slots. The member keeps no state for slots that are not near. */
    boolean isNear(long slot) {
        return slot > ports.applied() - window && slot <= ports.applied() + 2 * window;
    }

    void onTick() {
        for (Accepted vote : missing.all()) chosen(vote);
        while (!early.isEmpty() && !isEarly(early.firstKey()))
            chosen(early.pollFirstEntry().getValue());
        missing.onTick();
    }

    /**
     * Counts a vote. Returns whether a quorum has chosen the value of this vote. If so, the caller must call {@link
     * #chosen}.
     */
    boolean isChosen(int from, Accepted m) {
        long slot = m.slot();
        if (slot <= ports.applied() || !isNear(slot) || ports.knows(slot)) return false;
        return learner.accepted(ports.members().rank(from), slot, m.regency(), m.digest());
    }

    /** Handles a value for a slot in which this member has no vote. */
    void onProposed(long slot, Value value) {
        if (slot > ports.applied() && isNear(slot)) missing.see(slot, value);
    }

    /**
     * Handles the arrival of a value for {@code slot}. A quorum may have chosen this value before the value arrives.
     */
    void onValue(long slot) {
        Accepted wanted = missing.wanted(slot);
        if (wanted != null) chosen(wanted);
    }

    /** Handles values from another member. Only a value with the digest that a quorum has chosen counts. */
    void onGiven(Given m) {
        for (Given.Named named : m.values()) {
            Accepted wanted = missing.wanted(named.slot());
            if (wanted == null || !wanted.digest().equals(named.value().digest())) continue;
            missing.see(named.slot(), named.value());
            chosen(wanted);
        }
    }

    /** Handles the choice of a quorum. The slot is decided once this member has the value. */
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

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to, long slotsMax) {
        learner.visitQueues(to, slotsMax);
        to.queue("decisions that wait for a checkpoint", early.size(), slotsMax);
    }

    boolean isSatisfied(long slot) {
        return learner.isSatisfied(slot);
    }

    /** Reports that all slots up to {@code slot} have taken effect at this member. */
    void onApplied(long slot) {
        ports.giveUp(Wait.VOTES, slot);
        ports.giveUp(Wait.LEARNERS, slot - window);
        learner.forget(slot, slot - window);
        missing.forget(slot);
        early.headMap(slot, true).clear();
    }
}
