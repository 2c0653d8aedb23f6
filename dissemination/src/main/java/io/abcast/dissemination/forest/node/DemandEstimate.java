package io.abcast.dissemination.forest.node;

/**
 * The rate that a source would offer if its link did not hold it back, in bytes/s.
 *
 * <p>A source that limits its bytes in flight offers only what its present overlays carry, so its measured rate would
 * never ask for other overlays. While its frames wait, its demand is therefore {@link #GROWTH} times the measured rate. A
 * demand that is too high costs little: a source uses only the proportions of its planned overlays.
 */
final class DemandEstimate {
    private static final double GROWTH = 1.5;

    /** Factor per report by which the surplus shrinks afterwards: 10 % in 10 s, so that plans are rare. */
    private static final double DECAY = 0.995;

    private double surplus = 1;
    private double measured;

    /**
     * Adds the measurement of a report.
     *
     * @param load measured rate in bytes/s
     * @param isHeldBack whether its link probably holds the load back
     */
    void measured(double load, boolean isHeldBack) {
        measured = load;
        surplus = isHeldBack ? GROWTH : Math.max(1, DECAY * surplus);
    }

    double value() {
        return surplus * measured;
    }
}
