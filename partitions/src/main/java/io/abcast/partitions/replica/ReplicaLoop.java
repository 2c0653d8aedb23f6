package io.abcast.partitions.replica;

import java.util.function.Consumer;

/** Runs the events of a replica one at a time, in the order in which threads post them. */
public interface ReplicaLoop {
    /**
     * Starts the event loop of a replica.
     *
     * @param tick code that the loop runs some times per second
     * @param failed receives the exception that an event has thrown; the loop then ends
     */
    void start(Runnable tick, Consumer<Throwable> failed);

    /**
     * Adds {@code event} to the queue of the loop; the queue has no bound for this event. Any thread may call {@code
     * post}. A loop that has ended ignores the added event.
     */
    void post(Runnable event);

    /**
     * Adds {@code event} to the queue of the loop if the queue has room. If the queue is full, the loop drops the
     * event.
     */
    void offer(Runnable event);

    /** Ends the event loop of the replica. When it ends, the loop drops the waiting events. */
    void stop();
}
