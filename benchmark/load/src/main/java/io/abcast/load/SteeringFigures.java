package io.abcast.load;

/**
 * Mode and coin of a cluster's protocol at one moment.
 *
 * @param zabMode whether the leader is in Zab's mode; {@code null}: no leader answered
 * @param p mean coin probability of the followers that toss a coin; NaN: no follower does
 * @param lambda mean rate per second of the followers that measure it; NaN: no follower does
 * @param delayMicros mean of d over the followers that measure it, in microseconds; NaN: no follower does
 */
public record SteeringFigures(Boolean zabMode, double p, double lambda, double delayMicros) {
    /** 1 in Zab's mode, 0 in the protocol's own mode, NaN if unknown. */
    public double zabModeAsNumber() {
        if (zabMode == null) return Double.NaN;
        return zabMode ? 1 : 0;
    }
}
