package io.abcast.papers.camu.arena;

/**
 * One partition of a system under simulation: a deterministic state machine without a clock, threads or I/O. All calls
 * of a machine come from one thread, and the machine passes its effects to a {@link PartitionContext}.
 */
public interface PartitionMachine {
    /** Starts the partition. The arena calls {@code onStart} once, before all other events of the partition. */
    void onStart();

    /**
     * Handles a message that partition {@code from} has sent. Messages from one sending partition arrive in the order
     * in which they were sent.
     */
    void onMessage(int from, Object message);

    /** Reports that a timer which the machine set with {@link PartitionContext#timer} has expired. */
    void onTimer(int kind);
}
