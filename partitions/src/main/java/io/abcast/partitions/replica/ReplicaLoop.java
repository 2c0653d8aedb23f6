package io.abcast.partitions.replica;

import java.util.function.Consumer;

/** Runs the events of a replica one at a time, in the order in which threads post them. */
public interface ReplicaLoop {
    /**
     * Starts the event loop of a replica.
     *
     * @param tick code that the loop runs some times per second
     * @param failed receives the exception that an event has thrown; after the exception, the loop ends
     */
    void start(Runnable tick, Consumer<Throwable> failed);

    /**
     * Adds {@code event} to the queue of the loop, without a bound; no effect if the loop has ended. Any thread may
     * call {@code post}.
     */
    void post(Runnable event);

    /** Adds {@code event} to the queue of the loop, or drops the event if the queue is full. */
    void offer(Runnable event);

    /** Ends the event loop of the replica, and drops the waiting events. */
    void stop();
}
