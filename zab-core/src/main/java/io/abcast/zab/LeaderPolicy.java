package io.abcast.zab;

/**
 * The leader's side of a {@link BroadcastPolicy} in one epoch. Decides whether the leader announces commits. Times are
 * on the node's clock, in nanoseconds. Only called by the node's thread.
 */
public interface LeaderPolicy {
    /** The leader announces every commit. */
    LeaderPolicy ALWAYS_COMMITS = () -> true;

    /** The leader announces no commit. */
    LeaderPolicy NEVER_COMMITS = () -> false;

    /** Whether Zab's mode is on. In this mode followers ack to the leader alone, and the leader announces commits. */
    boolean zab();

    /** Reports a follower's vote, which came with an ack. */
    default void onVote(int rank, boolean zab, long nowNanos) {}

    /** Reports that {@code count} followers are up now. */
    default void onFollowers(int count, long nowNanos) {}

    /** Reports that the follower's session has ended, so that its vote no longer counts. */
    default void onGone(int rank) {}

    /** The reason for the present mode. */
    default String reason() {
        return "";
    }
}
