package io.abcast.sim.check;

/**
 * A read returns at least every write and every state that was returned to any client before the read started (Herlihy
 * and Wing 1990). All histories are prefixes of one order, so the check only compares their lengths.
 */
final class LinearizableReads extends Checker {
    @Override
    protected void onReadReady(ObservedRead read) {
        if (read.returned < read.floor)
            violated(
                    read
                            + " started at "
                            + read.startedNanos / 1_000
                            + " us: expected at least the first "
                            + read.floor
                            + " entries, got "
                            + read.returned);
    }
}
