package io.abcast.sim.testbed;

/** Counts the messages and deliveries of all servers of the testbed since the last reset. */
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

    void sent() {
        messages++;
    }

    /** Counts the abdelivery of a request that a client has sent to another server. */
    void abdelivered() {
        abdeliveries++;
    }

    /** Counts the abdelivery of a request that a client has sent to this server. */
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
