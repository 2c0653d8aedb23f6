package io.abcast.kernel;

/**
 * Receives the queues of a node, a driver or a storage, for checkers. A queue is everything that grows with input:
 * requests, messages, votes, answers that wait.
 */
@FunctionalInterface
public interface QueueVisitor {
    /**
     * Visits one queue, between two batches.
     *
     * @param name a constant; queues that one member has for each of the others may share a name
     * @param size the present size, in the unit of the bound
     * @param bound the maximum size; 0: the queue must be empty between two batches
     */
    void queue(String name, long size, long bound);
}
