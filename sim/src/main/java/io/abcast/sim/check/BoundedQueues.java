package io.abcast.sim.check;

/** Checks that no queue of a node, its driver or its storage exceeds its declared bound. */
final class BoundedQueues extends Checker {
    @Override
    protected void onOverflow(int rank, String queue, long size, long bound) {
        violated("rank " + rank + ", " + queue + ": " + size + ", the bound is " + bound);
    }
}
