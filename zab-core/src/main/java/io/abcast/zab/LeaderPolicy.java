package io.abcast.zab;

/**
 * The leader's side of a {@link BroadcastPolicy} in one epoch. The policy decides whether the leader announces commits.
 * Times are on the node's clock, in nanoseconds. Only the node's thread calls the methods.
 */
public interface LeaderPolicy {
    /** The leader announces every commit. */
    LeaderPolicy ALWAYS_COMMITS = () -> true;

    /** The leader announces no commit. */
    LeaderPolicy NEVER_COMMITS = () -> false;

    /** Whether Zab's mode is on. In this mode followers ack to the leader alone, and the leader announces commits. */
    boolean zab();

    /** Reports a follower's vote for Zab's mode ({@code zab} is true) or against it. An ack carries the vote. */
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
