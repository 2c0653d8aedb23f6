package io.abcast.papers.wan;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;

/**
 * The uplink of one site. It sends one message after the other: urgent ones first, then the others in the order of their
 * arrival, for whatever destination. JGroups' transfer-queue bundler has such a queue for all destinations.
 *
 * <p>The queue has no bound here. Its owner looks at {@link #waitingBytes} before it accepts more work.
 */
final class Uplink implements Runnable {
    private final EventQueue queue;
    private final WideLinks links;
    private final WideMachine owner;
    private final double mbit;
    private final ArrayDeque<Parcel> urgent = new ArrayDeque<>();
    private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();

    /** By destination, without urgent messages. */
    private final long[] waitingBytes;

    private Parcel sending;
    private long busyNanos;
    private long otherBytes;

    Uplink(EventQueue queue, WideLinks links, int rank, WideMachine owner) {
        this.queue = queue;
        this.links = links;
        this.owner = owner;
        mbit = links.uplinkMbit()[rank];
        waitingBytes = new long[links.size()];
    }

    void send(Parcel parcel, boolean isUrgent) {
        if (!isUrgent) waitingBytes[parcel.to] += parcel.bytes;
        (isUrgent ? urgent : waiting).add(parcel);
        if (sending == null) next();
    }

    /** Bytes of messages for a destination that are not urgent and wait. */
    long waitingBytes(int to) {
        return waitingBytes[to];
    }

    /** Time for which the uplink was busy. */
    long busyNanos() {
        return busyNanos;
    }

    /** Bytes sent that are no payload. */
    long otherBytes() {
        return otherBytes;
    }

    private void next() {
        sending = urgent.poll();
        if (sending == null) {
            sending = waiting.poll();
            if (sending == null) return;
            waitingBytes[sending.to] -= sending.bytes;
        }
        long nanos = WideLinks.wireNanos(sending.bytes, mbit);
        busyNanos += nanos;
        otherBytes += sending.bytes - sending.payloadBytes;
        queue.at(queue.now() + nanos, this);
    }

    /** The last bit of a message has left. */
    @Override
    public void run() {
        Parcel sent = sending;
        queue.at(queue.now() + links.latencyNanos(sent.from, sent.to), sent);
        next();
        owner.sent(sent);
    }
}
