package io.abcast.zab;

/**
 * The evidence that a follower needs before it delivers an entry m of the present epoch. Under every rule, the leader's
 * announcement that m is committed suffices. Each member persists the delivery rule of the epoch that it entered,
 * because the next discovery depends on this rule.
 */
public enum DeliveryRule {
    /** A follower delivers entry m when the leader has announced that m is committed ({@code ZAB}). */
    ON_COMMIT,

    /**
     * A follower delivers entry m when it knows that f+1 members have logged m (ZabAA, ZabCT; EL-Sanosi 2018, section
     * 3.6.3, F4).
     */
    ON_QUORUM,

    /**
     * A follower delivers entry m when it knows that f followers have logged m, even if the leader's disk has not
     * (ZabAc, ZabAa, ZabCt; EL-Sanosi 2018, section 3.5.3). {@code ON_FOLLOWERS} is only safe if the next epoch's
     * history is chosen among the histories of f+1 members other than this epoch's leader (section 4.4.1 and {@link
     * Formation}).
     */
    ON_FOLLOWERS
}
