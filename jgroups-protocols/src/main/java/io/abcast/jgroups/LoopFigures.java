package io.abcast.jgroups;

/**
 * Counters of an {@link EventLoop} since its start.
 *
 * @param events events taken from the inbox
 * @param batches batches run
 * @param waitingMax the most events that ever waited
 * @param busyNanos time spent in batches; the rest the loop slept
 * @param flushes storage flushes asked for
 * @param submitted requests handed to the node
 * @param delivered entries handed to the receiver
 * @param answered requests answered by their delivery
 * @param refused requests refused by the node
 * @param timedOut requests and reads that were not answered in time
 * @param reads linearizable reads asked for
 * @param readGroups confirmations that they needed
 * @param early frames dropped because the node had not started
 * @param unanswered requests and reads at work now
 */
record LoopFigures(
        long events,
        long batches,
        long waitingMax,
        long busyNanos,
        long flushes,
        long submitted,
        long delivered,
        long answered,
        long refused,
        long timedOut,
        long reads,
        long readGroups,
        long early,
        long unanswered) {
    static final LoopFigures NONE = new LoopFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
