package io.abcast.zab;

/**
 * A follower's side of a protocol of the Zab family ({@link BroadcastPolicy}) in one session, which chooses the members
 * to which the follower sends its acks. All times in a {@code FollowerPolicy} are on the node's clock, in nanoseconds.
 * Only the node's thread calls the methods of a policy.
 */
public interface FollowerPolicy {
    /** Duration that stands for a timer that the policy does not use. */
    long NEVER = 0;

    /**
     * Called when a batch of entries (one entry if batching is off) is durable in the follower's log. Returns the
     * members to which the follower sends the ack of the batch; ignored in Zab's mode, in which followers ack only to
     * the leader.
     */
    AckTarget onLogged(long nowNanos);

    /**
     * Called when timer D expires while a logged entry is neither acked to all members nor known as committed. Returns
     * the members to which the follower sends an ack now (EL-Sanosi 2018, section 4.2.3, F4).
     */
    default AckTarget onTossAgain(long nowNanos) {
        return AckTarget.NO_MEMBER;
    }

    /**
     * Called when timer C_m expires: an entry is still not deliverable {@link #stuckNanos} after its proposal
     * (EL-Sanosi 2018, section 4.3.3).
     */
    default void onStuck(long nowNanos) {}

    /**
     * Called with the time in ns from the moment at which the follower logged an entry until it could deliver the
     * entry.
     */
    default void onWaited(long nanos) {}

    /**
     * Called with one measurement of the time that a message takes from the leader to this follower ("d" of EL-Sanosi
     * 2018), in ns.
     */
    default void onDelay(long nanos) {}

    /** Called with the number of followers that are up, including this follower ("n" of EL-Sanosi 2018). */
    default void onFollowers(int count, long nowNanos) {}

    /**
     * Called when the leader has switched to Zab's mode, in which followers ack only to the leader ({@code zab} is
     * true), or has left this mode.
     */
    default void onMode(boolean zab, long nowNanos) {}

    /** Called once per heartbeat interval, even if the leader proposes no entry. */
    default void onTick(long nowNanos) {}

    /** Whether this follower votes for Zab's mode, in which followers ack only to the leader. */
    default boolean votesForZab() {
        return false;
    }

    /**
     * Returns the reason for this follower's vote for or against Zab's mode, in which followers ack only to the leader.
     */
    default String reason() {
        return "";
    }

    /**
     * Returns the duration of timer D, after which the follower may toss again, in nanoseconds; {@link #NEVER} if the
     * policy does not use this timer.
     */
    default long tossAgainNanos() {
        return NEVER;
    }

    /**
     * Returns the duration of timer C_m, which bounds the time from proposal to delivery, in nanoseconds;
     * {@link #NEVER} if the policy does not use this timer.
     */
    default long stuckNanos() {
        return NEVER;
    }

    /**
     * Returns the measurements of a follower that tosses a coin, and its probability of Head; {@link CoinStatus#NONE}
     * without a coin.
     */
    default CoinStatus coin() {
        return CoinStatus.NONE;
    }
}
