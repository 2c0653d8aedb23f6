package io.abcast.zab.coin;

/**
 * W(p): the average number of abcasts after m that the leader needs until it may deliver m (EL-Sanosi 2018, section
 * 4.3.2).
 *
 * <p>Every follower tosses for m, and again for every later abcast until it gets its first Head; a Head acks m,
 * explicitly or implicitly. State S_i: i of the n followers have had a Head. The leader delivers in S_a and after, with
 * a = f = (N - 1)/2.
 *
 * <p>All terms of (4.8) and (4.9) are positive and 1 - q_ii is computed without cancellation. So the result is exact to
 * at least 12 digits for every p, also close to 0 and to 1.
 *
 * <p>Results depend only on the arguments, but the arrays are reused so that a call allocates nothing: confined to one
 * thread.
 */
public final class FollowUps {
    /** Minimum number of servers for a coin; N is odd. */
    public static final int SERVERS_MIN = 3;

    /** Maximum number of servers; the work of one {@link #expected} grows with the square of N. */
    public static final int SERVERS_MAX = 63;

    /** A smaller probability counts as 0: W(p) comes near the largest double. */
    private static final double P_MIN = 1e-300;

    private final int followers;
    private final int needed;

    /** {@code ways[i][j]}: ways to choose which j - i of the n - i followers without a Head get one now. */
    private final double[][] ways;

    /** {@code remaining[i]}: W_i(p). */
    private final double[] remaining;

    /** {@code heads[k]}: p^k. */
    private final double[] heads;

    /** {@code tails[k]}: (1 - p)^k. */
    private final double[] tails;

    /**
     * @param servers N, odd, in [{@link #SERVERS_MIN}, {@link #SERVERS_MAX}].
     * @param followers n, the number of followers that are up and toss, in [f + 1, N - 1] (section 4.2: fewer followers
     *     cannot form a quorum of followers, and ZabCT is not viable).
     * @throws IllegalArgumentException if they are not; the message says what was expected.
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

    /** Creates an instance with every follower up: n = N - 1. */
    public FollowUps(int servers) {
        this(servers, servers - 1);
    }

    /** n: the number of followers that toss. */
    public int followers() {
        return followers;
    }

    /**
     * W(p), equations (4.8) and (4.9): strictly decreasing, W(0) is infinite, W(1) = 0.
     *
     * @param p prob(Head), in [0, 1]
     * @return abcasts after m, at least 0
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
            // (4.8) solved for W_i: S_i may follow itself.
            remaining[i] = sum / -Math.expm1((followers - i) * logTail);
        }
        double w = 0;
        for (int i = 0; i < needed; i++) {
            // f(i;n) = q_0i: before m is abcast no follower has had a Head for it.
            w += transition(0, i) * remaining[i];
        }
        return w;
    }

    /** q_ij of section 4.3.2. */
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
