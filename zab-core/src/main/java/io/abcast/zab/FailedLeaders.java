package io.abcast.zab;

import java.util.TreeMap;

/**
 * Remembers which leaders this member has followed without success, so that this member does not choose a failed leader
 * repeatedly. A leader counts as failed in two cases:
 *
 * <ul>
 *   <li>The leader has never answered this member, for example because a link fails in one direction only. A vote names
 *       the members from which its sender has received votes, but the link may fail later, and votes of wire format
 *       version 1 name no members.
 *   <li>Several brief sessions of this member with the leader broke in a row, for example because a link fails every
 *       few milliseconds.
 * </ul>
 *
 * <p>This member does not avoid a leader that is only slow, because another leader would need as much time for its
 * synchronisation.
 */
final class FailedLeaders {
    /** Number of successive brief sessions with a leader after which this member no longer chooses the leader. */
    private static final int SESSIONS_MAX = 3;

    /** A session with a leader that broke earlier than after this number of election timeouts counts as brief. */
    private static final int BRIEF_TIMEOUTS = 2;

    /** Maximum time for which this member does not choose a failed leader, in election timeouts. */
    private static final int SILENCES_MAX = 4;

    /**
     * Maximum time, in election timeouts, between the ends of two brief sessions with a leader that count as
     * successive.
     */
    private static final int APART_TIMEOUTS = 8;

    /**
     * Number of election timeouts for which this member does not choose a leader that has not answered it. With 2, it
     * tries a third leader before it returns to the first.
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

    private final TreeMap<Integer, Attempts> leaders = new TreeMap<>();

    FailedLeaders(ZabConfig config) {
        electionTimeoutNanos = config.electionTimeoutNanos();
        // A leader that makes no progress ends its sessions at its phase timeout. A session that
        // ended at the leader's phase timeout must not count as brief.
        briefNanos = Math.min(BRIEF_TIMEOUTS * electionTimeoutNanos, config.phaseNanos() / 2);
    }

    void hasNotAnswered(int id, long nowNanos) {
        passOver(attempts(id), UNANSWERED_TIMEOUTS, nowNanos);
    }

    /**
     * @param broke whether the leader or this member has broken off the session; false if the session ended because
     *     this member has waited too long
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

    void forget() {
        leaders.clear();
    }

    boolean isPassedOver(int id, long nowNanos) {
        Attempts attempts = leaders.get(id);
        if (attempts == null || !attempts.passedOver) return false;
        attempts.passedOver = nowNanos - attempts.untilNanos < 0;
        return attempts.passedOver;
    }
}
