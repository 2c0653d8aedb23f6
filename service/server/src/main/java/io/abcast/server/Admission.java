package io.abcast.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the requests in flight of all client connections together at this member. At three quarters of the bound, the
 * server stops reading from connections that have requests in flight, so that the clients of these connections slow
 * down. If further requests of such a connection are already in the server's read buffer, the server answers them with
 * BUSY. The last quarter of the bound is for connections without a request in flight. At the full bound on requests in
 * flight, the server answers BUSY to the requests of all connections.
 */
final class Admission {
    private final int requestsMax;
    private final long bytesMax;

    /**
     * Number of client requests in flight at this member. The number and the bytes of these requests are separate
     * counters, because no check needs a consistent view of both.
     */
    private final AtomicLong requests = new AtomicLong();

    private final AtomicLong bytes = new AtomicLong();

    Admission(int requestsMax, long bytesMax) {
        this.requestsMax = requestsMax;
        this.bytesMax = bytesMax;
    }

    /**
     * Reserves room for a request within the bound on requests in flight if there is room; {@link #leave} releases the
     * room.
     *
     * @param first whether the connection of the request has no other request in flight
     */
    boolean enter(int requestBytes, boolean first) {
        if (!first && crowded()) return false;
        if (requests.get() >= requestsMax || bytes.get() + requestBytes > bytesMax) return false;
        requests.incrementAndGet();
        bytes.addAndGet(requestBytes);
        return true;
    }

    void leave(int requestBytes) {
        requests.decrementAndGet();
        bytes.addAndGet(-requestBytes);
    }

    /** Whether the requests in flight use three quarters of the bound on requests or bytes. */
    boolean crowded() {
        return requests.get() >= requestsMax * 3L / 4 || bytes.get() >= bytesMax * 3 / 4;
    }

    /**
     * Whether the server may read paused connections again, because the requests in flight use at most half of the
     * bound. With the threshold of {@link #crowded}, three quarters, the server would pause and resume connections at
     * nearly every request.
     */
    boolean roomy() {
        return requests.get() <= requestsMax / 2 && bytes.get() <= bytesMax / 2;
    }

    long inFlight() {
        return requests.get();
    }
}
