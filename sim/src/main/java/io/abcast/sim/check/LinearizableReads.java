package io.abcast.sim.check;

/**
 * A read returns at least every write and every state that had been returned to anyone before it began. As all histories
 * are prefixes of one order, its length says it all. (Herlihy and Wing 1990.)
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
