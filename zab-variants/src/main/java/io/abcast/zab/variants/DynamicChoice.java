package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinRange;
import io.abcast.zab.coin.LikeliestHeads;

/**
 * Adapts the probability p of Head, between its bounds P1 and P2, to the time that deliveries wait for acks. While
 * deliveries wait longer for acks than they would wait for Zab's commit, p rises. While deliveries wait hardly longer
 * than one message takes, p falls. EL-Sanosi 2018 instead uses a fixed position between the bounds (section 5.2.1), and
 * names this as a limitation (section 6.3).
 */
final class DynamicChoice implements ProbabilityChoice {
    /**
     * Wait of a delivery for acks, in units of the message delay d, above which p (the probability of Head) rises. In
     * Zab a delivery waits for two message delays: a follower's ack to the leader, and the leader's commit.
     */
    private static final double TOO_LONG = 2;

    /**
     * Wait of a delivery for acks, in units of the message delay d, below which p (the probability of Head) falls. If
     * the coin of every follower falls on Head, a delivery waits for one message delay.
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
