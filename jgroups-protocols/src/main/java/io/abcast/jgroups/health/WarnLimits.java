package io.abcast.jgroups.health;

/**
 * Thresholds of a member's warnings to its operator. A member warns while a figure is above the figure's threshold,
 * unless the text of the threshold states otherwise. A threshold of 0 disables the warning about its figure.
 *
 * @param syncNanos threshold for the duration of one log sync, in ns.
 * @param lagNanos threshold for the age of the oldest entry that a follower has not acked, in ns.
 * @param snapshotNanos threshold for the duration of writing, sending or fetching one snapshot, in ns.
 * @param absenceNanos threshold for the time for which a member has not followed an established leader, in ns.
 * @param pauseNanos threshold for a stall of the process or of the event loop, in ns.
 * @param clockJumpNanos threshold for a step of the wall clock against the monotonic clock, in ns.
 * @param diskFreeBytes free space for the data directory, in bytes, below which a member warns.
 * @param diskFreePercent free part of the file system of the data directory, in percent, below which a member warns.
 * @param requestsPercent threshold for the used part of the bounds on unanswered requests, in percent.
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
    /** A {@code WarnLimits} whose thresholds are all 0, so that all warnings are disabled. */
    public static final WarnLimits OFF = new WarnLimits(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
