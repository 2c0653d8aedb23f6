package io.abcast.sim.check;

/**
 * Checks that no node halts its own process. A failed disk ends the process of a node, but does not count as a halt by
 * the node.
 */
final class NoHalt extends Checker {
    @Override
    protected void onHalted(int rank, String reason) {
        violated("rank " + rank + " halted: " + reason);
    }
}
