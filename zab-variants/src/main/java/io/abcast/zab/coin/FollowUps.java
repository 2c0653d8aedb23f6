package io.abcast.zab.coin;

/**
 * Computes W(p): how many later abcasts follow an abcast m, on average, until the leader may deliver m (EL-Sanosi 2018,
 * section 4.3.2). p is the probability that a follower's coin shows Head.
 *
 * <p>Every follower tosses its coin for abcast m, and again for every later abcast until its first Head. On Head the
 * follower sends an ack, which covers m and all later abcasts so far. State S_i means that i of the n followers have
 * had a Head since m. The leader delivers m in state S_a, where a = f = (N - 1)/2 is the number of follower acks that
 * it needs.
 *
 * <p>All terms of equations (4.8) and (4.9) of EL-Sanosi 2018 are positive. 1 - q_ii, the probability that a toss
 * changes the state, is computed without cancellation. The computed W(p) therefore has at least 12 correct digits for
 * every probability p of Head, even for p close to 0 and to 1.
 *
 * <p>Results depend only on the arguments. An object reuses its arrays, so {@link #expected} allocates no memory, but
 * only one thread may use the object.
 */
public final class FollowUps {
    /** Minimum number N of servers with which followers can toss a coin; N must be odd. */
    public static final int SERVERS_MIN = 3;

    /**
     * Maximum number of servers, N, for which the average number W(p) of abcasts until a delivery is computed. The work
     * of one call of {@link #expected} grows with the square of N.
     */
    public static final int SERVERS_MAX = 63;

    /**
     * Smallest positive p (probability of Head) for which W(p) is computed. A smaller positive p counts as 0, because
     * W(p) could exceed the largest double.
     */
    private static final double P_MIN = 1e-300;

    private final int followers;
    private final int needed;

    /**
     * {@code ways[i][j]} is the binomial coefficient (n - i over j - i): the number of ways in which j - i of the n - i
     * followers without a Head get one.
     */
    private final double[][] ways;

    /**
     * {@code remaining[i]} is W_i(p), the average number of abcasts that follow state S_i until the leader may deliver
     * m.
     */
    private final double[] remaining;

    private final double[] heads;

    private final double[] tails;

    /**
     * @param servers N, the number of servers; odd, in [{@link #SERVERS_MIN}, {@link #SERVERS_MAX}]
     * @param followers n, the number of followers that are up and toss, in [f + 1, N - 1] (section 4.2)
     * @throws IllegalArgumentException if an argument is out of range; the exception's message says which range was
     *     expected
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

    /** Creates a {@code FollowUps} for n = N - 1, which means that every follower is up. */
    public FollowUps(int servers) {
        this(servers, servers - 1);
    }

    /** Returns n, the number of followers that toss a coin. */
    public int followers() {
        return followers;
    }

    /**
     * Returns W(p), the average number of abcasts until a delivery, by equations (4.8) and (4.9). W(p) decreases
     * strictly with p, the probability of Head; W(0) is infinite and W(1) is 0.
     *
     * @param p the probability of Head of one toss, in [0, 1].
     * @return average number of abcasts after m until the leader may deliver m, at least 0.
     * @throws IllegalArgumentException if the probability p of Head is outside [0, 1]
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
            // Equation (4.8) of EL-Sanosi 2018, solved for W_i, the average number of abcasts after
            // state S_i until a delivery. In equation (4.8), W_i occurs on both sides, because
            // state S_i may follow itself.
            remaining[i] = sum / -Math.expm1((followers - i) * logTail);
        }
        double w = 0;
        for (int i = 0; i < needed; i++) {
            // Before m is abcast, no follower has had a Head for m. The probability f(i;n) in
            // equation (4.9) is therefore q_0i, the probability that state S_i directly follows
            // state S_0.
            w += transition(0, i) * remaining[i];
        }
        return w;
    }

    /**
     * Returns q_ij of EL-Sanosi 2018, section 4.3.2, the probability that state S_j (j followers have had a Head)
     * directly follows state S_i.
     */
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
