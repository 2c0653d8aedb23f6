package io.abcast.jgroups.health;

import java.util.Locale;

/** The conditions about which a member warns the operator. */
public enum Warning {
    /** Warning that a sync of the log takes longer than its threshold. */
    SLOW_SYNC("A sync of the log takes longer than warn_sync_time"),
    /** Warning that the acks of a follower lag behind the leader by more than the threshold. */
    FOLLOWER_LAG("Leader: a follower is more than warn_follower_lag behind"),
    /** Warning that writing, fetching or sending a snapshot takes longer than its threshold. */
    SLOW_SNAPSHOT("Writing, sending or fetching a snapshot takes longer than warn_snapshot_time"),
    /** Warning that the file system of the data directory has less free space than the threshold. */
    DISK_LOW("Less space is free for data_dir than warn_disk_free or warn_disk_free_percent"),
    /** Warning that the wall clock was set by a jump, or that the host was suspended. */
    CLOCK_JUMP("The wall clock jumped by more than warn_clock_jump"),
    /** Warning that the whole process has stalled for longer than the threshold. */
    PAUSE("This process stalled for longer than warn_pause"),
    /** Warning that the event loop has stalled for longer than the threshold. */
    LOOP_STALL("The event loop has stalled for longer than warn_pause"),
    /** Warning that a member of the ensemble has not followed the leader for longer than the threshold. */
    MEMBER_ABSENT("Leader: a member has not followed for longer than warn_absence"),
    /** Warning that the number or the bytes of the unanswered requests have nearly reached their bound. */
    REQUESTS_NEAR_BOUND(
            "More than warn_requests_percent of pending_max or pending_bytes_max is in use"),
    /** Warning that a TLS certificate expires within the number of days of the threshold. */
    CERTIFICATE_EXPIRY("A TLS certificate expires within warn_certificate_days");

    private final String meaning;

    Warning(String meaning) {
        this.meaning = meaning;
    }

    /** Returns the name that this warning has in attributes and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the condition for which the warning is active, as one clause of a sentence. */
    public String meaning() {
        return meaning;
    }
}
