package io.abcast.kernel;

/**
 * Is shown the queues of a node, a driver or a storage, for checkers. A queue is whatever grows with what comes in: requests, messages,
 * votes, answers that wait.
 */
@FunctionalInterface
public interface QueueVisitor {
    /**
     * One queue, between two batches.
     *
     * @param name a constant; queues that one member has for each of the others may share a name
     * @param size what the queue holds, in the unit of its bound
     * @param bound what it may hold at most; 0: it must be empty between two batches
     */
    void queue(String name, long size, long bound);
}
