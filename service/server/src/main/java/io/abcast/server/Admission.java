package io.abcast.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what all connections together have under way at this member. At three quarters of the bound whoever has something
 * under way is read no further, so that its socket fills, and what had been read of it is answered BUSY. The last quarter is
 * for those who have nothing under way; when that is taken as well they are answered BUSY, at once.
 */
final class Admission {
    private final int requestsMax;
    private final long bytesMax;

    /** Requests and bytes could be one counter each; reads of both need not be consistent. */
    private final AtomicLong requests = new AtomicLong();

    private final AtomicLong bytes = new AtomicLong();

    Admission(int requestsMax, long bytesMax) {
        this.requestsMax = requestsMax;
        this.bytesMax = bytesMax;
    }

    /**
     * Takes a place, if there is one; give it back by {@link #leave}.
     *
     * @param first whether the connection has nothing else under way
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

    /** Whether three quarters are taken. */
    boolean crowded() {
        return requests.get() >= requestsMax * 3L / 4 || bytes.get() >= bytesMax * 3 / 4;
    }

    /** Whether to read again; lower than {@link #crowded}, so that reading is not switched per request. */
    boolean roomy() {
        return requests.get() <= requestsMax / 2 && bytes.get() <= bytesMax / 2;
    }

    long underWay() {
        return requests.get();
    }
}
