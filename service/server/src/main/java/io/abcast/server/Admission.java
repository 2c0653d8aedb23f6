package io.abcast.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the requests in flight of all client connections together. At three quarters of the bound, the server stops
 * reading from connections with requests in flight, and answers BUSY to requests that have already arrived. The last
 * quarter is for connections without a request in flight. At the full bound, all requests get BUSY.
 */
final class Admission {
    private final int requestsMax;
    private final long bytesMax;

    /**
     * The number and the bytes of the requests in flight are separate counters, because no check needs a consistent
     * view of both.
     */
    private final AtomicLong requests = new AtomicLong();

    private final AtomicLong bytes = new AtomicLong();

    Admission(int requestsMax, long bytesMax) {
        this.requestsMax = requestsMax;
        this.bytesMax = bytesMax;
    }

    /**
     * Reserves room for a request, which {@link #leave} releases; returns false if there is no room.
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

    boolean crowded() {
        return requests.get() >= requestsMax * 3L / 4 || bytes.get() >= bytesMax * 3 / 4;
    }

    /**
     * Whether the requests in flight use at most half of the bound, so that paused connections may continue. With one
     * threshold, connections would pause and resume at nearly every request.
     */
    boolean roomy() {
        return requests.get() <= requestsMax / 2 && bytes.get() <= bytesMax / 2;
    }

    long inFlight() {
        return requests.get();
    }
}
