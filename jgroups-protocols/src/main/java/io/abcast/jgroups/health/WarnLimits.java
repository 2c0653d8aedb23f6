package io.abcast.jgroups.health;

/**
 * Beyond what a member warns; 0 of each: never.
 *
 * @param syncNanos one sync of the log
 * @param lagNanos how long a follower owes the ack of an entry
 * @param snapshotNanos writing, sending or fetching one snapshot
 * @param absenceNanos how long a member does not follow an established leader
 * @param pauseNanos standing still
 * @param clockJumpNanos a step of the wall clock against the monotonic one
 * @param diskFreeBytes free for the data directory
 * @param diskFreePercent of the size of its file system
 * @param requestsPercent of the bounds on unanswered requests
 * @param certificateDays before the end of a certificate
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
    /** No warnings at all. */
    public static final WarnLimits OFF = new WarnLimits(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
