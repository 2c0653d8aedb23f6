package io.abcast.jgroups;

import io.abcast.jgroups.health.WarnLimits;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes that say beyond what a member warns; see {@link io.abcast.jgroups.health.Warning}. */
abstract class WarnSettings extends AbcastSettings {
    private static final long MILLI = 1_000_000;

    @Property(
            description =
                    "A sync of the log that takes longer is warned of; 0: none is. Unit: ms. Range: 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_sync_time = 1_000;

    @Property(
            description =
                    "Leader: a follower that owes the ack of an entry for longer is warned of; 0: none is. Unit: ms."
                            + " Range: 0.. Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_follower_lag = 5_000;

    @Property(
            description =
                    "A snapshot that takes longer to be written, sent or fetched is warned of; 0: none is. Unit: ms."
                            + " Range: 0.. Default: 60000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_snapshot_time = 60_000;

    @Property(
            description =
                    "Leader: a member that does not follow for longer is warned of; 0: none is. Unit: ms. Range: 0.."
                            + " Default: 60000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_absence = 60_000;

    @Property(
            description =
                    "The process, or its event loop alone, standing still for longer is warned of; 0: never. Unit: ms."
                            + " Range: 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_pause = 1_000;

    @Property(
            description =
                    "A larger step of the wall clock against the monotonic one is warned of; 0: none is. Unit: ms."
                            + " Range: 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_clock_jump = 1_000;

    @Property(
            description =
                    "Less free space for data_dir is warned of; 0: see warn_disk_free_percent. Unit: bytes. Range: 0.."
                            + " Default: 1073741824 (1 GiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long warn_disk_free = 1L << 30;

    @Property(
            description =
                    "A smaller free part of the file system of data_dir is warned of; 0: see warn_disk_free. Unit: %."
                            + " Range: 0..100. Default: 5",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_disk_free_percent = 5;

    @Property(
            description =
                    "A larger part of pending_max or pending_bytes_max in use is warned of; 0: none is. Unit: %. Range:"
                            + " 0..100. Default: 90",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_requests_percent = 90;

    @Property(
            description =
                    "A certificate of this member that ends sooner is warned of, where TCP uses TLS; 0: none is. Unit:"
                            + " days. Range: 0.. Default: 30",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_certificate_days = 30;

    /** Checks them. @throws IllegalArgumentException with expected and actual */
    final void checkWarnRanges() {
        atLeast("warn_sync_time", warn_sync_time, 0);
        atLeast("warn_follower_lag", warn_follower_lag, 0);
        atLeast("warn_snapshot_time", warn_snapshot_time, 0);
        atLeast("warn_absence", warn_absence, 0);
        atLeast("warn_pause", warn_pause, 0);
        atLeast("warn_clock_jump", warn_clock_jump, 0);
        atLeast("warn_disk_free", warn_disk_free, 0);
        percent("warn_disk_free_percent", warn_disk_free_percent);
        percent("warn_requests_percent", warn_requests_percent);
        atLeast("warn_certificate_days", warn_certificate_days, 0);
    }

    private void percent(String attribute, int value) {
        if (value < 0 || value > 100) throw wrong(attribute, "0..100", value);
    }

    final WarnLimits warnLimits() {
        return new WarnLimits(
                warn_sync_time * MILLI,
                warn_follower_lag * MILLI,
                warn_snapshot_time * MILLI,
                warn_absence * MILLI,
                warn_pause * MILLI,
                warn_clock_jump * MILLI,
                warn_disk_free,
                warn_disk_free_percent,
                warn_requests_percent,
                warn_certificate_days);
    }
}
