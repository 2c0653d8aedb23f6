package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinRange;
import io.abcast.zab.coin.LikeliestHeads;

/**
 * A p that follows what it costs, within [P1, P2]: up while deliveries wait longer for acks than Zab's commit would take, down while
 * they wait hardly longer than an ack is under way. Beyond EL-Sanosi 2018, which takes a fixed point between the bounds (section
 * 5.2.1) and names that as a limitation (section 6.3).
 */
final class DynamicChoice implements ProbabilityChoice {
    /** In Zab a follower's ack travels to the leader and the commit back. */
    private static final double TOO_LONG = 2;

    /** With every follower on Head it waits for one way. */
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
