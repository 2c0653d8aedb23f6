package io.abcast.jgroups.health;

import java.util.Locale;

/** What a member warns of. */
public enum Warning {
    /** The log takes long to become durable. */
    SLOW_SYNC("The log takes longer than warn_sync_time to become durable"),
    /** A follower's acks stay behind. */
    FOLLOWER_LAG("Leader: a follower is more than warn_follower_lag behind"),
    /** A snapshot takes long: to be written, to be fetched, or to be sent. */
    SLOW_SNAPSHOT("A snapshot takes longer than warn_snapshot_time to be written, sent or fetched"),
    /** Little room is left for the data directory. */
    DISK_LOW("Less is free for data_dir than warn_disk_free or warn_disk_free_percent"),
    /** The wall clock was set, or the host was suspended. */
    CLOCK_JUMP("The wall clock jumped by more than warn_clock_jump"),
    /** The whole process stood still. */
    PAUSE("This process stood still for longer than warn_pause"),
    /** The event loop does not come round. */
    LOOP_STALL("The event loop has not come round for longer than warn_pause"),
    /** A member of the ensemble is not there. */
    MEMBER_ABSENT("Leader: a member has not followed for longer than warn_absence"),
    /** Soon requests will be refused. */
    REQUESTS_NEAR_BOUND(
            "More than warn_requests_percent of pending_max or pending_bytes_max are in use"),
    /** Soon no member can connect. */
    CERTIFICATE_EXPIRY("A certificate expires within warn_certificate_days");

    private final String meaning;

    Warning(String meaning) {
        this.meaning = meaning;
    }

    /** As in attributes and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** When it is given, in one clause. */
    public String meaning() {
        return meaning;
    }
}
