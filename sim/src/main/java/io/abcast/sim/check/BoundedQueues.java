package io.abcast.sim.check;

/** Every queue of a node, its driver and its storage keeps to its declared bound. */
final class BoundedQueues extends Checker {
    @Override
    protected void onOverflow(int rank, String queue, long size, long bound) {
        violated("rank " + rank + ", " + queue + ": " + size + ", the bound is " + bound);
    }
}
