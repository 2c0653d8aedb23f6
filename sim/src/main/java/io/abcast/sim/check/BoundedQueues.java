package io.abcast.sim.check;

/**
 * Checks that no queue of a node, of its driver or of its storage exceeds the length bound that is declared for this
 * queue.
 */
final class BoundedQueues extends Checker {
    @Override
    protected void onOverflow(int rank, String queue, long size, long bound) {
        violated("rank " + rank + ", " + queue + ": " + size + ", the bound is " + bound);
    }
}
