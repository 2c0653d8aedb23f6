package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinChooser;
import java.util.function.LongUnaryOperator;

/**
 * The settings of a coin. Immutable. Times are in seconds.
 *
 * @param choice how p is chosen; see {@link ProbabilityChoice#parse}.
 * @param theta number of acks per second that a follower may receive. 0 means lambda, the measured abcasts per second;
 *     with this value a follower receives as many messages as in Zab.
 * @param tossAgainSeconds timer D: time without a proposal after which a follower tosses again; above 0.
 * @param stuckSeconds timer C_m: time after which a follower votes for Zab if an entry is not deliverable; above 0.
 * @param delta precision of P1 and P2; in [{@link CoinChooser#DELTA_MIN}, 1).
 * @param windowSeconds time over which lambda is measured, and after which p is chosen again; above 0.
 * @param outlivesCrash whether the coin stays in use, with another p, when a follower has crashed and at least f+1
 *     followers are left. In the same case, the protocol of the thesis switches to Zab.
 * @param countsLeader whether a follower counts the leader's log as one of the f+1 logs; the thesis counts only logs of
 *     followers.
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

    /** The settings of {@code ZAB_CT} without any attribute. */
    public static CoinSettings defaults() {
        return new CoinSettings("dynamic", 0, 0.005, 0.1, 0.001, 0.5, true, true);
    }

    /** The settings of chapter 3 of the thesis: the coin is fair and fixed, and only followers' acks count. */
    public static CoinSettings fair() {
        return new CoinSettings("0.5", 0, 0.005, 0.1, 0.001, 0.5, false, false);
    }

    /**
     * Draws settings for a short simulated run. The settings have any kind of choice, and timers about as long as a
     * round trip. In half of the runs, theta is so large that some p is feasible whatever the members measure.
     *
     * @param below draws a number in [0, argument)
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

    /** Minimum number of followers for the coin. With fewer followers, no coin is tossed. */
    int followersMin(int members) {
        return outlivesCrash ? members / 2 + 1 : members - 1;
    }

    private static IllegalArgumentException expected(String name, String what, double got) {
        return new IllegalArgumentException(name + ": expected " + what + ", got " + got);
    }
}
