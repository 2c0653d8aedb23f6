package io.abcast.zab;

import io.abcast.kernel.Zxid;

/**
 * Data that a leader adds to its proposals, commits and pings if its protocol needs them for decisions of followers
 * ({@link BroadcastPolicy#steers}).
 *
 * @param zab whether Zab's mode is on, in which followers ack only to the leader ("prot" of EL-Sanosi 2018, section
 *     4.3.3)
 * @param followers the number of followers that are up ("n" of EL-Sanosi 2018)
 * @param durable zxid of the last entry that is durable at the sending leader
 * @param stamp the time of the receiving follower's clock that its last ack carried, in ns; 0 if the leader has already
 *     returned this time
 * @param heldNanos time in ns for which the leader has had {@code stamp}; the follower subtracts this time from its
 *     round-trip measurement
 */
public record Steering(boolean zab, int followers, long durable, long stamp, long heldNanos) {
    /** Value for protocols that add no data to the leader's messages. */
    public static final Steering NONE = new Steering(true, 0, 0, 0, 0);

    boolean isNone() {
        return followers == 0 && durable == 0 && stamp == 0;
    }

    int wireBytes() {
        return isNone() ? 1 : 32;
    }

    @Override
    public String toString() {
        if (isNone()) return "none";
        return (zab ? "Zab's mode" : "own mode")
                + " n="
                + followers
                + " durable="
                + Zxid.toString(durable)
                + (stamp == 0 ? "" : " stamp=" + stamp + " held=" + heldNanos);
    }
}
