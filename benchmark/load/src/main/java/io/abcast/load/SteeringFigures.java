package io.abcast.load;

/**
 * Mode and coin of a cluster's protocol at one moment.
 *
 * @param zabMode whether the leader is in Zab's mode; {@code null}: no leader answered
 * @param p mean probability of Head over the followers that toss a coin; NaN: no follower tosses a coin
 * @param lambda mean rate of abcasts per second, over the followers that measure the rate; NaN: no follower measures it
 * @param delayMicros mean delay d of a commit from the leader to a follower, in microseconds, over the followers that
 *     measure the delay; NaN: no follower measures it
 */
public record SteeringFigures(Boolean zabMode, double p, double lambda, double delayMicros) {
    /** 1 in Zab's mode, 0 in the protocol's own mode, NaN if unknown. */
    public double zabModeAsNumber() {
        if (zabMode == null) return Double.NaN;
        return zabMode ? 1 : 0;
    }
}
