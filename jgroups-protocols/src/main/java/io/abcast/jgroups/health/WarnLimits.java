package io.abcast.jgroups.health;

/**
 * Thresholds of the warnings. A member warns above a threshold unless stated otherwise; 0 disables a warning.
 *
 * @param syncNanos duration of one log sync.
 * @param lagNanos age of the oldest entry that a follower has not acked.
 * @param snapshotNanos duration of writing, sending or fetching one snapshot.
 * @param absenceNanos time for which a member has not followed an established leader.
 * @param pauseNanos stall of the process or of the event loop.
 * @param clockJumpNanos step of the wall clock against the monotonic clock.
 * @param diskFreeBytes free space for the data directory, below which a member warns.
 * @param diskFreePercent free part of the file system of the data directory, in percent, below which a member warns.
 * @param requestsPercent used part of the bounds on unanswered requests, in percent.
 * @param certificateDays remaining validity of a TLS certificate, in days, below which a member warns.
 */
public record WarnLimits(
        long syncNanos,
        long lagNanos,
        long snapshotNanos,
        long absenceNanos,
        long pauseNanos,
        long clockJumpNanos,
        long diskFreeBytes,
        int diskFreePercent,
        int requestsPercent,
        int certificateDays) {
    /** Disables all warnings. */
    public static final WarnLimits OFF = new WarnLimits(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
