package io.abcast.papers.camu.arena;

/**
 * One partition of a system under simulation: a deterministic state machine without a clock, threads or I/O. All calls
 * come from one thread, and effects go to a {@link PartitionContext}.
 */
public interface PartitionMachine {
    /** Starts the partition. The arena calls this once, before all other events. */
    void onStart();

    /** Handles a message that partition {@code from} has sent. Messages of one sender arrive in the order of sending. */
    void onMessage(int from, Object message);

    /** Reports that a timer set by {@link PartitionContext#timer} has expired. */
    void onTimer(int kind);
}
