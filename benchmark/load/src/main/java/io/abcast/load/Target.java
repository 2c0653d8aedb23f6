package io.abcast.load;

/**
 * Destination to which one shard (group of virtual clients) sends its requests. Only the executor of the shard calls
 * the methods of its target.
 */
public interface Target {
    /**
     * Sends a request; when it ends, the target calls {@link Operation#completed} once, on the shard's executor and
     * possibly before this method returns.
     */
    void send(Operation operation);

    /** Releases the resources of this target, after the shard has sent its last request. */
    void close();

    /**
     * Returns the number of the partition to which a key belongs.
     *
     * @param key number of the key, from 0
     * @param partitions number of partitions
     */
    default int partitionOf(int key, int partitions) {
        return 0;
    }
}
