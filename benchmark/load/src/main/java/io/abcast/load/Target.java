package io.abcast.load;

/** Destination of the requests of one shard. Used on the shard's executor only. */
public interface Target {
    /**
     * Sends the request. Calls {@link Operation#completed} once at its end, on the shard's executor, possibly before
     * this call returns.
     */
    void send(Operation operation);

    /** Releases resources. Called after the shard has sent its last request. */
    void close();

    /**
     * Returns the partition of a key.
     *
     * @param key number of the key
     * @param partitions number of partitions
     */
    default int partitionOf(int key, int partitions) {
        return 0;
    }
}
