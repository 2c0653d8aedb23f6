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
 * requests at a time, in the first slot for which it knows no value. If another value is decided in that slot, the
 * member tries the next slot.
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

    /** Handles the opening of a ballot in which every member may propose, from slot {@code newFrom} on. */
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

    /** Proposes the oldest requests, unless a proposal is in flight. */
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
     * Repeats the outstanding proposal. Returns false if no proposal is outstanding, or if the proposal was already
     * repeated {@code most} times.
     */
    boolean retry(int most) {
        if (outstanding == null || retries >= most) return false;
        if (ports.nowNanos() - sentNanos >= ports.config().retryNanos()) {
            retries++;
            send();
        }
        return true;
    }

    /** Whether the outstanding proposal was already repeated {@code most} times without success. */
    boolean failed(int most) {
        return outstanding != null && retries >= most;
    }

    /** The value that this member has proposed in {@code slot}, if the value has this name; {@code null} otherwise. */
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
