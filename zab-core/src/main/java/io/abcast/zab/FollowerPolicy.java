package io.abcast.zab;

/**
 * A follower's side of a {@link BroadcastPolicy} in one session: chooses the receivers of its acks. The result counts
 * while the protocol's own mode is on; in Zab's mode every ack goes to the leader. Times are those of the node, in
 * nanoseconds. Thread rule: the node's thread.
 */
public interface FollowerPolicy {
    /** Value for a timer that is not used. */
    long NEVER = 0;

    /**
     * Reports that more was logged: a batch, or without batching one entry. Called in both modes, so that the rate can
     * be measured.
     */
    AckTarget onLogged(long nowNanos);

    /**
     * Reports that timer D expired while some entry was logged, not acked to everyone and not deliverable (EL-Sanosi
     * 2018, section 4.2.3, F4).
     */
    default AckTarget onTossAgain(long nowNanos) {
        return AckTarget.NO_MEMBER;
    }

    /**
     * Reports that timer C_m expired: an entry that was proposed that long ago is not deliverable yet (section 4.3.3).
     */
    default void onStuck(long nowNanos) {}

    /** Reports the time from the logging of an entry until it could be delivered. */
    default void onWaited(long nanos) {}

    /** Reports one measurement of d: the time that a message takes from the leader to this follower. */
    default void onDelay(long nanos) {}

    /** Reports n, the number of followers that are up, this one included. */
    default void onFollowers(int count, long nowNanos) {}

    /** Reports that the leader has switched to Zab's mode, or back. */
    default void onMode(boolean zab, long nowNanos) {}

    /** Called once per heartbeat interval, also when nothing is proposed. */
    default void onTick(long nowNanos) {}

    /** This follower's vote: whether it wants Zab's mode. */
    default boolean votesForZab() {
        return false;
    }

    /** The reason for the vote. */
    default String reason() {
        return "";
    }

    /** D in nanoseconds, or {@link #NEVER}. */
    default long tossAgainNanos() {
        return NEVER;
    }

    /** C_m in nanoseconds, or {@link #NEVER}. */
    default long stuckNanos() {
        return NEVER;
    }

    /** The measurements and the choice of the coin; {@link CoinStatus#NONE} without a coin. */
    default CoinStatus coin() {
        return CoinStatus.NONE;
    }
}
