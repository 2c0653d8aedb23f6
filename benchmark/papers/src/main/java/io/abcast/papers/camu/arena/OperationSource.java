package io.abcast.papers.camu.arena;

/** The clients of all partitions. */
public interface OperationSource {
    /**
     * Creates the next operation of a partition's clients.
     *
     * @param now virtual time in ns
     * @return {@code null} if the load has ended
     */
    PartitionOperation next(int partition, long now);
}
