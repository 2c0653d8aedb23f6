package io.abcast.ordering.fbp;

import io.abcast.kernel.Message;
import io.abcast.ordering.log.Backoff;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Proposals;
import io.abcast.ordering.log.Refusals.Reason;
import io.abcast.ordering.log.Value;
import java.util.List;

/**
 * Collects the signed requests that are not ordered yet: signs and sends this member's requests, and forwards requests
 * of other members that the leader may lack.
 */
final class Intake {
    private static final int FORWARD_BYTES_MAX = 1 << 18;

    private final Ports ports;
    private final SignedBatches batches;
    private final Waiting waiting;

    private final Backoff backoff;

    private long passedNanos;

    Intake(Ports ports, SignedBatches batches, Waiting waiting) {
        this.ports = ports;
        this.batches = batches;
        this.waiting = waiting;
        backoff = new Backoff(ports);
    }

    /**
     * Sends the new requests of this member to all members; without the era (the number of the ensemble's founding) it
     * cannot sign them, so it sends nothing.
     */
    void sendNew() {
        if (ports.era() == 0 || !ports.requests().hasUnsent()) return;
        ports.broadcast(new Forward(ports.requests().takeUnsent(FORWARD_BYTES_MAX, batches::sign)));
    }

    void sendAgain() {
        if (ports.era() == 0 || !ports.requests().hasSent()) return;
        ports.broadcast(new Forward(ports.requests().sent(FORWARD_BYTES_MAX)));
    }

    /**
     * Forwards to the leader the requests that were not ordered within {@code nanos} ns, because a lying origin may
     * have left out the leader.
     *
     * @param leader server id of the leader of the present regency; 0 if the leader cannot propose yet
     */
    void onTick(int leader, long nanos) {
        batches.onTick();
        if (ports.nowNanos() - passedNanos < 2 * ports.config().retryNanos()) return;
        passedNanos = ports.nowNanos();
        if (leader == 0 || leader == ports.id()) return;
        List<OriginRequest> passed = waiting.toPass(nanos, FORWARD_BYTES_MAX);
        if (!passed.isEmpty()) ports.send(leader, new Forward(passed));
    }

    void onForward(int from, Forward m, Proposals proposals) {
        for (OriginRequest value : m.requests()) {
            if (waiting.isWanted(value)) {
                if (!waiting.hasRoomFor(value)) {
                    ports.refuse(value.origin(), m, Reason.BOUND);
                    continue;
                }
                if (!isSigned(from, m, value)) return;
                waiting.add(value);
            }
            OriginRequest known =
                    proposals == null ? null : waiting.get(value.origin(), value.number());
            if (known != null) proposals.admit(known);
        }
    }

    /**
     * Whether the origin has signed {@code value}. An honest member forwards only verified requests, so after an
     * invalid signature a back-off delays the verification of messages of {@code from}.
     */
    boolean isSigned(int from, Message message, OriginRequest value) {
        if (batches.isKnown(value)) return true;
        if (!backoff.isOver(from)) {
            ports.refuse(from, message, Reason.BACK_OFF);
            return false;
        }
        if (batches.isSigned(value)) {
            backoff.valid(from);
            return true;
        }
        backoff.invalid(from);
        ports.refuse(from, message, Reason.SIGNATURE);
        return false;
    }

    boolean isSigned(int from, Message message, Value value) {
        for (OriginRequest request : value.requests())
            if (!isSigned(from, message, request)) return false;
        return true;
    }

    void propose(Proposals proposals) {
        for (OriginRequest value : waiting.all()) proposals.admit(value);
    }
}
