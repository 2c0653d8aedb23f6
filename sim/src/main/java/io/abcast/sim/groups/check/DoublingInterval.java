package io.abcast.sim.groups.check;

/**
 * Determines when to repeat a check that takes time in proportion to the number of places in the groups' orders. The
 * repeated check is due whenever the number of places in the orders has doubled. Because of the doubling, the total
 * time of all checks is constant for each place on average.
 */
final class DoublingInterval {
    /** Number of places in the orders at which the check is due for the first time. */
    private static final int PLACES_MIN = 1024;

    private int places;
    private int nextCheck = PLACES_MIN;

    /** Counts one more place in the groups' orders. Returns whether the repeated check is due now. */
    boolean isDueAfterPlace() {
        if (++places < nextCheck) return false;
        nextCheck *= 2;
        return true;
    }
}
