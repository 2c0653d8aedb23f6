package io.abcast.zab.coin;

/**
 * Computes, from measured rates and delays, the probability p of Head with which ZabCT's followers toss coins about
 * sending acks (EL-Sanosi 2018, section 4.3).
 *
 * <p>P1, the lowest usable p, is the result of Algorithm 1 of the thesis. The algorithm lowers p in steps until p
 * violates equation (4.1), the limit on latency. This class finds the last step of the algorithm by bisection, because
 * W(p), the mean number of abcasts until a delivery, never increases with p. Results depend only on the arguments. The
 * object reuses its buffers, so only one thread may use it.
 */
public final class CoinChooser {
    /** Default of delta, the precision of p (probability of Head) in section 4.3 of EL-Sanosi 2018. */
    public static final double DELTA_DEFAULT = 0.01;

    /**
     * Minimum of delta, the precision of p (probability of Head); bounds the number of search steps for the lowest
     * usable p.
     */
    public static final double DELTA_MIN = 1e-9;

    /**
     * Number of intervals into which the set P of section 4.3 divides [0, 1] ("R - 1" in the thesis). The tables of
     * appendix F of the thesis use the same multiples of 1/100 for p.
     */
    private static final int INTERVALS = 100;

    private final FollowUps followUps;
    private final double forcedTossSeconds;
    private final double delta;

    /**
     * {@code grid[r]} is W(r / INTERVALS); W(p) is the average number of abcasts until a delivery, see {@link
     * FollowUps}.
     */
    private final double[] grid = new double[INTERVALS + 1];

    /**
     * @param servers N, the number of servers; odd, in [{@link FollowUps#SERVERS_MIN}, {@link FollowUps#SERVERS_MAX}].
     * @param followers n, the number of followers that are up, in [f + 1, N - 1].
     * @param forcedTossSeconds D: time in seconds after which a follower tosses its coin again without a new abcast
     *     (section 4.2.3); above 0.
     * @param delta precision of P1 (lowest usable p), and distance of P2 (highest usable p) from the bound of equation
     *     (4.2); in [{@link #DELTA_MIN}, 1).
     * @throws IllegalArgumentException if an argument is out of range; the exception's message says which range was
     *     expected.
     */
    public CoinChooser(int servers, int followers, double forcedTossSeconds, double delta) {
        followUps = new FollowUps(servers, followers);
        if (!(forcedTossSeconds > 0 && forcedTossSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "D: expected seconds above 0, got " + forcedTossSeconds);
        }
        if (!(delta >= DELTA_MIN && delta < 1)) {
            throw new IllegalArgumentException(
                    "delta: expected at least " + DELTA_MIN + " and below 1, got " + delta);
        }
        this.forcedTossSeconds = forcedTossSeconds;
        this.delta = delta;
        for (int r = 0; r <= INTERVALS; r++) {
            grid[r] = followUps.expected(point(r));
        }
    }

    /**
     * Returns the probability of Head with which the followers should toss.
     *
     * @param lambda measured number of abcasts per second; 0 or more
     * @param delaySeconds average time d in seconds that a commit takes from the leader to the followers; 0 or more
     * @param theta number of acks per second that a follower may receive (section 4.2.2)
     * @return p, the probability of Head, in (0, 1]; NaN if no p meets requirements R1 (latency) and R2 (number of
     *     acks), so that the ensemble must run Zab
     * @throws IllegalArgumentException if an argument is negative, infinite or NaN
     */
    public double choose(CoinChoice choice, double lambda, double delaySeconds, double theta) {
        double rate = tossRate(lambda, forcedTossSeconds);
        double p2 = highest(lambda, theta, rate);
        double p1 = lowest(delaySeconds, p2, rate);
        return Double.isNaN(p1) ? Double.NaN : choice.between(p1, p2);
    }

    /**
     * Returns the range of the feasible probabilities p of Head; the parameters are as in {@link #choose}.
     *
     * @throws IllegalArgumentException if an argument is negative, infinite or NaN
     */
    public CoinRange range(double lambda, double delaySeconds, double theta) {
        return range(lambda, delaySeconds, theta, forcedTossSeconds);
    }

