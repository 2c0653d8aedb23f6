package io.abcast.sim.testbed;

/** Counts the messages and deliveries of all servers since the last reset. */
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

    /** Counts a message from one server to another. */
    void sent() {
        messages++;
    }

    /** Counts an abdelivery of another server's request. */
    void abdelivered() {
        abdeliveries++;
    }

    /** Counts an abdelivery of a request of the server's own clients. */
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
