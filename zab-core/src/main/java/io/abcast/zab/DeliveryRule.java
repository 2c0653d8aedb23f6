package io.abcast.zab;

/**
 * The evidence that a follower needs before it delivers an entry m of the present epoch. An announcement of the leader
 * that m is committed always suffices. A rule holds for a whole epoch. Each member persists the rule of the epoch that
 * it entered, because the next discovery depends on it.
 */
public enum DeliveryRule {
    /** The leader has announced that m is committed (Zab). */
    ON_COMMIT,

    /** The follower knows that f+1 members have logged m (ZabAA, ZabCT; EL-Sanosi 2018, section 3.6.3, F4). */
    ON_QUORUM,

    /**
     * The follower knows that f followers have logged m, whether or not the leader has (ZabAc, ZabAa, ZabCt; section
     * 3.5.3). This is only safe if the next leader's history is chosen among f+1 members without this epoch's leader,
     * see section 4.4.1 and {@link Formation}.
     */
    ON_FOLLOWERS
}
