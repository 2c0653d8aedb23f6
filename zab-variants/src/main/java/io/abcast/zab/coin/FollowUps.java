package io.abcast.zab.coin;

/**
 * Computes W(p), the average number of abcasts after an abcast m that the leader needs until it may deliver m
 * (EL-Sanosi 2018, section 4.3.2).
 *
 * <p>Every follower tosses for m, and again for every later abcast until its first Head. On Head the follower acks m,
 * directly or by an ack of a later abcast. In state S_i, i of the n followers have had a Head. The leader delivers m
 * when state S_a is reached, where a = f = (N - 1)/2.
 *
 * <p>All terms of (4.8) and (4.9) are positive, and 1 - q_ii is computed without cancellation. So the result has at
 * least 12 correct digits for every p, even close to 0 and to 1.
 *
 * <p>Results depend only on the arguments. A call allocates no memory, because an instance reuses its arrays. Therefore
 * only one thread may use an instance.
 */
public final class FollowUps {
    /** Minimum number of servers, N, for a coin. N is odd. */
    public static final int SERVERS_MIN = 3;

    /** Maximum number of servers. The work of one call of {@link #expected} grows with the square of N. */
    public static final int SERVERS_MAX = 63;

    /** Probabilities below this value count as 0, because W(p) approaches the largest double there. */
    private static final double P_MIN = 1e-300;

    private final int followers;
    private final int needed;

    /**
     * {@code ways[i][j]} is the number of ways to choose j - i followers that get a Head now, among the n - i followers
     * without a Head.
     */
    private final double[][] ways;

    /** {@code remaining[i]} is W_i(p), the average number of further abcasts in state S_i. */
    private final double[] remaining;

    /** {@code heads[k]} is p^k. */
    private final double[] heads;

    /** {@code tails[k]} is (1 - p)^k. */
    private final double[] tails;

    /**
     * @param servers N, odd, in [{@link #SERVERS_MIN}, {@link #SERVERS_MAX}].
     * @param followers n, the number of followers that are up and toss, in [f + 1, N - 1]. Fewer followers cannot form
     *     a quorum of followers, so ZabCT is not viable (section 4.2).
     * @throws IllegalArgumentException if an argument is out of range; the message says what was expected.
     */
    public FollowUps(int servers, int followers) {
        if (servers < SERVERS_MIN || servers > SERVERS_MAX || servers % 2 == 0) {
            throw new IllegalArgumentException(
                    "servers: expected an odd number in "
                            + SERVERS_MIN
                            + ".."
                            + SERVERS_MAX
                            + ", got "
                            + servers);
        }
        needed = (servers - 1) / 2;
        if (followers <= needed || followers >= servers) {
            throw new IllegalArgumentException(
                    "followers: expected "
                            + (needed + 1)
                            + ".."
                            + (servers - 1)
                            + " of "
                            + servers
                            + " servers, got "
                            + followers);
        }
        this.followers = followers;
        ways = new double[needed][needed];
        for (int i = 0; i < needed; i++) {
            ways[i][i] = 1;
            for (int j = i + 1; j < needed; j++) {
                int got = j - i;
                ways[i][j] = ways[i][j - 1] * (followers - i - got + 1) / got;
            }
        }
        remaining = new double[needed];
        heads = new double[needed];
        tails = new double[followers + 1];
    }

    /** Creates an instance for n = N - 1, with every follower up. */
    public FollowUps(int servers) {
        this(servers, servers - 1);
    }

    /** Returns n, the number of followers that toss. */
    public int followers() {
        return followers;
    }

    /**
     * Returns W(p) by equations (4.8) and (4.9). W is strictly decreasing; W(0) is infinite and W(1) is 0.
     *
     * @param p the probability of Head, in [0, 1]
     * @return average number of abcasts after m, at least 0
     * @throws IllegalArgumentException if p is no probability
     */
    public double expected(double p) {
        requireProbability("p", p);
        if (p < P_MIN) {
            return Double.POSITIVE_INFINITY;
        }
        power(p, heads);
        power(1 - p, tails);
        double logTail = Math.log1p(-p);
        for (int i = needed - 1; i >= 0; i--) {
            double sum = 1;
            for (int j = i + 1; j < needed; j++) {
                sum += transition(i, j) * remaining[j];
            }
            // The line implements equation (4.8), solved for W_i. W_i is on both of its sides,
            // because the state S_i
            // may follow itself.
            remaining[i] = sum / -Math.expm1((followers - i) * logTail);
        }
        double w = 0;
        for (int i = 0; i < needed; i++) {
            // Before m is abcast, no follower has had a Head for m, so f(i;n) is q_0i.
            w += transition(0, i) * remaining[i];
        }
        return w;
    }

    /** Returns q_ij of section 4.3.2, the probability that state S_j directly follows state S_i. */
    private double transition(int i, int j) {
        return ways[i][j] * heads[j - i] * tails[followers - j];
    }

    private static void power(double base, double[] powers) {
        powers[0] = 1;
        for (int k = 1; k < powers.length; k++) {
            powers[k] = powers[k - 1] * base;
        }
    }

    static void requireProbability(String name, double p) {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException(name + ": expected a probability in 0..1, got " + p);
        }
    }
}
