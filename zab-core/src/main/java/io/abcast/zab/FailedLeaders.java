package io.abcast.zab;

import java.util.TreeMap;

/**
 * Remembers leaders that this member has followed without success, so that it does not choose them again and again.
 * There are two cases.
 * <ul>
 * <li>The leader has never answered. Its votes arrive, but it may receive no message: a link may fail right after a
 * vote has named this member, and votes of version 1 do not name the members that the sender has received votes from.
 * <li>Several brief sessions in a row broke. A link that fails every few milliseconds lets votes pass, but no session.
 * </ul>
 * A leader that needs more time is not passed over: another leader would need that time again.
 */
final class FailedLeaders {
    /** Brief sessions in a row after which the leader is passed over. */
    private static final int SESSIONS_MAX = 3;

    /** Minimum length, in election timeouts, of a session that is not brief. */
    private static final int BRIEF_TIMEOUTS = 2;

    /** Number of election timeouts: maximum time for which a leader is passed over. */
    private static final int SILENCES_MAX = 4;

    /** Number of election timeouts: sessions that end further apart do not add up. */
    private static final int APART_TIMEOUTS = 8;

    /**
     * Number of election timeouts for which a leader that has not answered is passed over. One timeout passes while
     * this member waits for the next leader, which may not answer either.
     */
    private static final int UNANSWERED_TIMEOUTS = 2;

    private static final class Attempts {
        int sessions;
        long endedNanos;
        boolean passedOver;
        long untilNanos;
    }

    private final long electionTimeoutNanos;
    private final long briefNanos;

    /** By server id. Holds at most one entry for each member that was followed since a leader was last established. */
    private final TreeMap<Integer, Attempts> leaders = new TreeMap<>();

    FailedLeaders(ZabConfig config) {
        electionTimeoutNanos = config.electionTimeoutNanos();
        // A leader whose phase timeout expires ends its sessions, too.
        briefNanos = Math.min(BRIEF_TIMEOUTS * electionTimeoutNanos, config.phaseNanos() / 2);
    }

    /** Reports that the leader has not answered this member. */
    void hasNotAnswered(int id, long nowNanos) {
        passOver(attempts(id), UNANSWERED_TIMEOUTS, nowNanos);
    }

    /**
     * Reports that a session with the leader has ended before the leader was established.
     *
     * @param broke whether one of the two sides has broken off the session; otherwise this member has waited for too
     *     long
     * @param lastedNanos duration of the session
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

    /** Forgets all attempts: a leader is established. */
    void forget() {
        leaders.clear();
    }

    /** Whether member {@code id} must not be chosen now. */
    boolean isPassedOver(int id, long nowNanos) {
        Attempts attempts = leaders.get(id);
        if (attempts == null || !attempts.passedOver) return false;
        attempts.passedOver = nowNanos - attempts.untilNanos < 0;
        return attempts.passedOver;
    }
}
