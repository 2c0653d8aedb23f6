package io.abcast.load;

/**
 * One request of a virtual client that is in flight. In a closed loop, a virtual client uses one object of this class
 * for all its requests.
 */
public final class Operation {
    private final LoadShard shard;

    /** Number of the virtual client within its group in a closed loop; number of the request in an open loop. */
    final int client;

    boolean write;
    int key;

    int partition;

    /** Null unless the request is a write that concerns several partitions. */
    int[] keys;

    /** Time of sending (closed loop) or due time (open loop), as a value of {@link System#nanoTime}. */
    long dueNanos;

    /**
     * Number of the server to which this client sent its previous request; only for implementations of {@link Target}.
     */
    int turn;

    /** {@code next} is {@code null} while the operation is not in the list of requests in flight. */
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
     * The keys of a write that concerns several partitions, which callers must not change; {@code null} for any other
     * request.
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Number of the next server in the round robin of EL-Sanosi 2018, section 5.1.1: the server after that of the
     * previous request.
     */
    public int nextTurn() {
        return turn++ & Integer.MAX_VALUE;
    }

    public void completed(RequestOutcome code) {
        shard.completed(this, code);
    }
}
