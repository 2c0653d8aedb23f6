package io.abcast.server.figures;

/** The figures of a server that only grow; the position is the number's index on the wire. */
public enum Counter {
    /** CPU time of the server's process, ns. */
    CPU_NANOS,
    /** Entries proposed as leader. */
    PROPOSALS,
    /** Entries abdelivered. */
    DELIVERED,
    /** All messages between members, whatever their kind. */
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
    /** Changes to Zab's mode or back that it saw. */
    SWITCHES,
    /** Entries appended to the log. */
    LOG_ENTRIES,
    LOG_BYTES,
    SYNCS,
    SYNC_NANOS,
    SNAPSHOTS,
    /** Time spent collecting garbage, ms. */
    GC_MILLIS,
    /** Requests taken from clients. */
    REQUESTS,
    /** Connections closed because what came was not the client protocol. */
    STREAMS_REJECTED,
    /** Connections closed because of the memory they took or the time a request took to arrive. */
    CONNECTIONS_EVICTED,
    /** Well-framed requests answered as malformed. */
    REQUESTS_MALFORMED,
    /** Requests answered busy. */
    REQUESTS_BUSY,
    /** Messages that have left with another one, as one message of the network: OMAHA. */
    MESSAGES_AGGREGATED;

    private static final int COUNT = values().length;

    public static int count() {
        return COUNT;
    }
}
