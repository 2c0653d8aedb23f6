package io.abcast.partitions.replica;

import java.util.function.Consumer;

/** Runs the events of a replica one at a time, in the order in which they are posted. */
public interface ReplicaLoop {
    /**
     * Starts the loop.
     *
     * @param tick runs some times per second
     * @param failed receives an exception that an event has thrown; the loop then ends
     */
    void start(Runnable tick, Consumer<Throwable> failed);

    /** Adds an event. Any thread may call this. A loop that has ended ignores the event. */
    void post(Runnable event);

    /** Adds an event to the queue of the loop, or drops it if the queue is full. */
    void offer(Runnable event);

    /** Ends the loop. Waiting events are dropped. */
    void stop();
}
