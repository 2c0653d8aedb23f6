package io.abcast.zab;

import java.util.TreeMap;

/**
 * Remembers which leaders this member has followed without success, so that this member does not choose a failed leader
 * repeatedly. A leader counts as failed in two cases: it has never answered, or several brief sessions broke in a row.
 * <ul>
 * <li>First case: the leader has never answered this member. For example, if a link fails in one direction only, this
 * member
 *     receives the leader's votes, but the leader receives no message of this member. A vote names the members from
 *     which its sender has received votes, but the link may fail later, and votes of wire format version 1 name no
 *     members.
 * <li>Second case: several brief sessions of this member with the leader broke in a row. For example, if a link fails
 * every few
 *     milliseconds, votes of the leader arrive, but no session lasts.
 * </ul> This member does not avoid a leader that is only slow, because another leader would need as much time for its
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
     * Number of election timeouts for which this member does not choose a leader that has not answered it. The value is
     * 2, because this member tries the next leader for one election timeout, and must not return to the first one
     * before it has tried a third.
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

    /**
     * This member's unsuccessful attempts to follow each leader, by the leader's server id. A member clears its list of
     * attempts when a leader is established.
     */
    private final TreeMap<Integer, Attempts> leaders = new TreeMap<>();

    FailedLeaders(ZabConfig config) {
        electionTimeoutNanos = config.electionTimeoutNanos();
        // A leader that makes no progress ends its sessions at its phase timeout. A session that
        // ended at the leader's phase timeout must not count as brief.
        briefNanos = Math.min(BRIEF_TIMEOUTS * electionTimeoutNanos, config.phaseNanos() / 2);
    }

    /** Records that member {@code id}, which this member tried to follow as leader, has never answered. */
    void hasNotAnswered(int id, long nowNanos) {
        passOver(attempts(id), UNANSWERED_TIMEOUTS, nowNanos);
    }

    /**
     * Records that this member's session with the leader {@code id} has ended before the leader was established.
     *
     * @param broke whether the leader or this member has broken off the session; false if the session ended because
     *     this member has waited too long
     * @param lastedNanos duration of the ended session in ns
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

    /** Forgets all attempts to follow leaders, because a leader is established. */
    void forget() {
        leaders.clear();
    }

    /** Whether this member must not vote for member {@code id} now, because {@code id} counts as a failed leader. */
    boolean isPassedOver(int id, long nowNanos) {
        Attempts attempts = leaders.get(id);
        if (attempts == null || !attempts.passedOver) return false;
        attempts.passedOver = nowNanos - attempts.untilNanos < 0;
        return attempts.passedOver;
    }
}
