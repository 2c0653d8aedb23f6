package io.abcast.kernel;

/**
 * Receives the queues of a node, a driver or a storage, for checkers. A queue is everything that grows with input, such
 * as waiting requests, messages, votes and answers.
 */
@FunctionalInterface
public interface QueueVisitor {
    /**
     * Visits one queue, between two batches.
     *
     * @param name a constant; the queues that a member has for the other members may share a name
     * @param size the present size, in the unit of the bound
     * @param bound the maximum size; 0 means that the queue must be empty between two batches
     */
    void queue(String name, long size, long bound);
}
