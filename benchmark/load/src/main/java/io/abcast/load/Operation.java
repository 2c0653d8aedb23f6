package io.abcast.load;

/** One request in flight. In a closed loop, a virtual client reuses the same object for all its requests. */
public final class Operation {
    private final LoadShard shard;

    /** Closed loop: number of the virtual client within its shard. Open loop: number of the request. */
    final int client;

    boolean write;
    int key;

    /** The home partition of the request, if the store has partitions. */
    int partition;

    /** The keys of a write in several partitions; {@code null} for any other request. */
    int[] keys;

    /** Start time of the latency, in ns. */
    long dueNanos;

    /** The server that received the previous request of this client. Only targets use this field. */
    int turn;

    /**
     * Links of the shard's list of requests in flight. {@code next} is {@code null} while the operation is not in the
     * list.
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

    /** The keys of a write in several partitions; {@code null} for any other request. Must not be changed. */
    public int[] keys() {
        return keys;
    }

    /**
     * Round robin as in EL-Sanosi 2018, section 5.1.1: a client sends each request to the server after that of its
     * previous request.
     */
    public int nextTurn() {
        return turn++ & Integer.MAX_VALUE;
    }

    public void completed(RequestOutcome code) {
        shard.completed(this, code);
    }
}
