package io.abcast.sim.check;

/**
 * Checks that nodes and codecs keep the contract of {@link io.abcast.kernel.Node} and {@link io.abcast.kernel.Effects}.
 */
final class Contract extends Checker {
    @Override
    protected void onBreach(int rank, String what) {
        violated("rank " + rank + ": " + what);
    }
}
