package io.abcast.zab.variants;

import io.abcast.zab.AckTarget;
import io.abcast.zab.CoinStatus;
import io.abcast.zab.FollowerPolicy;
import io.abcast.zab.coin.CoinChooser;
import io.abcast.zab.coin.CoinRange;
import java.util.function.LongSupplier;

/**
 * The policy of a follower that tosses a coin to decide whether it sends an ack to all members. At the end of each
 * measurement window (a fixed time), the follower chooses p, the probability of Head, from its measurements. If no
 * probability of Head is feasible, the follower votes for Zab's mode, in which followers ack only to the leader.
 * Source: EL-Sanosi 2018, sections 4.2.3, 4.3 and 4.3.3.
 *
 * <p>The measured lambda counts coin tosses for new abcasts: one per abcast or, with batching, one per batch of
 * abcasts.
 */
final class CoinFollower implements FollowerPolicy {
    private static final double SECOND = 1e9;

    /**
     * Number of consecutive measurement windows without a feasible probability of Head after which the follower votes
     * for Zab's mode (acks to the leader only).
     */
    static final int BAD_WINDOWS = 2;

    /**
     * Number of consecutive measurement windows with a feasible probability of Head after which the follower votes for
     * the coin again. The thesis says: "If p can be computed successfully on several consecutive iterations".
     */
    static final int GOOD_WINDOWS = 5;

    /** The weight, in [0, 1], of a new measurement of d, the delay of a commit, in the moving average. */
    private static final double DELAY_SHARE = 1.0 / 8;

    private final int members;
    private final CoinSettings settings;
    private final LongSupplier random;
    private final ProbabilityChoice choice;
    private final boolean fixed;

    /** Indexed by the number n of followers that are up; each chooser is created at its first use. */
    private final CoinChooser[] choosers;

    private int followers;
    private double p;
    private double lambda = Double.NaN;
    private double delayNanos = Double.NaN;

    private boolean begun;
    private long windowStart;
    private long occasions;
    private double waitedNanos;
    private long waits;

    private int good;
    private int bad;
    private boolean votesForZab;
    private String reason = "nothing measured yet";

    CoinFollower(int members, CoinSettings settings, LongSupplier random) {
        this.members = members;
        this.settings = settings;
        this.random = random;
        choice = ProbabilityChoice.parse(settings.choice());
        p = choice.fixed();
        fixed = !Double.isNaN(p);
        votesForZab = !fixed;
        choosers = new CoinChooser[members];
    }

    // Methods for events that the node reports to this policy

    @Override
    public AckTarget onLogged(long nowNanos) {
        occasions++;
        measure(nowNanos);
        return toss();
    }

    @Override
    public AckTarget onTossAgain(long nowNanos) {
        measure(nowNanos);
        return toss();
    }

    private AckTarget toss() {
        if (Double.isNaN(p)) return AckTarget.EVERYONE;
        double uniform = (random.getAsLong() >>> 11) * 0x1p-53;
        return uniform < p ? AckTarget.EVERYONE : AckTarget.NO_MEMBER;
    }

    @Override
    public void onTick(long nowNanos) {
        measure(nowNanos);
    }

    @Override
    public void onDelay(long nanos) {
        delayNanos =
                Double.isNaN(delayNanos) ? nanos : delayNanos + (nanos - delayNanos) * DELAY_SHARE;
    }

    @Override
    public void onWaited(long nanos) {
        waitedNanos += nanos;
        waits++;
    }

    @Override
    public void onFollowers(int count, long nowNanos) {
        if (count == followers) return;
        followers = count;
        // The number of followers has changed, so the count of good windows restarts. The thesis
        // requires that "membership remains unchanged for a prolonged period".
        good = 0;
        if (count < settings.followersMin(members))
            voteForZab(count + " of " + (members - 1) + " followers are up");
        else if (fixed) votesForZab = false;
        else choose();
    }

    @Override
    public void onStuck(long nowNanos) {
        voteForZab("not deliverable for " + settings.stuckSeconds() + " s");
    }

    // Methods that choose p, the probability of Head

    private void measure(long nowNanos) {
        if (!begun) {
            begun = true;
            windowStart = nowNanos;
        }
        double seconds = (nowNanos - windowStart) / SECOND;
        if (seconds < settings.windowSeconds()) return;
        lambda = occasions / seconds;
        windowStart = nowNanos;
        occasions = 0;
        if (fixed) good(followers >= settings.followersMin(members));
        else good(choose());
        waitedNanos = 0;
        waits = 0;
    }

    private void good(boolean isGood) {
        if (isGood) {
            bad = 0;
            if (++good >= GOOD_WINDOWS) votesForZab = false;
        } else {
            good = 0;
            if (++bad >= BAD_WINDOWS && !votesForZab) voteForZab(reason);
        }
    }

    private void voteForZab(String why) {
        votesForZab = true;
        reason = why;
        good = 0;
    }

    /** @return whether some probability of Head is feasible; if not, the follower's p is unchanged */
    private boolean choose() {
        if (followers < settings.followersMin(members)
                || Double.isNaN(lambda)
                || Double.isNaN(delayNanos)) return false;
        double theta = settings.theta() > 0 ? settings.theta() : lambda;
        CoinRange range = chooser().range(lambda, delayNanos / SECOND, theta, tossAgainSeconds());
        if (!range.feasible()) {
            reason =
                    String.format(
                            java.util.Locale.ROOT,
                            "no p is feasible: lambda %.1f/s, d %.3f ms, n %d",
                            lambda,
                            delayNanos / 1e6,
                            followers);
            return false;
        }
        double waited = waits == 0 ? Double.NaN : waitedNanos / waits / Math.max(1, delayNanos);
        p = choice.choose(range, followers, (members - 1) / 2, waited);
        return true;
    }

    /**
     * Returns the duration of timer D in seconds, but at least the time of a round trip. Within less than a round trip,
     * a follower cannot know whether its last toss made the entry deliverable.
     */
    private double tossAgainSeconds() {
        double roundTrip = Double.isNaN(delayNanos) ? 0 : 2 * delayNanos / SECOND;
        return Math.max(settings.tossAgainSeconds(), roundTrip);
    }

    private CoinChooser chooser() {
        CoinChooser chooser = choosers[followers];
        if (chooser == null) {
            chooser =
                    new CoinChooser(
                            members, followers, settings.tossAgainSeconds(), settings.delta());
            choosers[followers] = chooser;
        }
        return chooser;
    }

    // Methods whose results the node reads

    @Override
    public boolean votesForZab() {
        return votesForZab;
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public long tossAgainNanos() {
        return (long) (tossAgainSeconds() * SECOND);
    }

    @Override
    public long stuckNanos() {
        return (long) (settings.stuckSeconds() * SECOND);
    }

    @Override
    public CoinStatus coin() {
        return new CoinStatus(p, lambda, delayNanos);
    }
}
