package io.abcast.papers.camu.arena;

/** Requests of a {@link PartitionMachine} to its surroundings. */
public interface PartitionContext {
    /** Time in ns at which the thread of this partition is. Never decreases. */
    long now();

    /** Whether the thread was busy when the present message arrived. */
    boolean isLate();

    /** Sends a message to another partition. */
    void send(int to, Object message);

    /**
     * Sets a timer. Each call causes one event; a timer cannot be cancelled.
     *
     * @param atNanos time of the event; a time in the past means now
     */
    void timer(int kind, long atNanos);

    /**
     * Takes the next batch, which is one operation, from the clients of this partition. The operation's latency counts
     * from this call.
     *
     * @return {@code null} if the load has ended
     */
    PartitionOperation take();

    /** Delivers an operation at this partition. */
    void deliver(PartitionOperation operation);
}
