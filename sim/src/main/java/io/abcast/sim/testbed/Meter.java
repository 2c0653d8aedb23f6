package io.abcast.sim.testbed;

/** Counts what all servers do since it was last reset. */
final class Meter {
    private long writes;
    private long latencyNanos;
    private long abdeliveries;
    private long messages;

    void reset() {
        writes = 0;
        latencyNanos = 0;
        abdeliveries = 0;
        messages = 0;
    }

    /** A server sent a message to another. */
    void sent() {
        messages++;
    }

    /** A server abdelivered another's request. */
    void abdelivered() {
        abdeliveries++;
    }

    /** A server abdelivered a request of its own clients. */
    void abdelivered(long sinceReceivedNanos) {
        abdeliveries++;
        writes++;
        latencyNanos += sinceReceivedNanos;
    }

    long writes() {
        return writes;
    }

    long latencyNanos() {
        return latencyNanos;
    }

    long abdeliveries() {
        return abdeliveries;
    }

    long messages() {
        return messages;
    }
}
