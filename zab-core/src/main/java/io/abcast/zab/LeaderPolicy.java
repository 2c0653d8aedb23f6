package io.abcast.zab;

/**
 * The leader's side of a {@link BroadcastPolicy} in one epoch: whether it announces commits. Times are the node's, in
 * nanoseconds. Thread rule: the node's.
 */
public interface LeaderPolicy {
    /** The leader announces every commit, always. */
    LeaderPolicy ALWAYS_COMMITS = () -> true;

    /** The leader announces no commit. */
    LeaderPolicy NEVER_COMMITS = () -> false;

    /** Whether Zab's mode is on: followers ack to the leader alone, and the leader announces commits. */
    boolean zab();

    /** A follower's vote came, with an ack. */
    default void onVote(int rank, boolean zab, long nowNanos) {}

    /** The followers that are up are {@code count} now: one of them came or went if {@code rank} is not negative. */
    default void onFollowers(int count, long nowNanos) {}

    /** The follower's session has ended, and its vote with it. */
    default void onGone(int rank) {}

    /** Why the mode is what it is. */
    default String reason() {
        return "";
    }
}
