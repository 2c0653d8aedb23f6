package io.abcast.partitions;

/**
 * Settings of a store at one server.
 *
 * @param workers number of threads that execute procedures for all replicas at this server; 0 executes everything in
 *     the thread that brings an event, which only {@link io.abcast.partitions.order.LocalMulticast} allows
 * @param readsBytesMax bound on the retained values of transactions with several destinations, for each replica, in
 *     bytes; beyond it, the replica drops the oldest values
 * @param digestEvery number of deliveries after which the replicas compare their digests
 * @param askAfterNanos time for which a replica waits for values before it asks other replicas, in ns
 * @param staleRetriesMax number of times that the store finds the keys of a transaction again
 */
public record StoreOptions(
        int workers, long readsBytesMax, int digestEvery, long askAfterNanos, int staleRetriesMax) {
    public static final StoreOptions DEFAULT =
            new StoreOptions(2, 256L << 20, 10_000, 200_000_000, 10);

    public StoreOptions {
        atLeast("workers", workers, 0);
        atLeast("readsBytesMax", readsBytesMax, 1);
        atLeast("digestEvery", digestEvery, 1);
        atLeast("askAfterNanos", askAfterNanos, 1);
        atLeast("staleRetriesMax", staleRetriesMax, 0);
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least)
            throw new IllegalArgumentException(
                    name + ": expected at least " + least + ", got " + value);
    }

    public StoreOptions withDigestEvery(int deliveries) {
        return new StoreOptions(workers, readsBytesMax, deliveries, askAfterNanos, staleRetriesMax);
    }

    public StoreOptions withReadsBytesMax(long bytes) {
        return new StoreOptions(workers, bytes, digestEvery, askAfterNanos, staleRetriesMax);
    }

    public StoreOptions withWorkers(int number) {
        return new StoreOptions(number, readsBytesMax, digestEvery, askAfterNanos, staleRetriesMax);
    }
}
