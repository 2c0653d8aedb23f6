package io.abcast.zab.coin;

/** p*(alpha : alpha + b): the coin for a wished number of Heads (EL-Sanosi 2018, section 4.3.1). */
public final class LikeliestHeads {
    private LikeliestHeads() {}

    /**
     * The p at which it is most likely that n tosses give at least {@code fewest} and at most {@code most} Heads:
     * equation (4.7).
     *
     * @param followers n, at least 1
     * @param fewest alpha, in [0, n]
     * @param most alpha + b, in [alpha, n]
     * @return in (0, 1) for 1 &lt;= alpha and alpha + b &lt; n; 0 if alpha is 0; 1 if alpha + b is n
     * @throws IllegalArgumentException if the bounds are not as above, or are 0 and n: then every outcome lies between
     *     them
     */
    public static double probability(int followers, int fewest, int most) {
        if (fewest < 0 || most < fewest || most > followers || (fewest == 0 && most == followers)) {
            throw new IllegalArgumentException(
                    "heads: expected 0 <= fewest <= most <= "
                            + followers
                            + " and not all of them, got "
                            + fewest
                            + ".."
                            + most);
        }
        if (fewest == 0) {
            return 0;
        }
        if (most == followers) {
            return 1;
        }
        // The mean of logarithms, because the product may exceed a double. With heads = alpha + j,
        // beta - j is n -
        // heads.
        double logs = 0;
        for (int heads = fewest; heads <= most; heads++) {
            logs += Math.log((double) (followers - heads) / heads);
        }
        return 1 / (1 + Math.exp(logs / (most - fewest + 1)));
    }
}
