package io.abcast.server.figures;

/**
 * The counters of a server, whose values only grow. New constants must be appended, because the position of a constant
 * is its index in the wire format.
 */
public enum Counter {
    /** CPU time that the server's process has used, in ns. */
    CPU_NANOS,
    /** Number of entries that the server has proposed as leader. */
    PROPOSALS,
    /** Number of entries that the member has delivered to the key-value store. */
    DELIVERED,
    /** Number of messages of all kinds that the server has sent to other members. */
    MESSAGES_SENT,
    MESSAGES_RECEIVED,
    PROPOSALS_SENT,
    PROPOSALS_RECEIVED,
    ACKS_SENT,
    ACKS_RECEIVED,
    COMMITS_SENT,
    COMMITS_RECEIVED,
    /**
     * Number of messages of other members that the server has dropped as stale, repeated or not valid in its present
     * state.
     */
    MESSAGES_DROPPED,
    ELECTIONS,
    /**
     * Number of times that the server has seen the ensemble change to Zab's mode, or back to its variant's own mode.
     */
    SWITCHES,
    /** Number of entries that the server has appended to the log. */
    LOG_ENTRIES,
    LOG_BYTES,
    SYNCS,
    SYNC_NANOS,
    SNAPSHOTS,
    /** Time that the server's JVM has spent in garbage collection, in ms. */
    GC_MILLIS,
    /** Number of requests that the server has accepted from clients. */
    REQUESTS,
    /** Number of connections that the server has closed because the peer did not follow the client protocol. */
    STREAMS_REJECTED,
    /**
     * Number of client connections that the server has closed because of the memory they occupied, or because a request
     * took too long to arrive.
     */
    CONNECTIONS_EVICTED,
    /** Number of requests in valid frames that the server has answered with MALFORMED. */
    REQUESTS_MALFORMED,
    /** Number of client requests that the server has answered with BUSY, because too many requests were in flight. */
    REQUESTS_BUSY,
    /**
     * Number of messages that OMAHA has saved, because they left together with another message as one network message.
     */
    MESSAGES_AGGREGATED,
    /** Time that the JIT compilers of the server's JVM have used, in ms. */
    COMPILER_MILLIS;

    private static final int COUNT = values().length;

    public static int count() {
        return COUNT;
    }
}
