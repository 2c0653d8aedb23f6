package io.abcast.sim.check;

/**
 * Checks that reads are linearizable (Herlihy and Wing 1990). A read must return every write that was acknowledged, and
 * every state that another read had returned, before the read started. All delivered histories are prefixes of one
 * order, so the checker compares only their lengths.
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
