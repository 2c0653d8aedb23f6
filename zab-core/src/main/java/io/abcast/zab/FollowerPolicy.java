package io.abcast.zab;

/**
 * A follower's side of a {@link BroadcastPolicy} in one session. The policy chooses the receivers of the follower's
 * acks. In Zab's mode every ack goes to the leader, whatever the policy chooses. Times are on the node's clock, in
 * nanoseconds. Only the node's thread calls the methods.
 */
public interface FollowerPolicy {
    /** Value for a timer that is not used. */
    long NEVER = 0;

    /**
     * Reports that a batch of entries (if batching is off, one entry) was logged, and returns the receivers of the ack.
     * The method is called in Zab's mode as well, so that the policy can measure the rate of entries.
     */
    AckTarget onLogged(long nowNanos);

    /**
     * Reports that timer D expired while a logged entry is neither acked to all members nor deliverable (EL-Sanosi
     * 2018, section 4.2.3, F4).
     */
    default AckTarget onTossAgain(long nowNanos) {
        return AckTarget.NO_MEMBER;
    }

    /**
     * Reports that timer C_m expired: an entry is still not deliverable {@link #stuckNanos} after its proposal (section
     * 4.3.3).
     */
    default void onStuck(long nowNanos) {}

    /**
     * Reports the time between the moment at which an entry was logged and the moment at which it could be delivered.
     */
    default void onWaited(long nanos) {}

    /**
     * Reports one measurement of the time that a message takes from the leader to this follower ("d" of the thesis).
     */
    default void onDelay(long nanos) {}

    /** Reports the number of followers that are up, including this follower ("n" of the thesis). */
    default void onFollowers(int count, long nowNanos) {}

    /** Reports that the leader has switched to Zab's mode, or back. */
    default void onMode(boolean zab, long nowNanos) {}

    /** Called once per heartbeat interval, even if no entry is proposed. */
    default void onTick(long nowNanos) {}

    /** Whether this follower votes for Zab's mode. */
    default boolean votesForZab() {
        return false;
    }

    /** The reason for this follower's vote for or against Zab's mode. */
    default String reason() {
        return "";
    }

    /** Duration of timer D in nanoseconds, or {@link #NEVER}. */
    default long tossAgainNanos() {
        return NEVER;
    }

    /** Duration of timer C_m in nanoseconds, or {@link #NEVER}. */
    default long stuckNanos() {
        return NEVER;
    }

    /** The coin's measurements and probability; {@link CoinStatus#NONE} without a coin. */
    default CoinStatus coin() {
        return CoinStatus.NONE;
    }
}
