package io.abcast.load;

/**
 * How the cluster runs its protocol, at one moment.
 *
 * @param zabMode whether the leader is in Zab's mode; {@code null} if there was no leader to ask
 * @param p mean over the followers that toss a coin; NaN if none does
 * @param lambda mean over the followers that measure it, per second; NaN if none does
 * @param delayMicros d, in the same way
 */
public record SteeringFigures(Boolean zabMode, double p, double lambda, double delayMicros) {
    /** 1 in Zab's mode, 0 in the protocol's own, NaN if nobody could say. */
    public double zabModeAsNumber() {
        if (zabMode == null) return Double.NaN;
        return zabMode ? 1 : 0;
    }
}
