package io.abcast.jgroups;

import io.abcast.jgroups.health.WarnLimits;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * The attributes with the thresholds above which a member warns the operator, see
 * {@link io.abcast.jgroups.health.Warning}.
 */
abstract class WarnSettings extends AbcastSettings {
    private static final long MILLI = 1_000_000;

    @Property(
            description =
                    "Duration of a log sync above which this member warns; 0 disables the warning. Unit: ms. Range:"
                            + " 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_sync_time = 1_000;

    @Property(
            description =
                    "Lag of a follower above which its leader warns: the age of the oldest entry without the"
                            + " follower's ack; 0 disables the warning. Unit: ms. Range: 0.. Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_follower_lag = 5_000;

    @Property(
            description =
                    "Duration of writing, sending or fetching a snapshot above which this member warns; 0 disables the"
                            + " warning. Unit: ms. Range: 0.. Default: 60000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_snapshot_time = 60_000;

    @Property(
            description =
                    "Absence of a member above which the leader warns: the time since the member last followed; 0"
                            + " disables the warning. Unit: ms. Range: 0.. Default: 60000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_absence = 60_000;

    @Property(
            description =
                    "Stall of the process, or of its event loop alone, above which this member warns; 0 disables the"
                            + " warning. Unit: ms. Range: 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_pause = 1_000;

    @Property(
            description =
                    "Step of the wall clock against the monotonic clock above which this member warns; 0 disables the"
                            + " warning. Unit: ms. Range: 0.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long warn_clock_jump = 1_000;

    @Property(
            description =
                    "Free space for data_dir below which this member warns; 0: only warn_disk_free_percent counts."
                            + " Unit: bytes. Range: 0.. Default: 1073741824 (1 GiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long warn_disk_free = 1L << 30;

    @Property(
            description =
                    "Free part of the file system of data_dir below which this member warns; 0: only warn_disk_free"
                            + " counts. Unit: %. Range: 0..100. Default: 5",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_disk_free_percent = 5;

    @Property(
            description =
                    "Used part of pending_max or of pending_bytes_max above which this member warns; 0 disables the"
                            + " warning. Unit: %. Range: 0..100. Default: 90",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_requests_percent = 90;

    @Property(
            description =
                    "Remaining validity of a TLS certificate of this member below which it warns, where TCP uses TLS;"
                            + " 0 disables the warning. Unit: days. Range: 0.. Default: 30",
            type = AttributeType.SCALAR,
            writable = false)
    private int warn_certificate_days = 30;

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
