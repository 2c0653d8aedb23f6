package io.abcast.zab.coin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * Computes W(p), the average number of abcasts until the leader may deliver an abcast m, without the Markov chain and
 * with 300 digits.
 *
 * <p>X is the number of abcasts after m before a follower's first Head, so that prob(X &gt; k) = (1 - p)^(k+1). W(p) is
 * the mean of the a-th smallest X of n followers. The a-th smallest X is above k if at least r = n - a + 1 followers
 * have no Head yet. Inclusion and exclusion over the sets of j &gt;= r followers without a Head gives the formula
 *
 * <pre>W(p) = sum over j = r..n of (-1)^(j-r) C(j-1, r-1) C(n, j) s^j / (1 - s^j),   s = 1 - p.</pre>
 *
 * The terms of the exact formula for W(p), the mean number of abcasts until a delivery, have alternating signs and
 * nearly cancel. Doubles are not precise enough for such terms.
 */
final class ExactFollowUps {
    private static final MathContext DIGITS = new MathContext(300);

    private ExactFollowUps() {}

    static double expected(int servers, int followers, double p) {
        int needed = (servers - 1) / 2;
        int r = followers - needed + 1;
        BigDecimal tail = BigDecimal.ONE.subtract(new BigDecimal(p));
        BigDecimal w = BigDecimal.ZERO;
        for (int j = r; j <= followers; j++) {
            BigDecimal power = tail.pow(j, DIGITS);
            BigDecimal waits = power.divide(BigDecimal.ONE.subtract(power), DIGITS);
            BigInteger ways = choose(j - 1, r - 1).multiply(choose(followers, j));
            BigDecimal term = waits.multiply(new BigDecimal(ways));
            w = (j - r) % 2 == 0 ? w.add(term) : w.subtract(term);
        }
        return w.doubleValue();
    }

    private static BigInteger choose(int n, int k) {
        BigInteger ways = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            ways = ways.multiply(BigInteger.valueOf(n - i + 1)).divide(BigInteger.valueOf(i));
        }
        return ways;
    }
}
