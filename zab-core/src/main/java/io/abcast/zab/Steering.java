package io.abcast.zab;

import io.abcast.kernel.Zxid;

/**
 * The data that the leader of a policy that {@linkplain BroadcastPolicy#steers steers} adds to its proposals, commits
 * and pings.
 *
 * @param zab whether Zab's mode is on ("prot" of EL-Sanosi 2018, section 4.3.3)
 * @param followers n, the number of followers that are up
 * @param durable the last zxid that the leader has durably logged
 * @param stamp the receiver's clock in its last ack, in nanoseconds; 0 if it was returned before
 * @param heldNanos how long the leader has held the stamp, in nanoseconds
 */
public record Steering(boolean zab, int followers, long durable, long stamp, long heldNanos) {
    /** No steering. */
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