    /**
     * Returns the range of feasible p like {@link #range(double, double, double)}, for the given duration of timer D.
     *
     * @param tossAgainSeconds D, the time in seconds after which a follower tosses its coin again without a new abcast;
     *     above 0
     * @throws IllegalArgumentException if an argument is negative, infinite or NaN
     */
    public CoinRange range(
            double lambda, double delaySeconds, double theta, double tossAgainSeconds) {
        double rate = tossRate(lambda, tossAgainSeconds);
        double p2 = highest(lambda, theta, rate);
        double p1 = lowest(delaySeconds, p2, rate);
        return Double.isNaN(p1) ? new CoinRange(1, p2, false) : new CoinRange(p1, p2, true);
    }

    /**
     * Returns the number of coin tosses of one follower per second: max{lambda, 1/D}, with lambda abcasts per second
     * and the timer D (section 4.2.3).
     */
    private static double tossRate(double lambda, double tossAgainSeconds) {
        return Math.max(lambda, 1 / tossAgainSeconds);
    }

    /**
     * Returns P2, the highest usable probability of Head by equation (4.2): (theta/n) min{1/lambda, D} - delta, but at
     * most 1.
     */
    private double highest(double lambda, double theta, double rate) {
        requireMeasured("lambda", lambda);
        requireMeasured("theta", theta);
        return Math.min(1, theta / (followUps.followers() * rate) - delta);
    }

    /** Returns P1, the lowest usable p by Algorithm 1; NaN if P1 is above P2, the highest usable p. */
    private double lowest(double delaySeconds, double p2, double rate) {
        requireMeasured("d", delaySeconds);
        // limit in equation (4.1): number of tosses of a follower in the delay d
        double bound = delaySeconds * rate;
        int r = firstMeeting(bound);
        if (r == 0) {
            return Double.NaN;
        }
        double upper = point(r); // P1u, the lowest multiple of 1/100 that meets equation (4.1)
        double lower = point(r - 1); // P1l, the multiple of 1/100 before P1u
        if (p2 <= lower) {
            return Double.NaN;
        }
        // The printed Algorithm 1 assumes that its first p meets equation (4.1). If P2, the highest
        // usable p, lies between P1l and P1, P2 does not meet equation (4.1), and the printed
        // algorithm returns P2 + delta. If P1, the lowest usable p, would be above P2, this method
        // returns NaN, as the text of the thesis says.
        if (p2 < upper && followUps.expected(p2) >= bound) {
            return Double.NaN;
        }
        return stepDown(Math.min(p2, upper), lower, bound);
    }

    /**
     * Returns the index of the lowest multiple of 1/100 that meets equation (4.1); 0 if even p = 1 does not meet it,
     * because d is 0.
     */
    private int firstMeeting(double bound) {
        if (!(grid[INTERVALS] < bound)) {
            return 0;
        }
        int failing = 0; // index 0 fails, because an infinite number of abcasts follows if p is 0
        int meeting = INTERVALS;
        while (meeting - failing > 1) {
            int middle = (failing + meeting) >>> 1;
            if (grid[middle] < bound) {
                meeting = middle;
            } else {
                failing = middle;
            }
        }
        return meeting;
    }

    /**
     * Implements lines 5 to 9 of Algorithm 1 of EL-Sanosi 2018. Returns the last p that meets equation (4.1) and is
     * above {@code lower}.
     */
    private double stepDown(double start, double lower, double bound) {
        int meeting = 0;
        int failing = (int) Math.ceil((start - lower) / delta);
        while (failing - meeting > 1) {
            int middle = (meeting + failing) >>> 1;
            double p = start - middle * delta;
            if (p > lower && followUps.expected(p) < bound) {
                meeting = middle;
            } else {
                failing = middle;
            }
        }
        return start - meeting * delta;
    }

    private static double point(int r) {
        return (double) r / INTERVALS;
    }

    private static void requireMeasured(String name, double figure) {
        if (!(figure >= 0 && figure < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    name + ": expected a finite figure of 0 or more, got " + figure);
        }
    }
}
