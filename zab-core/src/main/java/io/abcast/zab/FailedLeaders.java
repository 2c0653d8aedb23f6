package io.abcast.zab;

import java.util.TreeMap;

/**
 * Remembers leaders that this member has followed without success, so that this member does not choose such a leader
 * repeatedly. There are two cases.
 * <ul>
 * <li>The leader has never answered. For example, the link fails only in the direction to the leader: this member
 * receives the leader's votes, and the leader receives nothing. A vote names the members from which its sender has
 * received votes, but the link may fail later. Votes in version 1 of the wire format name no members. <li>Several brief
 * sessions with the leader broke in a row. If a link fails every few milliseconds, votes arrive, but no session lasts.
 * </ul> A leader that is only slow is not passed over, because another leader would need the same time again.
 */
final class FailedLeaders {
    /** Number of brief sessions in a row after which the leader is passed over. */
    private static final int SESSIONS_MAX = 3;

    /** Minimum length, in election timeouts, of a session that is not brief. */
    private static final int BRIEF_TIMEOUTS = 2;

    /** Maximum time for which a leader is passed over, in election timeouts. */
    private static final int SILENCES_MAX = 4;

    /** Maximum time between the ends of two brief sessions that count as "in a row", in election timeouts. */
    private static final int APART_TIMEOUTS = 8;

    /**
     * Number of election timeouts for which a leader that has not answered is passed over. The value is two because one
     * timeout already passes while this member waits for the next leader, which may not answer either.
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
     * The attempts to follow each leader, by the leader's server id. The map has an entry only for members that this
     * member has followed since a leader was last established.
     */
    private final TreeMap<Integer, Attempts> leaders = new TreeMap<>();

    FailedLeaders(ZabConfig config) {
        electionTimeoutNanos = config.electionTimeoutNanos();
        // A leader also ends its sessions when its phase timeout expires. Such a session must not
        // count as brief.
        briefNanos = Math.min(BRIEF_TIMEOUTS * electionTimeoutNanos, config.phaseNanos() / 2);
    }

    /** Reports that the leader has not answered this member. */
    void hasNotAnswered(int id, long nowNanos) {
        passOver(attempts(id), UNANSWERED_TIMEOUTS, nowNanos);
    }

    /**
     * Reports that a session with the leader has ended before the leader was established.
     *
     * @param broke true if one of the two sides has broken off the session; false if this member has waited too long
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

    /** Forgets all attempts, because a leader is established. */
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
