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
 * The requests that are to be ordered: this member signs its own requests and sends them to all members, keeps the signed requests of others, and
 * passes on to the leader those that the leader may lack.
 */
final class Intake {
    private static final int FORWARD_BYTES_MAX = 1 << 18;

    private final Ports ports;
    private final SignedBatches batches;
    private final Waiting waiting;

    /** Of senders of invalid signatures. */
    private final Backoff backoff;

    private long passedNanos;

    Intake(Ports ports, SignedBatches batches, Waiting waiting) {
        this.ports = ports;
        this.batches = batches;
        this.waiting = waiting;
        backoff = new Backoff(ports);
    }

    /** Sends what was never sent. Before this member knows its era nothing can be signed. */
    void sendNew() {
        if (ports.era() == 0 || !ports.requests().hasUnsent()) return;
        ports.broadcast(new Forward(ports.requests().takeUnsent(FORWARD_BYTES_MAX, batches::sign)));
    }

    /** Sends again what has no answer. */
    void sendAgain() {
        if (ports.era() == 0 || !ports.requests().hasSent()) return;
        ports.broadcast(new Forward(ports.requests().sent(FORWARD_BYTES_MAX)));
    }

    /**
     * Time has passed.
     *
     * @param leader of the present regency; 0: it cannot propose yet
     * @param nanos after which it may lack what it has not ordered: an origin that lies may have sent that to others only
     */
    void onTick(int leader, long nanos) {
        batches.onTick();
        if (ports.nowNanos() - passedNanos < 2 * ports.config().retryNanos()) return;
        passedNanos = ports.nowNanos();
        if (leader == 0 || leader == ports.id()) return;
        List<OriginRequest> passed = waiting.toPass(nanos, FORWARD_BYTES_MAX);
        if (!passed.isEmpty()) ports.send(leader, new Forward(passed));
    }

    /** @param proposals of this member if it leads, otherwise {@code null} */
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
     * Whether the origin of the request in that message has signed it. An honest member passes on only what it has verified, so the sender
     * of an invalid signature waits.
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

    /** As {@link #isSigned(int, Message, Request)}, of all requests in the value. */
    boolean isSigned(int from, Message message, Value value) {
        for (OriginRequest request : value.requests())
            if (!isSigned(from, message, request)) return false;
        return true;
    }

    /** This member begins to lead, and proposes what waits. */
    void propose(Proposals proposals) {
        for (OriginRequest value : waiting.all()) proposals.admit(value);
    }
}
