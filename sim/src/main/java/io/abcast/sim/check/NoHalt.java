package io.abcast.sim.check;

/** A node halts itself only because of its disk. */
final class NoHalt extends Checker {
    @Override
    protected void onHalted(int rank, String reason) {
        violated("rank " + rank + " halted: " + reason);
    }
}
