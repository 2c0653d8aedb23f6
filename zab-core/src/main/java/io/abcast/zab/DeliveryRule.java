package io.abcast.zab;

/**
 * The evidence that a follower needs before it delivers an entry m of the present epoch. Under each rule, an
 * announcement of the leader that m is committed suffices. A rule applies to a whole epoch. Each member persists the
 * rule of the epoch that it entered, because the next discovery depends on it.
 */
public enum DeliveryRule {
    /** The leader has announced that m is committed (Zab). */
    ON_COMMIT,

    /** The follower knows that f+1 members have logged m (ZabAA, ZabCT; EL-Sanosi 2018, section 3.6.3, F4). */
    ON_QUORUM,

    /**
     * The follower knows that f followers have logged m; whether the leader has logged m does not matter (ZabAc, ZabAa,
     * ZabCt; section 3.5.3). This rule is only safe under a condition: the history of the next epoch must be chosen
     * among the histories of f+1 members other than this epoch's leader (section 4.4.1 and {@link Formation}).
     */
    ON_FOLLOWERS
}
