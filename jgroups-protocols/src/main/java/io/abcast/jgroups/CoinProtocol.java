package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.Property;

/**
 * The attributes of the protocols whose followers toss a coin (choose at random) to decide whether to send their acks
 * to all members; see {@link CoinSettings}.
 */
abstract class CoinProtocol extends ZabProtocol {
    private static final double SECOND_MILLIS = 1000;

    @Property(
            description =
                    "Rule by which a follower chooses p, the probability of Head. P1 is the "
                            + "lowest p with which deliveries are no later than with ZAB, and P2 "
                            + "the highest p with at most theta acks per second. u: p is P2. a: the "
                            + "middle of P1 and P2. aa: the middle of P1 and a. dynamic: p follows the "
                            + "measured wait of deliveries. 0.5 or another number: this p. 2:3: "
                            + "the p with which 2 to 3 Heads are likeliest. Default: dynamic "
                            + "(ZAB_CT_LITE: 0.5)",
            writable = false)
    protected String choice;

    @Property(
            description =
                    "Maximum rate of acks that a follower may receive; an upper bound of p. 0: as many acks as a"
                            + " follower of Zab receives messages. Unit: per second. Range: 0.. Default: 0",
            writable = false)
    protected double theta;

    @Property(
            description =
                    "Time D without a proposal after which a follower tosses again for the entries that it has not"
                            + " acked. Unit: ms, or with suffix, e.g. 500us. Range: above 0. Default: 5",
            converter = MillisConverter.class,
            writable = false)
    protected double toss_again_interval;

    @Property(
            description =
                    "Time C_m for which an entry cannot be delivered before a follower votes for Zab's mode. Unit: ms,"
                            + " or with suffix, e.g. 500us. Range: above 0. Default: 100",
            converter = MillisConverter.class,
            writable = false)
    protected double stall_timeout;

    @Property(
            description =
                    "Precision to which the bounds of p are computed. Range: 1e-9..1 (exclusive). Default: 0.001",
            writable = false)
    protected double delta;

    @Property(
            description =
                    "Time over which the load is measured, and after which p is chosen again. Unit: ms, or with"
                            + " suffix, e.g. 1s. Range: above 0. Default: 500",
            converter = MillisConverter.class,
            writable = false)
    protected double window;

    @Property(
            description =
                    "Whether followers keep tossing, with another p, after a crash that leaves f+1 followers. False:"
                            + " the ensemble changes to Zab's mode, as in EL-Sanosi 2018. Default: true (ZAB_CT_LITE:"
                            + " false)",
            writable = false)
    protected boolean outlives_crash;

    @Property(
            description =
                    "Whether a follower counts the leader's log as one of the f+1 logs. False: only acks of followers"
                            + " count, as in EL-Sanosi 2018. Default: true (ZAB_CT_LITE: false)",
            writable = false)
    protected boolean counts_leader;

    CoinProtocol(CoinSettings defaults) {
        choice = defaults.choice();
        theta = defaults.theta();
        toss_again_interval = defaults.tossAgainSeconds() * SECOND_MILLIS;
        stall_timeout = defaults.stuckSeconds() * SECOND_MILLIS;
        delta = defaults.delta();
        window = defaults.windowSeconds() * SECOND_MILLIS;
        outlives_crash = defaults.outlivesCrash();
        counts_leader = defaults.countsLeader();
    }

    @Override
    final void checkOwnRanges() {
        super.checkOwnRanges();
        above0("toss_again_interval", toss_again_interval);
        above0("stall_timeout", stall_timeout);
        above0("window", window);
        if (!(theta >= 0 && Double.isFinite(theta)))
            throw wrong("theta", "0 or more acks per second", theta);
    }

    private void above0(String attribute, double millis) {
        if (!(millis > 0 && Double.isFinite(millis)))
            throw wrong(attribute, "milliseconds above 0", millis);
    }

    @Override
    final CoinSettings coin() {
        try {
            return new CoinSettings(
                    choice,
                    theta,
                    toss_again_interval / SECOND_MILLIS,
                    stall_timeout / SECOND_MILLIS,
                    delta,
                    window / SECOND_MILLIS,
                    outlives_crash,
                    counts_leader);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
    }
}
