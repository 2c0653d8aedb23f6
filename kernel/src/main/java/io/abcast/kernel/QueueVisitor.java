package io.abcast.kernel;

/**
 * Receives the sizes of the queues of a node, a driver or a storage, for checkers. A queue is any collection that grows
 * with input, such as waiting requests, messages, votes and answers.
 */
@FunctionalInterface
public interface QueueVisitor {
    /**
     * Receives the name, the size and the bound of one queue, between two batches.
     *
     * @param name name of the queue, a constant; queues for different members may have the same name
     * @param size the present size of the queue, in the unit of {@code bound}
     * @param bound the maximum size of the queue; 0 means that the queue must be empty between two batches
     */
    void queue(String name, long size, long bound);
}
