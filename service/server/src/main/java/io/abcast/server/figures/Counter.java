package io.abcast.server.figures;

/**
 * The counters of a server, which only grow. The position of a constant is its index on the wire, so new constants must
 * be appended.
 */
public enum Counter {
    /** CPU time of the server's process, in ns. */
    CPU_NANOS,
    /** Entries that the server has proposed as leader. */
    PROPOSALS,
    /** Entries delivered to the key-value store. */
    DELIVERED,
    /** Messages of all kinds sent to other members. */
    MESSAGES_SENT,
    MESSAGES_RECEIVED,
    PROPOSALS_SENT,
    PROPOSALS_RECEIVED,
    ACKS_SENT,
    ACKS_RECEIVED,
    COMMITS_SENT,
    COMMITS_RECEIVED,
    /** Messages dropped as stale, repeated or out of place. */
    MESSAGES_DROPPED,
    ELECTIONS,
    /** Changes to Zab's mode or back that the server has seen. */
    SWITCHES,
    /** Entries appended to the log. */
    LOG_ENTRIES,
    LOG_BYTES,
    SYNCS,
    SYNC_NANOS,
    SNAPSHOTS,
    /** Time spent in garbage collection, in ms. */
    GC_MILLIS,
    /** Requests accepted from clients. */
    REQUESTS,
    /** Connections closed because the peer did not follow the client protocol. */
    STREAMS_REJECTED,
    /** Connections closed because of the memory they occupied, or because a request took too long to arrive. */
    CONNECTIONS_EVICTED,
    /** Requests in valid frames that were answered MALFORMED. */
    REQUESTS_MALFORMED,
    /** Requests answered BUSY. */
    REQUESTS_BUSY,
    /** Messages saved by OMAHA, because they left together with another message as one network message. */
    MESSAGES_AGGREGATED,
    /** Time used by the JIT compilers of the server's JVM, in ms. */
    COMPILER_MILLIS;

    private static final int COUNT = values().length;

    public static int count() {
        return COUNT;
    }
}
