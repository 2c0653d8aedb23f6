package io.abcast.sim.check;

/** Checks that no node halts its own process. The end of a process after a disk failure is allowed. */
final class NoHalt extends Checker {
    @Override
    protected void onHalted(int rank, String reason) {
        violated("rank " + rank + " halted: " + reason);
    }
}
