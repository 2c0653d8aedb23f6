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
 * Collects the signed requests that are not ordered yet. This member signs its own requests and sends them to all
 * members. This member also keeps the signed requests of other members, and forwards requests that the leader may lack.
 */
final class Intake {
    private static final int FORWARD_BYTES_MAX = 1 << 18;

    private final Ports ports;
    private final SignedBatches batches;
    private final Waiting waiting;

    /**
     * For each member that has sent an invalid signature: how long this member refuses to verify further signatures
     * from it.
     */
    private final Backoff backoff;

    private long passedNanos;

    Intake(Ports ports, SignedBatches batches, Waiting waiting) {
        this.ports = ports;
        this.batches = batches;
        this.waiting = waiting;
        backoff = new Backoff(ports);
    }

    /**
     * Sends the requests of this member that it has not sent yet to all members. Without the era (the number of the
     * ensemble's founding), this member cannot sign requests, so it sends no requests.
     */
    void sendNew() {
        if (ports.era() == 0 || !ports.requests().hasUnsent()) return;
        ports.broadcast(new Forward(ports.requests().takeUnsent(FORWARD_BYTES_MAX, batches::sign)));
    }

    /** Sends the unanswered requests of this member to all members again. */
    void sendAgain() {
        if (ports.era() == 0 || !ports.requests().hasSent()) return;
        ports.broadcast(new Forward(ports.requests().sent(FORWARD_BYTES_MAX)));
    }

    /**
     * Forwards to the leader the requests that were not ordered within {@code nanos} ns.
     *
     * @param leader server id of the leader of the present regency; 0 if the leader cannot propose yet
     * @param nanos time in ns after which this member forwards an unordered request to the leader. A lying origin may
     *     have sent a request to all members except the leader
     */
    void onTick(int leader, long nanos) {
        batches.onTick();
        if (ports.nowNanos() - passedNanos < 2 * ports.config().retryNanos()) return;
        passedNanos = ports.nowNanos();
        if (leader == 0 || leader == ports.id()) return;
        List<OriginRequest> passed = waiting.toPass(nanos, FORWARD_BYTES_MAX);
        if (!passed.isEmpty()) ports.send(leader, new Forward(passed));
    }

    /**
     * Verifies and keeps requests that member {@code from} has sent or forwarded.
     *
     * @param proposals proposals of this member if it leads; otherwise {@code null}
     */
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
     * Whether the origin of the request {@code value} in {@code message} has signed the request. An honest member
     * forwards only requests whose signatures it has verified. So if member {@code from} has sent an invalid signature,
     * a back-off delays the verification of its further messages.
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

    /** Whether all requests in {@code value} are signed; see {@link #isSigned(int, Message, OriginRequest)}. */
    boolean isSigned(int from, Message message, Value value) {
        for (OriginRequest request : value.requests())
            if (!isSigned(from, message, request)) return false;
        return true;
    }

    /**
     * Adds the requests that are not ordered yet to the proposals of this member. The engine calls {@code propose} when
     * this member begins to lead.
     */
    void propose(Proposals proposals) {
        for (OriginRequest value : waiting.all()) proposals.admit(value);
    }
}
