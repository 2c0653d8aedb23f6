package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinRange;
import io.abcast.zab.coin.LikeliestHeads;

/**
 * Adapts p to its cost, within [P1, P2]. p rises while deliveries wait longer for acks than for Zab's commit, and falls
 * while they wait hardly longer than an ack travels. Beyond EL-Sanosi 2018, which uses a fixed point between the bounds
 * (section 5.2.1) and names that as a limitation (section 6.3).
 */
final class DynamicChoice implements ProbabilityChoice {
    /**
     * Threshold of a long wait of a delivery, in units of d: the wait in Zab, where a follower's ack travels to the
     * leader and the commit travels back.
     */
    private static final double TOO_LONG = 2;

    /**
     * Threshold of a short wait of a delivery, in units of d. With every follower on Head, a delivery waits for one
     * message delay.
     */
    private static final double SHORT = 1.3;

    private static final double UP = 1.25;
    private static final double DOWN = 0.9;

    private double wished = Double.NaN;

    @Override
    public double choose(CoinRange range, int followers, int needed, double waitedInDelays) {
        if (Double.isNaN(wished))
            wished =
                    LikeliestHeads.probability(
                            followers, needed, Math.min(needed + 1, followers - 1));
        if (waitedInDelays > TOO_LONG) wished *= UP;
        else if (waitedInDelays < SHORT) wished *= DOWN;
        wished = range.nearest(Math.min(1, wished));
        return wished;
    }
}
