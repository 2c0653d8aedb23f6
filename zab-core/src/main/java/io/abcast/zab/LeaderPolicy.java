package io.abcast.zab;

/**
 * The leader's side of a {@link BroadcastPolicy} in one epoch, which decides whether the leader sends commit messages.
 * All times in a {@code LeaderPolicy} are on the node's clock, in nanoseconds. Only the node's thread calls the methods
 * of a policy.
 */
public interface LeaderPolicy {
    /** The policy of a leader that announces every commit. */
    LeaderPolicy ALWAYS_COMMITS = () -> true;

    /** The policy of a leader that announces no commit. */
    LeaderPolicy NEVER_COMMITS = () -> false;

    /** Whether the leader is in Zab's mode: followers ack only to the leader, and the leader announces commits. */
    boolean zab();

    /**
     * Called for each ack with a follower's vote for ({@code zab} is true) or against Zab's mode, in which followers
     * ack only to the leader.
     */
    default void onVote(int rank, boolean zab, long nowNanos) {}

    /** Called when the number of followers that are up has become {@code count}. */
    default void onFollowers(int count, long nowNanos) {}

    /** Called when the session of a follower has ended, so that the follower's vote no longer counts. */
    default void onGone(int rank) {}

    /** Returns the reason why the leader is in Zab's mode, or why it is not. */
    default String reason() {
        return "";
    }
}
