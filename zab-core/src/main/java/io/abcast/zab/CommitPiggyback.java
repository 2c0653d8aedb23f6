package io.abcast.zab;

/**
 * Whether commits for which nobody waits are kept back for a moment, to ride on the next proposal: with few clients, each of which sends
 * its next request as soon as it has its answer, that saves a message to every follower that has none of them. But what comes next may
 * hang on the commit itself, such as a client elsewhere that watches what was written. So one that waited in vain is followed by some that
 * do not wait, and by twice as many when it happens again.
 */
final class CommitPiggyback {
    private static final long NONE = Long.MIN_VALUE;

    /** After one that waited in vain so many do not wait, at most. */
    private static final int SPARED_MAX = 1024;

    private final long waitNanos;

    /** Since when commits wait. */
    private long since = NONE;

    /** How many shall not wait. */
    private int spared;

    private int penalty;

    /** @param waitNanos how long a commit waits at most; 0: none does */
    CommitPiggyback(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    /** There is a commit for which nobody waits. @return whether it waits */
    boolean waits(long now) {
        if (since != NONE) return true;
        if (waitNanos == 0) return false;
        if (spared > 0) {
            spared--;
            return false;
        }
        since = now;
        return true;
    }

    boolean anyWaits() {
        return since != NONE;
    }

    /** How long those that wait have to wait yet; 0: they have waited in vain. A timer may expire a little early. */
    long restNanos(long now) {
        long rest = since + waitNanos - now;
        return rest <= waitNanos / 8 ? 0 : rest;
    }

    /** A proposal has taken along what waited. */
    void rode() {
        if (since != NONE) penalty = 0;
        since = NONE;
    }

    /** What waited was sent because somebody waited for it. */
    void sent() {
        since = NONE;
    }

    /** What waited was sent alone after all. */
    void missed() {
        since = NONE;
        penalty = Math.min(Math.max(1, 2 * penalty), SPARED_MAX);
        spared = penalty;
    }
}
