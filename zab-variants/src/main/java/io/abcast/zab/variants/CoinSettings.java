package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinChooser;
import java.util.function.LongUnaryOperator;

/**
 * Settings of the coin (random choice about acks) that followers toss in {@code ZAB_CT} and {@code ZAB_CT_LITE}.
 * Immutable.
 *
 * @param choice how a follower chooses the probability of Head; see {@link ProbabilityChoice#parse}
 * @param theta number of acks per second that a follower may receive; 0: the measured number of abcasts per second
 * @param tossAgainSeconds timer D: time without a proposal after which a follower tosses its coin again, in seconds;
 *     above 0
 * @param stuckSeconds timer C_m: time after which a follower with an undeliverable entry votes for Zab's mode (acks to
 *     the leader only), in seconds; above 0
 * @param delta precision of the bounds P1 and P2 of the probability of Head; in [{@link CoinChooser#DELTA_MIN}, 1)
 * @param windowSeconds time in seconds over which a follower measures the rate of abcasts before it chooses the
 *     probability of Head again; above 0
 * @param outlivesCrash whether followers continue to toss coins after a follower's crash if at least f+1 are left;
 *     EL-Sanosi 2018 then switches to Zab
 * @param countsLeader whether a follower counts the leader's log as one of the f+1 logs that hold an entry; the thesis
 *     counts only logs of followers
 */
public record CoinSettings(
        String choice,
        double theta,
        double tossAgainSeconds,
        double stuckSeconds,
        double delta,
        double windowSeconds,
        boolean outlivesCrash,
        boolean countsLeader) {

    public CoinSettings {
        ProbabilityChoice.parse(choice);
        if (!(theta >= 0)) throw expected("theta", "0 or more acks per second", theta);
        if (!(tossAgainSeconds > 0)) throw expected("D", "seconds above 0", tossAgainSeconds);
        if (!(stuckSeconds > 0)) throw expected("C_m", "seconds above 0", stuckSeconds);
        if (!(delta >= CoinChooser.DELTA_MIN && delta < 1))
            throw expected("delta", "at least " + CoinChooser.DELTA_MIN + " and below 1", delta);
        if (!(windowSeconds > 0)) throw expected("window", "seconds above 0", windowSeconds);
    }

    /** Returns the default settings of {@code ZAB_CT}, which apply if no attribute is set. */
    public static CoinSettings defaults() {
        return new CoinSettings("dynamic", 0, 0.005, 0.1, 0.001, 0.5, true, true);
    }

    /**
     * Returns the settings of chapter 3 of EL-Sanosi 2018: the coin is fair and fixed, and only followers' acks count.
     */
    public static CoinSettings fair() {
        return new CoinSettings("0.5", 0, 0.005, 0.1, 0.001, 0.5, false, false);
    }

    /**
     * Draws random settings of the coin for a short simulated run.
     *
     * @param below source of random numbers, which draws a number in [0, argument)
     */
    public static CoinSettings drawn(LongUnaryOperator below) {
        String[] choices = {"u", "a", "aa", "dynamic", "0.5", "0.1", "0.9", "1:2"};
        return new CoinSettings(
                choices[(int) below.applyAsLong(choices.length)],
                below.applyAsLong(2) == 0 ? 0 : 1e6,
                0.001 * (1 + below.applyAsLong(20)),
                0.001 * (5 + below.applyAsLong(100)),
                0.001,
                0.001 * (2 + below.applyAsLong(20)),
                below.applyAsLong(2) == 0,
                below.applyAsLong(2) == 0);
    }

    public CoinSettings withChoice(String other) {
        return new CoinSettings(
                other,
                theta,
                tossAgainSeconds,
                stuckSeconds,
                delta,
                windowSeconds,
                outlivesCrash,
                countsLeader);
    }

    int followersMin(int members) {
        return outlivesCrash ? members / 2 + 1 : members - 1;
    }

    private static IllegalArgumentException expected(String name, String what, double got) {
        return new IllegalArgumentException(name + ": expected " + what + ", got " + got);
    }
}
