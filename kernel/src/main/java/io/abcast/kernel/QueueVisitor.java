package io.abcast.kernel;

/**
 * Receives the queues of a node, a driver or a storage, for checkers. A queue is any collection that grows with input,
 * such as waiting requests, messages, votes and answers.
 */
@FunctionalInterface
public interface QueueVisitor {
    /**
     * Visits one queue, between two batches.
     *
     * @param name a constant name of the queue. If a member has one queue for each other member, these queues may share
     *     a name
     * @param size the present size, in the unit of the bound
     * @param bound the maximum size; 0 means that the queue must be empty between two batches
     */
    void queue(String name, long size, long bound);
}
