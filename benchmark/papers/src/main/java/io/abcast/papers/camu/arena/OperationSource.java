package io.abcast.papers.camu.arena;

/** The simulated clients of all partitions, which create the operations of a run. */
public interface OperationSource {
    /**
     * Creates the next operation that the clients of a partition submit.
     *
     * @param now virtual time in ns
     * @return the next operation of the partition's clients; {@code null} if the load has ended
     */
    PartitionOperation next(int partition, long now);
}
