package io.abcast.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the requests in flight of all connections together at this member. At three quarters of the bound, the server
 * stops reading from connections that have requests in flight, so that these clients slow down. If the server has
 * already read more requests of such a connection, it answers BUSY to these requests. The last quarter of the bound is
 * for connections without a request in flight. At the full bound the server answers BUSY to the requests of all
 * connections.
 */
final class Admission {
    private final int requestsMax;
    private final long bytesMax;

    /**
     * Number of requests in flight. The numbers of requests and of bytes are separate counters, because a check of both
     * need not see them at the same moment.
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
     * Whether paused connections may read again. Reading starts again at a lower number of requests than the number at
     * which {@link #crowded} stops it. If both numbers were equal, reading would stop and start for each request.
     */
    boolean roomy() {
        return requests.get() <= requestsMax / 2 && bytes.get() <= bytesMax / 2;
    }

    long inFlight() {
        return requests.get();
    }
}
