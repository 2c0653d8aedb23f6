package io.abcast.zab;

/**
 * A follower's side of a {@link BroadcastPolicy} in one session: chooses the receivers of its acks. The choice counts
 * outside of Zab's mode; in Zab's mode every ack goes to the leader. Times are on the node's clock, in nanoseconds.
 * Thread rule: the node's thread.
 */
public interface FollowerPolicy {
    /** Value for a timer that is not used. */
    long NEVER = 0;

    /**
     * Reports that a batch of entries was logged; without batching, one entry. Called in both modes, so that the policy
     * can measure the rate.
     */
    AckTarget onLogged(long nowNanos);

    /**
     * Reports that timer D expired while an entry is logged, but neither acked to everyone nor deliverable (EL-Sanosi
     * 2018, section 4.2.3, F4).
     */
    default AckTarget onTossAgain(long nowNanos) {
        return AckTarget.NO_MEMBER;
    }

    /**
     * Reports that timer C_m expired: an entry is still not deliverable that long after its proposal (section 4.3.3).
     */
    default void onStuck(long nowNanos) {}

    /** Reports the time from the logging of an entry until it could be delivered. */
    default void onWaited(long nanos) {}

    /** Reports one measurement of d: the time that a message takes from the leader to this follower. */
    default void onDelay(long nanos) {}

    /** Reports n, the number of followers that are up, including this follower. */
    default void onFollowers(int count, long nowNanos) {}

    /** Reports that the leader has switched to Zab's mode, or back. */
    default void onMode(boolean zab, long nowNanos) {}

    /** Called once per heartbeat interval, also when nothing is proposed. */
    default void onTick(long nowNanos) {}

    /** Whether this follower votes for Zab's mode. */
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
