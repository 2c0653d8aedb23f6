package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import io.abcast.ordering.paxos.PaxosMessage.Propose;
import java.util.List;

/**
 * Proposes this member's requests in fast rounds (Lamport 2006, section 3.1). The member proposes one batch of its own
 * requests at a time, in the first slot for which it knows no value. If the members decide another value in the slot,
 * this member proposes its batch in the next slot.
 */
final class FastProposer {
    private final Ports ports;
    private long ballot;
    private long from;
    private Propose outstanding;
    private long sentNanos;
    private int retries;

    FastProposer(Ports ports) {
        this.ports = ports;
    }

    void opened(long newBallot, long newFrom) {
        if (newBallot <= ballot) return;
        ballot = newBallot;
        from = newFrom;
        forgetOutstanding();
    }

    boolean isOpen(long inBallot) {
        return ballot == inBallot && from != 0;
    }

    long from() {
        return from;
    }

    void propose(long free) {
        long slot = Math.max(free, from);
        if (outstanding != null && ports.requests().hasUnsent())
            ports.beginPledge(Wait.ROUND, outstanding.slot());
        if (outstanding != null || slot > ports.applied() + ports.config().window()) return;
        List<OriginRequest> batch = ports.requests().oldest(Value.BYTES_MAX);
        if (batch.isEmpty()) return;
        Name name =
                Name.ofBatch(ports.id(), ports.incarnation(), batch.get(0).number(), batch.size());
        outstanding = new Propose(ballot, slot, Value.named(name, batch));
        retries = 0;
        send();
    }

    private void send() {
        sentNanos = ports.nowNanos();
        ports.broadcast(outstanding);
    }

    /**
     * Sends this member's undecided proposal again if its retry interval has passed; false without an undecided
     * proposal, or after {@code most} repetitions.
     */
    boolean retry(int most) {
        if (outstanding == null || retries >= most) return false;
        if (ports.nowNanos() - sentNanos >= ports.config().retryNanos()) {
            retries++;
            send();
        }
        return true;
    }

    boolean failed(int most) {
        return outstanding != null && retries >= most;
    }

    Value at(long slot, Name name) {
        boolean same =
                outstanding != null
                        && outstanding.slot() == slot
                        && outstanding.value().name().equals(name);
        return same ? outstanding.value() : null;
    }

    void onApplied(long slot) {
        if (outstanding == null || outstanding.slot() > slot) return;
        ports.endPledge(Wait.ROUND, outstanding.slot());
        forgetOutstanding();
    }

    private void forgetOutstanding() {
        if (outstanding != null) ports.giveUp(Wait.ROUND, outstanding.slot());
        outstanding = null;
    }
}
