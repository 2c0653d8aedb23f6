package io.abcast.zab;

import io.abcast.kernel.Zxid;

/**
 * Data that a leader adds to its proposals, commits and pings if its policy needs the data ({@link
 * BroadcastPolicy#steers}).
 *
 * @param zab whether Zab's mode is on ("prot" of EL-Sanosi 2018, section 4.3.3)
 * @param followers the number of followers that are up ("n" of the thesis)
 * @param durable the last zxid that the leader has durably logged
 * @param stamp the time that the receiver's last ack named, in ns on the receiver's clock; 0 if the leader has already
 *     returned it
 * @param heldNanos time since the leader received the stamp, in ns
 */
public record Steering(boolean zab, int followers, long durable, long stamp, long heldNanos) {
    /** The steering of policies that add no data to messages. */
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
