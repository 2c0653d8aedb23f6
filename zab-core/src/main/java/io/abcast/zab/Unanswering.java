package io.abcast.zab;

/**
 * Remembers, for one silence timeout, a leader that this member has followed and that has never answered. Its votes arrive, but it
 * may receive none: a link may fail right after a vote has named this member, and votes of version 1 do not name anybody. An ensemble would
 * elect such a member again and again.
 */
final class Unanswering {
    private final long silenceNanos;
    private int leader;
    private long untilNanos;

    Unanswering(long silenceNanos) {
        this.silenceNanos = silenceNanos;
    }

    /** That member has not answered this one. */
    void add(int id, long nowNanos) {
        leader = id;
        untilNanos = nowNanos + silenceNanos;
    }

    boolean contains(int id, long nowNanos) {
        return id == leader && nowNanos < untilNanos;
    }
}
