package io.abcast.partitions;

/**
 * Settings of a store at one server of the store.
 *
 * @param workers number of threads that execute procedures for all replicas at this server. With 0, the thread that
 *     delivers a transaction executes it, which only {@link io.abcast.partitions.order.LocalMulticast} allows
 * @param readsBytesMax maximum number of bytes of row values that each replica keeps for other replicas; at the bound,
 *     the replica drops the oldest values
 * @param digestEvery number of deliveries between two comparisons of the replicas' digests.
 * @param askAfterNanos time in ns for which a replica waits for row values of another partition before it asks other
 *     replicas for them.
 * @param staleRetriesMax maximum number of times that the store searches the keys of a transaction again because the
 *     found keys have changed
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
