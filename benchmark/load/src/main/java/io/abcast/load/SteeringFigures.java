package io.abcast.load;

/**
 * Mode and coin figures of a cluster's protocol at one moment.
 *
 * @param zabMode whether the leader acts as in plain Zab (Zab's mode); {@code null} if no leader answered
 * @param p mean probability of Head over the followers that toss a coin; NaN if no follower tosses a coin
 * @param lambda mean number of abcasts per second that followers measure; NaN if no follower measures it
 * @param delayMicros mean delay d of a commit from the leader to a follower, in us; NaN if no follower measures it
 */
public record SteeringFigures(Boolean zabMode, double p, double lambda, double delayMicros) {
    /**
     * The mode of the protocol as a number: 1 in Zab's mode, 0 in the protocol's own mode, NaN if the mode is unknown.
     */
    public double zabModeAsNumber() {
        if (zabMode == null) return Double.NaN;
        return zabMode ? 1 : 0;
    }
}
