package io.abcast.jgroups;

import io.abcast.zab.ZabConfig;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/** The attributes that the protocols of the Zab family have in common, beside those of {@link AbcastSettings}. */
public abstract class ZabSettings extends AbcastProtocol {
    private static final ZabConfig DEFAULTS = ZabConfig.defaults();
    private static final long MILLI = 1_000_000;

    @Property(
            description =
                    "True: what comes together travels together. False: one proposal, one ack and one"
                            + " commit per request, as EL-Sanosi 2018 counts messages; slow. Default: true",
            writable = false)
    private boolean batching = DEFAULTS.batching();

    @Property(
            description =
                    "Leader: bytes of entries proposed and not yet committed; more wait. Unit: bytes."
                            + " Range: 1.. Default: 16777216 (16 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long outstanding_bytes_max = DEFAULTS.outstandingBytesMax();

    @Property(
            description =
                    "Leader: bytes of entries sent to one follower and not yet acked by it; more wait."
                            + " Unit: bytes. Range: 1.. Default: 8388608 (8 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long window_bytes_max = DEFAULTS.windowBytesMax();

    @Property(
            description =
                    "Bytes of entries in one proposal message, which carries at least one entry. Unit:"
                            + " bytes. Range: 1.. Default: 262144 (256 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int proposal_bytes_max = DEFAULTS.proposalBytesMax();

    @Property(
            description =
                    "Bytes of entries kept in memory for followers that lag; older ones are read from the"
                            + " log. Unit: bytes. Range: 1.. Default: 8388608 (8 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long cache_bytes_max = DEFAULTS.cacheBytesMax();

    @Property(
            description =
                    "How often a member that looks for a leader repeats its vote. Unit: ms. Range: 1.."
                            + " Default: 100",
            type = AttributeType.TIME,
            writable = false)
    private long vote_interval = DEFAULTS.voteIntervalNanos() / MILLI;

    @Property(
            description =
                    "How long it waits for better votes once a quorum agrees. Unit: ms. Range: 1.."
                            + " Default: 50",
            type = AttributeType.TIME,
            writable = false)
    private long finalize_wait = DEFAULTS.finalizeWaitNanos() / MILLI;

    @Property(
            description =
                    "How long a follower goes on without hearing the leader, and the leader without"
                            + " hearing a quorum. Unit: ms. Range: two heartbeat_intervals.. Default: 1500",
            type = AttributeType.TIME,
            writable = false)
    private long election_timeout = DEFAULTS.electionTimeoutNanos() / MILLI;

    @Property(
            description =
                    "How long discovery and synchronisation may make no progress. Unit: ms. Range: 1.."
                            + " Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    private long phase_timeout = DEFAULTS.phaseNanos() / MILLI;

    @Property(
            description =
                    "Leader: how long a commit for which nobody waits is kept back, at most, so that it rides on the next"
                            + " proposal: while proposals come so soon. Unit: ms. Range: 0.. (0: not at all) Default: 2",
            type = AttributeType.TIME,
            writable = false)
    private long commit_wait = DEFAULTS.commitWaitNanos() / MILLI;

    @Property(
            description =
                    "Leader: a snapshot is cast to the followers that fetch it where that spares the leader's link at least so much,"
                            + " one copy in place of what they all lack, and COOPER stands below, with the same ids. Unit: bytes. Range: 0.. Default: 33554432 (32 MiB)",
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
                payload_bytes_max,
                pending_max,
                pending_bytes_max,
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
