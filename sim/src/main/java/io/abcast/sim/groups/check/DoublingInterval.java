package io.abcast.sim.groups.check;

/**
 * Tells when to repeat a check that takes time in proportion to the number of places in the orders. The check is due
 * whenever the number has doubled, so that it takes constant time for each place on average.
 */
final class DoublingInterval {
    /** Number of places at which the check is due first. */
    private static final int PLACES_MIN = 1024;

    private int places;
    private int nextCheck = PLACES_MIN;

    /** Counts one more place. Returns whether the check is due. */
    boolean isDueAfterPlace() {
        if (++places < nextCheck) return false;
        nextCheck *= 2;
        return true;
    }
}
