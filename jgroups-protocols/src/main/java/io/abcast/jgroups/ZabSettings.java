package io.abcast.jgroups;

import io.abcast.zab.ZabConfig;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes of all protocols of the Zab family, in addition to the attributes of {@link AbcastSettings}. */
public abstract class ZabSettings extends AbcastProtocol {
    private static final ZabConfig DEFAULTS = ZabConfig.defaults();
    private static final long MILLI = 1_000_000;

    @Property(
            description =
                    "Whether requests that arrive together travel in one proposal, one ack and one commit. False: one"
                            + " proposal, one ack and one commit per request, as EL-Sanosi 2018 counts messages;"
                            + " slow. Default: true",
            writable = false)
    private boolean batching = DEFAULTS.batching();

    @Property(
            description =
                    "Maximum number of bytes of entries that a leader has proposed and not yet committed; further"
                            + " entries wait. Unit: bytes. Range: 1.. Default: 16777216 (16 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long outstanding_bytes_max = DEFAULTS.outstandingBytesMax();

    @Property(
            description =
                    "Maximum number of bytes of entries that a leader has sent to one follower without its ack;"
                            + " further entries wait. Unit: bytes. Range: 1.. Default: 8388608 (8 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long window_bytes_max = DEFAULTS.windowBytesMax();

    @Property(
            description =
                    "Maximum number of bytes of entries in one proposal message; a message carries at least one entry."
                            + " Unit: bytes. Range: 1.. Default: 262144 (256 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int proposal_bytes_max = DEFAULTS.proposalBytesMax();

    @Property(
            description =
                    "Maximum number of bytes of entries kept in memory for lagging followers; older entries are read"
                            + " from the log. Unit: bytes. Range: 1.. Default: 8388608 (8 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long cache_bytes_max = DEFAULTS.cacheBytesMax();

    @Property(
            description =
                    "Interval at which an electing member repeats its vote. Unit: ms. Range: 1.. Default: 100",
            type = AttributeType.TIME,
            writable = false)
    private long vote_interval = DEFAULTS.voteIntervalNanos() / MILLI;

    @Property(
            description =
                    "Time that an electing member keeps collecting votes after a quorum has agreed. Unit: ms. Range:"
                            + " 1.. Default: 50",
            type = AttributeType.TIME,
            writable = false)
    private long finalize_wait = DEFAULTS.finalizeWaitNanos() / MILLI;

    @Property(
            description =
                    "Minimum time without a heartbeat before a follower starts an election. A leader gives up after"
                            + " the same time without a quorum of answers. Unit: ms. Range: two heartbeat_intervals.."
                            + " Default: 1500",
            type = AttributeType.TIME,
            writable = false)
    private long election_timeout = DEFAULTS.electionTimeoutNanos() / MILLI;

    @Property(
            description =
                    "Maximum time without progress in discovery and in synchronisation; after it the member starts an"
                            + " election. Unit: ms. Range: 1.. Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    private long phase_timeout = DEFAULTS.phaseNanos() / MILLI;

    @Property(
            description =
                    "Maximum time for which a leader delays a commit that no client waits for, to piggyback it on the"
                            + " next proposal. The leader delays commits only while proposals follow within this"
                            + " time; 0 disables the delay. Unit: ms. Range: 0.. Default: 2",
            type = AttributeType.TIME,
            writable = false)
    private long commit_wait = DEFAULTS.commitWaitNanos() / MILLI;

    @Property(
            description =
                    "Minimum saving on the leader's link for which a leader casts a snapshot to all followers that"
                            + " fetch it. The saving is the sum of the bytes that these followers lack, less one"
                            + " copy. Casts need COOPER below in the stack, with the same ids. Unit: bytes. Range:"
                            + " 0.. Default: 33554432 (32 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    long cast_snapshot_bytes_min = 32 << 20;

    @Override
    void checkOwnRanges() {
        atLeast("cast_snapshot_bytes_min", cast_snapshot_bytes_min, 0);
        atLeast("outstanding_bytes_max", outstanding_bytes_max, 1);
        atLeast("window_bytes_max", window_bytes_max, 1);
        atLeast("proposal_bytes_max", proposal_bytes_max, 1);
        atLeast("cache_bytes_max", cache_bytes_max, 1);
        atLeast("vote_interval", vote_interval, 1);
        atLeast("finalize_wait", finalize_wait, 1);
        atLeast("phase_timeout", phase_timeout, 1);
        atLeast("commit_wait", commit_wait, 0);
        checkSilence(election_timeout);
    }

    final ZabConfig config() {
        return new ZabConfig(
                batching,
                bootstrap,
                joining,
                nodePayloadBytesMax(),
                nodePendingMax(),
                nodePendingBytesMax(),
                outstanding_bytes_max,
                window_bytes_max,
                proposal_bytes_max,
                cache_bytes_max,
                snapshot_every_bytes,
                snapshot_chunk_bytes,
                vote_interval * MILLI,
                finalize_wait * MILLI,
                heartbeat_interval * MILLI,
                election_timeout * MILLI,
                phase_timeout * MILLI,
                commit_wait * MILLI);
    }
}
