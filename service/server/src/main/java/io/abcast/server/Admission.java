package io.abcast.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the requests in flight of all connections together at this member. At three quarters of the bound, the server
 * stops reading connections with requests in flight, so that their sockets fill. It answers BUSY to requests of these
 * connections that it has already read. The last quarter of the bound is for connections without a request in flight.
 * At the full bound the server answers BUSY to the requests of all connections.
 */
final class Admission {
    private final int requestsMax;
    private final long bytesMax;

    /**
     * Number of requests in flight. Requests and bytes are separate counters, because a check of both need not be
     * consistent.
     */
    private final AtomicLong requests = new AtomicLong();

    private final AtomicLong bytes = new AtomicLong();

    Admission(int requestsMax, long bytesMax) {
        this.requestsMax = requestsMax;
        this.bytesMax = bytesMax;
    }

    /**
     * Takes a place for a request if there is one; {@link #leave} releases the place.
     *
     * @param first whether the connection has no other request in flight
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

    /** Whether three quarters of the bound are used. */
    boolean crowded() {
        return requests.get() >= requestsMax * 3L / 4 || bytes.get() >= bytesMax * 3 / 4;
    }

    /**
     * Whether paused connections may read again. The bound is lower than the bound of {@link #crowded}, so that reading
     * is not switched for each request.
     */
    boolean roomy() {
        return requests.get() <= requestsMax / 2 && bytes.get() <= bytesMax / 2;
    }

    long inFlight() {
        return requests.get();
    }
}
