package io.abcast.zab.coin;

/**
 * Computes the probability of Head at which a number of Heads between alpha and alpha + b is most likely (p* of
 * EL-Sanosi 2018, section 4.3.1).
 */
public final class LikeliestHeads {
    private LikeliestHeads() {}

    /**
     * Returns the probability p of Head at which n tosses most likely give at least {@code fewest} and at most
     * {@code most} Heads, by equation (4.7).
     *
     * @param followers n, the number of coin tosses, at least 1
     * @param fewest the minimum number of followers whose coin shows Heads (alpha of the thesis), in [0, {@code followers}]
     * @param most alpha + b, the maximum number of Heads, in [alpha, n]
     * @return the probability p of Head at which the wished number of Heads is most likely: in (0, 1) for 1 &lt;= alpha
     *     and alpha + b &lt; n; 0 if alpha is 0; 1 if alpha + b is n
     * @throws IllegalArgumentException if an argument is out of range, or if {@code fewest} is 0 and {@code most} is n,
     *     which exclude no number of Heads
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
        // Add logarithms, because the product in equation (4.7) may exceed the range of a double.
        // The variable heads stands for alpha + j, so the factor beta - j is n - heads.
        double logs = 0;
        for (int heads = fewest; heads <= most; heads++) {
            logs += Math.log((double) (followers - heads) / heads);
        }
        return 1 / (1 + Math.exp(logs / (most - fewest + 1)));
    }
}
