package io.abcast.zab;

/**
 * A follower's side of a {@link BroadcastPolicy} in one session: whom to tell what it has logged. Asked while the protocol's own
 * mode is on; in Zab's mode every ack goes to the leader. Times are the node's, in nanoseconds. Thread rule: the node's.
 */
public interface FollowerPolicy {
    /** No such timer. */
    long NEVER = 0;

    /**
     * Something more was logged: a batch, or without batching one entry. Called in either mode, so that the rate can be
     * measured.
     */
    AckTarget onLogged(long nowNanos);

    /** Timer D expired and something is logged, not acked to everyone and not deliverable (EL-Sanosi 2018, section 4.2.3, F4). */
    default AckTarget onTossAgain(long nowNanos) {
        return AckTarget.NOBODY;
    }

    /** Timer C_m expired: something that was proposed that long ago is not deliverable yet (section 4.3.3). */
    default void onStuck(long nowNanos) {}

    /** How long something logged had to wait until it could be delivered. */
    default void onWaited(long nanos) {}

    /** One measurement of d: how long a message takes from the leader to this follower. */
    default void onDelay(long nanos) {}

    /** n: how many followers are up, this one included. */
    default void onFollowers(int count, long nowNanos) {}

    /** The leader has switched to Zab's mode, or back. */
    default void onMode(boolean zab, long nowNanos) {}

    /** From time to time, also when nothing is proposed. */
    default void onTick(long nowNanos) {}

    /** This follower's vote: whether it wants Zab's mode. */
    default boolean votesForZab() {
        return false;
    }

    /** Why it votes as it does. */
    default String reason() {
        return "";
    }

    /** D, or {@link #NEVER}. */
    default long tossAgainNanos() {
        return NEVER;
    }

    /** C_m, or {@link #NEVER}. */
    default long stuckNanos() {
        return NEVER;
    }

    /** What it measures and has chosen; {@link CoinStatus#NONE} without a coin. */
    default CoinStatus coin() {
        return CoinStatus.NONE;
    }
}
