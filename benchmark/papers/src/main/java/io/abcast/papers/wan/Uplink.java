package io.abcast.papers.wan;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;

/**
 * The uplink of one site, which carries all messages that the site sends. The uplink sends one message after another:
 * urgent messages first, then other messages in the order of their arrival. Messages to all destinations share one
 * queue, as in the transfer-queue bundler of JGroups. The owner of the uplink checks {@link #waitingBytes} before it
 * accepts more work.
 */
final class Uplink implements Runnable {
    private final EventQueue queue;
    private final WideLinks links;
    private final WideMachine owner;
    private final double mbit;
    private final ArrayDeque<Parcel> urgent = new ArrayDeque<>();
    private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
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

    /** Counts only messages that are not urgent. */
    long waitingBytes(int to) {
        return waitingBytes[to];
    }

    long busyNanos() {
        return busyNanos;
    }

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

    @Override
    public void run() {
        Parcel sent = sending;
        queue.at(queue.now() + links.latencyNanos(sent.from, sent.to), sent);
        next();
        owner.sent(sent);
    }
}
