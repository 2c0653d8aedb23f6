package io.abcast.papers.camu.arena;

/** Creates the partitions of a system under simulation. */
public interface MachineFactory {
    /**
     * Creates the machine of a partition.
     *
     * @param partition number of the partition, from 0
     */
    PartitionMachine create(int partition, PartitionContext context);
}
