package io.abcast.jgroups;

import io.abcast.zab.variants.CoinSettings;
import org.jgroups.annotations.Property;

/** The attributes of the protocols that toss a coin; see {@link CoinSettings}. */
abstract class CoinProtocol extends ZabProtocol {
    private static final double SECOND_MILLIS = 1000;

    @Property(
            description =
                    "How a follower chooses the probability p of Head between the bounds P1 and P2 of what pays: u (P2), a"
                            + " (the middle), aa (the middle of a and P1), dynamic (by how long deliveries wait), a"
                            + " fixed p such as 0.5, or 2:3 (2 to 3 Heads are likeliest). Default: dynamic"
                            + " (ZAB_CT_LITE: 0.5)",
            writable = false)
    protected String choice;

    @Property(
            description =
                    "Acks that a follower may receive; bounds p from above. 0: as many as it receives messages in"
                            + " Zab. Unit: per second. Range: 0.. Default: 0",
            writable = false)
    protected double theta;

    @Property(
            description =
                    "D: after this long without a proposal a follower tosses again for what it has not acked."
                            + " Unit: ms, or with suffix, e.g. 500us. Range: above 0. Default: 5",
            converter = MillisConverter.class,
            writable = false)
    protected double toss_again_interval;

    @Property(
            description =
                    "C_m: what cannot be delivered after this long makes a follower vote for Zab's mode. Unit: ms,"
                            + " or with suffix, e.g. 500us. Range: above 0. Default: 100",
            converter = MillisConverter.class,
            writable = false)
    protected double stall_timeout;

    @Property(
            description =
                    "How exactly the bounds of p are computed. Range: 1e-9..1 (exclusive). Default: 0.001",
            writable = false)
    protected double delta;

    @Property(
            description =
                    "Time over which the load is measured, and after which p is chosen anew. Unit: ms, or with"
                            + " suffix, e.g. 1s. Range: above 0. Default: 500",
            converter = MillisConverter.class,
            writable = false)
    protected double window;

    @Property(
            description =
                    "Whether the coin goes on, with another p, after a crash that leaves f+1 followers. False: Zab's"
                            + " mode, as in EL-Sanosi 2018. Default: true (ZAB_CT_LITE: false)",
            writable = false)
    protected boolean outlives_crash;

    @Property(
            description =
                    "Whether a follower counts the leader's log as one of f+1. False: followers' acks alone, as"
                            + " EL-Sanosi 2018 does. Default: true (ZAB_CT_LITE: false)",
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
