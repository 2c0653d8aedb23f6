package io.abcast.load;

/**
 * One request of a virtual client that is in flight. In a closed loop, a virtual client uses one object of this class
 * for all its requests.
 */
public final class Operation {
    private final LoadShard shard;

    /**
     * Number of the virtual client within its shard (group of clients) in a closed loop; number of the request in an
     * open loop.
     */
    final int client;

    boolean write;
    int key;

    /** The home partition of the request, if the store has partitions. */
    int partition;

    /** The keys of a write that concerns several partitions; {@code null} for any other request. */
    int[] keys;

    /**
     * Start of the request's latency: time of sending (closed loop) or due time (open loop), as a value of {@link
     * System#nanoTime}.
     */
    long dueNanos;

    /**
     * Number of the server to which this client sent its previous request; only for implementations of {@link Target}.
     */
    int turn;

    /**
     * Links to the neighbours in the list of requests in flight of one group of clients; {@code next} is {@code null}
     * while the operation is not in the list.
     */
    Operation previous;

    Operation next;

    Operation(LoadShard shard, int client) {
        this.shard = shard;
        this.client = client;
        turn = client;
    }

    public int client() {
        return client;
    }

    public boolean write() {
        return write;
    }

    public int key() {
        return key;
    }

    /** The home partition of the request; 0 if the store has no partitions. */
    public int partition() {
        return partition;
    }

    /**
     * The keys of a write that concerns several partitions; {@code null} for any other request. Callers must not change
     * the returned array.
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Number of the next server in a round robin, as in EL-Sanosi 2018, section 5.1.1: a client sends each request to
     * the server after the server of its previous request.
     */
    public int nextTurn() {
        return turn++ & Integer.MAX_VALUE;
    }

    public void completed(RequestOutcome code) {
        shard.completed(this, code);
    }
}
