package io.abcast.zab;

import java.util.TreeMap;

/**
 * Remembers leaders that this member has followed without success, so that they are not elected again and again. Either one has never answered: its votes
 * arrive, but it may receive none, since a link may fail right after a vote has named this member, and votes of version 1 do not name anybody. Or one
 * brief session after the other broke: a link that fails every few milliseconds lets votes pass, and no session. A leader that needs more time is not meant: another
 * one would need it again.
 */
final class FailedLeaders {
    /** After so many brief sessions, one after the other, the leader is passed over. */
    private static final int SESSIONS_MAX = 3;

    /** In election timeouts: a session that lasts as long is not brief. */
    private static final int BRIEF_TIMEOUTS = 2;

    /** In election timeouts, the longest time for which a leader is passed over. */
    private static final int SILENCES_MAX = 4;

    /** In election timeouts: sessions that end further apart have nothing to do with one another. */
    private static final int APART_TIMEOUTS = 8;

    /** In election timeouts, for how long a leader is passed over that has not answered. Waiting for the next one takes one, which may not answer either. */
    private static final int UNANSWERED_TIMEOUTS = 2;

    private static final class Attempts {
        int sessions;
        long endedNanos;
        boolean passedOver;
        long untilNanos;
    }

    private final long electionTimeoutNanos;
    private final long briefNanos;

    /** By server id; at most one for each member that was ever followed since a leader was established. */
    private final TreeMap<Integer, Attempts> leaders = new TreeMap<>();

    FailedLeaders(ZabConfig config) {
        electionTimeoutNanos = config.electionTimeoutNanos();
        // A leader whose own time is up ends its sessions, too.
        briefNanos = Math.min(BRIEF_TIMEOUTS * electionTimeoutNanos, config.phaseNanos() / 2);
    }

    /** That member has not answered this one. */
    void hasNotAnswered(int id, long nowNanos) {
        passOver(attempts(id), UNANSWERED_TIMEOUTS, nowNanos);
    }

    /**
     * A session with that member has ended before it was established.
     *
     * @param broke whether one of the two has broken it off; otherwise this member has waited for too long
     * @param lastedNanos for how long it lasted
     */
    void hasEnded(int id, boolean broke, long lastedNanos, long nowNanos) {
        Attempts attempts = attempts(id);
        boolean brief = broke && lastedNanos < briefNanos;
        boolean apart = nowNanos - attempts.endedNanos > APART_TIMEOUTS * electionTimeoutNanos;
        if (apart || !brief) attempts.sessions = 0;
        attempts.endedNanos = nowNanos;
        if (!brief) return;
        attempts.sessions = Math.min(attempts.sessions + 1, SESSIONS_MAX + SILENCES_MAX);
        int silences = Math.min(SILENCES_MAX, attempts.sessions - SESSIONS_MAX + 1);
        if (silences > 0) passOver(attempts, silences, nowNanos);
    }

    private Attempts attempts(int id) {
        return leaders.computeIfAbsent(id, leader -> new Attempts());
    }

    private void passOver(Attempts attempts, int silences, long nowNanos) {
        attempts.passedOver = true;
        attempts.untilNanos = nowNanos + silences * electionTimeoutNanos;
    }

    /** A leader is established. */
    void forget() {
        leaders.clear();
    }

    /** Whether that member must not be chosen now. */
    boolean isPassedOver(int id, long nowNanos) {
        Attempts attempts = leaders.get(id);
        if (attempts == null || !attempts.passedOver) return false;
        attempts.passedOver = nowNanos - attempts.untilNanos < 0;
        return attempts.passedOver;
    }
}
