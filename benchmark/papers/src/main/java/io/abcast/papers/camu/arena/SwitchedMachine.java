package io.abcast.papers.camu.arena;

/** A partition that can switch its links between TO-Multicast and Periodic Broadcast during a run. */
public interface SwitchedMachine extends PartitionMachine {
    /**
     * Requests that the link between this partition and the given partition changes to Periodic Broadcast
     * ({@code toPeriodic}) or to TO-Multicast.
     */
    void requestSwitch(int partition, boolean toPeriodic);

    /** Number of finished switches of this partition's links between protocols. */
    int switches();
}
