package io.abcast.zab;

/**
 * Remembers a leader that this member has followed without success, so that it is not elected again and again. Either it has never answered: its votes
 * arrive, but it may receive none, since a link may fail right after a vote has named this member, and votes of version 1 do not name anybody. Or one
 * brief session after the other broke: a link that fails every few milliseconds lets votes pass, and no session. A leader that needs more time is not meant: another
 * one would need it again.
 */
final class VainLeader {
    private static final int NOBODY = 0;

    /** After so many brief sessions, one after the other, the leader is passed over. */
    private static final int SESSIONS_MAX = 3;

    /** In silence timeouts, what is longer than any brief session. */
    private static final int BRIEF_SILENCES = 2;

    /** In silence timeouts, the longest time for which a leader is passed over. */
    private static final int SILENCES_MAX = 4;

    private final long silenceNanos;
    private int leader = NOBODY;
    private int sessions;
    private long untilNanos;

    VainLeader(long silenceNanos) {
        this.silenceNanos = silenceNanos;
    }

    /** That member has not answered this one. */
    void hasNotAnswered(int id, long nowNanos) {
        remember(id);
        passOver(1, nowNanos);
    }

    /**
     * A session with that member has ended before it was established.
     *
     * @param broke whether one of the two has broken it off; otherwise this member has waited for too long
     * @param lastedNanos for how long it lasted
     */
    void hasEnded(int id, boolean broke, long lastedNanos, long nowNanos) {
        remember(id);
        boolean brief = broke && lastedNanos < BRIEF_SILENCES * silenceNanos;
        sessions = brief ? sessions + 1 : 0;
        if (sessions >= SESSIONS_MAX)
            passOver(Math.min(SILENCES_MAX, sessions - SESSIONS_MAX + 1), nowNanos);
    }

    private void remember(int id) {
        if (id == leader) return;
        leader = id;
        sessions = 0;
        untilNanos = Long.MIN_VALUE;
    }

    private void passOver(int silences, long nowNanos) {
        untilNanos = Math.max(untilNanos, nowNanos + silences * silenceNanos);
    }

    /** A leader is established. */
    void forget() {
        leader = NOBODY;
    }

    /** Whether that member must not be chosen now. */
    boolean isPassedOver(int id, long nowNanos) {
        return id == leader && nowNanos < untilNanos;
    }
}
