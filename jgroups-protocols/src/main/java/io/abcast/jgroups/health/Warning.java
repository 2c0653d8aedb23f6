package io.abcast.jgroups.health;

import java.util.Locale;

/** The conditions that a member warns about. */
public enum Warning {
    /** A sync of the log takes long. */
    SLOW_SYNC("A sync of the log takes longer than warn_sync_time"),
    /** The acks of a follower lag behind the leader. */
    FOLLOWER_LAG("Leader: a follower is more than warn_follower_lag behind"),
    /** Writing, fetching or sending a snapshot takes long. */
    SLOW_SNAPSHOT("Writing, sending or fetching a snapshot takes longer than warn_snapshot_time"),
    /** Little space is free for the data directory. */
    DISK_LOW("Less space is free for data_dir than warn_disk_free or warn_disk_free_percent"),
    /** The wall clock was set, or the host was suspended. */
    CLOCK_JUMP("The wall clock jumped by more than warn_clock_jump"),
    /** The whole process stalled. */
    PAUSE("This process stalled for longer than warn_pause"),
    /** The event loop stalls. */
    LOOP_STALL("The event loop has stalled for longer than warn_pause"),
    /** A member of the ensemble does not follow the leader. */
    MEMBER_ABSENT("Leader: a member has not followed for longer than warn_absence"),
    /** The number or the bytes of the unanswered requests have nearly reached their bound. */
    REQUESTS_NEAR_BOUND(
            "More than warn_requests_percent of pending_max or pending_bytes_max is in use"),
    /** A TLS certificate expires soon. */
    CERTIFICATE_EXPIRY("A TLS certificate expires within warn_certificate_days");

    private final String meaning;

    Warning(String meaning) {
        this.meaning = meaning;
    }

    /** The name of the warning in attributes and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The condition for which the warning is active, in one clause. */
    public String meaning() {
        return meaning;
    }
}
