package io.abcast.papers.camu.arena;

/** Calls of a {@link PartitionMachine} to the arena that runs it. */
public interface PartitionContext {
    /** Present virtual time of this partition's thread in ns. The time of the thread never decreases. */
    long now();

    /** Whether the thread of this partition was busy at the arrival of the message that it handles now. */
    boolean isLate();

    /** Sends a message to another partition. */
    void send(int to, Object message);

    /**
     * Sets a timer of this partition. Each call of this method causes one later call of {@link
     * PartitionMachine#onTimer}; a timer cannot be cancelled.
     *
     * @param atNanos virtual time of the timer event in ns; a time in the past means the present time
     */
    void timer(int kind, long atNanos);

    /**
     * Takes the next batch, which is one operation, from the clients of this partition. The measured latency of the
     * operation begins with this call.
     *
     * @return the operation of the next batch; {@code null} if the load has ended
     */
    PartitionOperation take();

    /** Reports the delivery of an operation at this partition. */
    void deliver(PartitionOperation operation);
}
