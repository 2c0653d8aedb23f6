package io.abcast.zab.variants;

import io.abcast.zab.coin.CoinChoice;
import io.abcast.zab.coin.CoinRange;
import io.abcast.zab.coin.LikeliestHeads;
import java.util.Locale;

/**
 * Chooses p, the probability of Head with which a follower tosses its coin. Each follower needs its own {@code
 * ProbabilityChoice}, because the object may remember earlier measurements.
 */
interface ProbabilityChoice {
    /**
     * @param needed f, the number of follower acks that the leader needs besides its own log.
     * @param waitedInDelays average time that deliveries waited for acks since the last choice of p, in units of the
     *     message delay d; NaN without a measurement.
     * @return p in (0, 1].
     */
    double choose(CoinRange range, int followers, int needed, double waitedInDelays);

    /** Returns NaN if the probability of Head depends on measurements. */
    default double fixed() {
        return Double.NaN;
    }

    /**
     * The text is {@code u}, {@code a} or {@code aa} (EL-Sanosi 2018, section 5.2.1), {@code dynamic}, a probability
     * such as {@code 0.5}, or two numbers of Heads such as {@code 2:3}. A text such as {@code 2:3} selects the
     * probability of Head in [P1, P2] at which 2 to 3 Heads are most likely, by equation (4.7).
     */
    static ProbabilityChoice parse(String text) {
        String choice = text.trim().toLowerCase(Locale.ROOT);
        return switch (choice) {
            case "u" -> (range, n, f, waited) -> range.at(CoinChoice.U);
            case "a" -> (range, n, f, waited) -> range.at(CoinChoice.A);
            case "aa" -> (range, n, f, waited) -> range.at(CoinChoice.AA);
            case "dynamic" -> new DynamicChoice();
            default -> parseNumbers(choice);
        };
    }

    private static ProbabilityChoice parseNumbers(String choice) {
        try {
            int colon = choice.indexOf(':');
            if (colon < 0) return fixed(Double.parseDouble(choice));
            return heads(
                    Integer.parseInt(choice.substring(0, colon)),
                    Integer.parseInt(choice.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw unexpected(choice);
        }
    }

    private static ProbabilityChoice fixed(double p) {
        if (!(p > 0 && p <= 1)) throw unexpected(Double.toString(p));
        return new ProbabilityChoice() {
            @Override
            public double choose(CoinRange range, int n, int f, double waited) {
                return p;
            }

            @Override
            public double fixed() {
                return p;
            }
        };
    }

    private static ProbabilityChoice heads(int fewest, int most) {
        if (fewest < 1 || most < fewest) throw unexpected(fewest + ":" + most);
        return (range, n, f, waited) ->
                range.nearest(
                        LikeliestHeads.probability(n, Math.min(fewest, n), Math.min(most, n)));
    }

    private static IllegalArgumentException unexpected(String got) {
        return new IllegalArgumentException(
                "choice: expected u, a, aa, dynamic, a probability in (0, 1] or heads as 2:3, got "
                        + got);
    }
}
