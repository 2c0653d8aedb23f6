package io.abcast.sim.groups.check;

/**
 * Determines when to repeat a check whose running time is proportional to the total length of the groups' orders. The
 * check is due whenever the total length of the orders has doubled, so that the average cost per delivery stays
 * constant.
 */
final class DoublingInterval {
    private static final int PLACES_MIN = 1024;

    private int places;
    private int nextCheck = PLACES_MIN;

    /** Counts one more place in the groups' orders, and returns whether the check is due now. */
    boolean isDueAfterPlace() {
        if (++places < nextCheck) return false;
        nextCheck *= 2;
        return true;
    }
}
