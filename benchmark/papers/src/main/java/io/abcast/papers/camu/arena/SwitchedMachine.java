package io.abcast.papers.camu.arena;

/** A partition whose links may change during a run. */
public interface SwitchedMachine extends PartitionMachine {
    /** Requests that the link to a partition uses Periodic Broadcast, or TO-Multicast. */
    void requestSwitch(int partition, boolean toPeriodic);

    /** Number of finished switches of this partition's links. */
    int switches();
}
