package io.abcast.jgroups;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabMessage;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Zab, atomic broadcast, as a JGroups protocol. Place it anywhere above GMS; use it through {@link AtomicBroadcast}.
 *
 * <pre>{@code <io.abcast.jgroups.ZAB members="1,2,3" id="1" data_dir="/var/lib/abcast" durability="fsync"/>}</pre>
 *
 * <p>{@code start()}, and with it {@code JChannel.connect()}, fails with one sentence when an attribute is wrong or the
 * data directory cannot be used.
 */
@MBean(description = "Zab: atomic broadcast with a leader; members may crash and recover")
public final class ZAB extends AbcastProtocol {
    static {
        ProtocolIds.register();
    }

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
                    "Whether a member without durable state votes from its first start. False: the first"
                            + " formation needs all members, because an empty member may be one that has forgotten."
                            + " Default: false",
            writable = false)
    private boolean bootstrap = DEFAULTS.bootstrap();

    @Property(
            description =
                    "Largest payload of a request. Unit: bytes. Range: 1.. Default: 1048576 (1 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int payload_bytes_max = DEFAULTS.payloadBytesMax();

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
                            + " log. Unit: bytes. Range: 1.. Default: 33554432 (32 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long cache_bytes_max = DEFAULTS.cacheBytesMax();

    @Property(
            description =
                    "Bytes delivered between two snapshots. Unit: bytes. Range: 1.. Default: 67108864 (64 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long snapshot_every_bytes = DEFAULTS.snapshotEveryBytes();

    @Property(
            description =
                    "Size of the chunks in which a follower fetches a snapshot. Unit: bytes. Range: 1.."
                            + " Default: 65536 (64 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int snapshot_chunk_bytes = DEFAULTS.snapshotChunkBytes();

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
    private long settle_time = DEFAULTS.settleNanos() / MILLI;

    @Property(
            description = "How often the leader pings. Unit: ms. Range: 1.. Default: 200",
            type = AttributeType.TIME,
            writable = false)
    private long heartbeat_interval = DEFAULTS.heartbeatNanos() / MILLI;

    @Property(
            description =
                    "How long a follower goes on without hearing the leader, and the leader without"
                            + " hearing a quorum. Unit: ms. Range: two heartbeat_intervals.. Default: 1500",
            type = AttributeType.TIME,
            writable = false)
    private long silence_timeout = DEFAULTS.silenceNanos() / MILLI;

    @Property(
            description =
                    "How long discovery and synchronisation may make no progress. Unit: ms. Range: 1.."
                            + " Default: 5000",
            type = AttributeType.TIME,
            writable = false)
    private long phase_timeout = DEFAULTS.phaseNanos() / MILLI;

    private final List<StatusListener> listeners = new CopyOnWriteArrayList<>();
    private ZabNode node;
    private volatile ZabStatus status;

    /** See attribute {@code members}. */
    public ZAB setMembers(String list) {
        members = list;
        return this;
    }

    /** See attribute {@code id}; {@link #setId} is JGroups' and something else. */
    public ZAB setServerId(int id) {
        server_id = id;
        return this;
    }

    /** See attribute {@code durability}. */
    public ZAB setDurability(String setting) {
        durability = setting;
        return this;
    }

    /** See attribute {@code data_dir}. */
    public ZAB setDataDir(String directory) {
        data_dir = directory;
        return this;
    }

    // ------------------------------------------------------------------ the node

    @Override
    void checkOwnRanges() {
        atLeast("payload_bytes_max", payload_bytes_max, 1);
        atLeast("outstanding_bytes_max", outstanding_bytes_max, 1);
        atLeast("window_bytes_max", window_bytes_max, 1);
        atLeast("proposal_bytes_max", proposal_bytes_max, 1);
        atLeast("cache_bytes_max", cache_bytes_max, 1);
        atLeast("snapshot_every_bytes", snapshot_every_bytes, 1);
        atLeast("snapshot_chunk_bytes", snapshot_chunk_bytes, 1);
        atLeast("vote_interval", vote_interval, 1);
        atLeast("settle_time", settle_time, 1);
        atLeast("heartbeat_interval", heartbeat_interval, 1);
        atLeast("silence_timeout", silence_timeout, 1);
        atLeast("phase_timeout", phase_timeout, 1);
        if (silence_timeout < 2 * heartbeat_interval)
            throw wrong(
                    "silence_timeout",
                    "at least two heartbeat_intervals (%d ms)".formatted(2 * heartbeat_interval),
                    silence_timeout + " ms");
    }

    @Override
    Node node(Membership ensemble, Effects effects) {
        node = new ZabNode(server_id, ensemble, config(), new SecureRandom().nextLong(), effects);
        return node;
    }

    private ZabConfig config() {
        return new ZabConfig(
                batching,
                bootstrap,
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
                settle_time * MILLI,
                heartbeat_interval * MILLI,
                silence_timeout * MILLI,
                phase_timeout * MILLI);
    }

    @Override
    MessageCodec<ZabMessage> codec() {
        return ZabCodec.INSTANCE;
    }

    @Override
    boolean established() {
        ZabStatus last = status;
        return running() && last != null && last.active();
    }

    @Override
    String reason() {
        ZabStatus last = status;
        if (!running()) return "not running";
        return last == null ? EventLoop.NOT_STARTED : last.reason();
    }

    @Override
    public int payloadBytesMax() {
        return payload_bytes_max;
    }

    @Override
    void observe() {
        ZabStatus last = status;
        ZabStatus now = node.status();
        status = now;
        boolean changed =
                last == null
                        || last.role() != now.role()
                        || last.leader() != now.leader()
                        || last.active() != now.active()
                        || !last.reason().equals(now.reason())
                        || last.currentEpoch() != now.currentEpoch();
        if (changed) for (StatusListener listener : listeners) tell(listener, now);
    }

    /** Adds a listener; the loop tells it the present status first. */
    void addListener(StatusListener listener) {
        listeners.add(listener);
        execute(
                () -> {
                    ZabStatus now = status;
                    if (now != null) tell(listener, now);
                });
    }

    void removeListener(StatusListener listener) {
        listeners.remove(listener);
    }

    private void tell(StatusListener listener, ZabStatus now) {
        try {
            listener.onChange(now);
        } catch (RuntimeException e) {
            log.error(getName() + ": a status listener failed", e);
        }
    }

    /** As of some milliseconds ago; null before the first start. */
    ZabStatus status() {
        return status;
    }

    // ------------------------------------------------------------------ figures

    @ManagedAttribute(description = "What this member is doing: LOOKING, FOLLOWING or LEADING")
    public String getRole() {
        ZabStatus s = status;
        return s == null || !running() ? "STOPPED" : s.role().toString();
    }

    @ManagedAttribute(description = "Whether the role is established: requests are being ordered")
    public boolean isActive() {
        return established();
    }

    @ManagedAttribute(description = "Why requests are not being ordered here; empty while they are")
    public String getReason() {
        return reason();
    }

    @ManagedAttribute(
            description = "The leader's server id, 0 if none is known",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getLeader() {
        ZabStatus s = status;
        return s == null ? 0 : s.leader();
    }

    @ManagedAttribute(description = "Highest epoch promised")
    public int getAcceptedEpoch() {
        ZabStatus s = status;
        return s == null ? 0 : s.acceptedEpoch();
    }

    @ManagedAttribute(description = "Epoch of the leader whose history was last taken over")
    public int getCurrentEpoch() {
        ZabStatus s = status;
        return s == null ? 0 : s.currentEpoch();
    }

    @ManagedAttribute(
            description =
                    "Whether this member may vote: false until it was synchronised after it had lost its memory")
    public boolean isVoter() {
        ZabStatus s = status;
        return s == null ? false : s.voter();
    }

    @ManagedAttribute(description = "Last entry in the log, epoch:counter")
    public String getLastZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.lastZxid());
    }

    @ManagedAttribute(description = "Last durable entry")
    public String getDurableZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.durableZxid());
    }

    @ManagedAttribute(description = "Last entry known to be committed")
    public String getCommittedZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.committedZxid());
    }

    @ManagedAttribute(description = "Last entry handed to the receiver")
    public String getDeliveredZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.deliveredZxid());
    }

    @ManagedAttribute(description = "Last entry in the newest snapshot")
    public String getSnapshotZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.snapshotZxid());
    }

    @ManagedAttribute(
            description = "Requests and reads the node has not answered",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getPending() {
        ZabStatus s = status;
        return s == null ? 0 : s.pending();
    }

    @ManagedAttribute(
            description = "Entries proposed by this member as leader",
            type = AttributeType.SCALAR)
    public long getProposals() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposals();
    }

    @ManagedAttribute(description = "Entries delivered", type = AttributeType.SCALAR)
    public long getDelivered() {
        ZabStatus s = status;
        return s == null ? 0 : s.delivered();
    }

    @ManagedAttribute(description = "Protocol messages sent", type = AttributeType.SCALAR)
    public long getMessagesSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.messagesSent();
    }

    @ManagedAttribute(description = "Protocol messages received", type = AttributeType.SCALAR)
    public long getMessagesReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.messagesReceived();
    }

    @ManagedAttribute(description = "Proposal messages sent", type = AttributeType.SCALAR)
    public long getProposalsSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposalsSent();
    }

    @ManagedAttribute(description = "Proposal messages received", type = AttributeType.SCALAR)
    public long getProposalsReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposalsReceived();
    }

    @ManagedAttribute(description = "Ack messages sent", type = AttributeType.SCALAR)
    public long getAcksSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.acksSent();
    }

    @ManagedAttribute(description = "Ack messages received", type = AttributeType.SCALAR)
    public long getAcksReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.acksReceived();
    }

    @ManagedAttribute(description = "Commit messages sent", type = AttributeType.SCALAR)
    public long getCommitsSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.commitsSent();
    }

    @ManagedAttribute(description = "Commit messages received", type = AttributeType.SCALAR)
    public long getCommitsReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.commitsReceived();
    }

    @ManagedAttribute(
            description = "Messages dropped as stale, repeated or out of place",
            type = AttributeType.SCALAR)
    public long getMessagesDropped() {
        ZabStatus s = status;
        return s == null ? 0 : s.messagesDropped();
    }

    @ManagedAttribute(description = "Link sessions ended by a gap", type = AttributeType.SCALAR)
    public long getSessionsBroken() {
        ZabStatus s = status;
        return s == null ? 0 : s.sessionsBroken();
    }

    @ManagedAttribute(
            description = "Times this member began to look for a leader",
            type = AttributeType.SCALAR)
    public long getElections() {
        ZabStatus s = status;
        return s == null ? 0 : s.elections();
    }

    @ManagedAttribute(
            description = "Followers this member brought up to date by missing entries",
            type = AttributeType.SCALAR)
    public long getSyncDiff() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncDiff();
    }

    @ManagedAttribute(
            description = "Followers it brought up to date after cutting their log",
            type = AttributeType.SCALAR)
    public long getSyncTrunc() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncTrunc();
    }

    @ManagedAttribute(
            description = "Followers it brought up to date by a snapshot",
            type = AttributeType.SCALAR)
    public long getSyncSnap() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncSnap();
    }

    @ManagedAttribute(
            description =
                    "Leader: last zxid acked by each member in order of id, - where it does not follow")
    public String getFollowers() {
        ZabStatus s = status;
        return s == null
                ? "[]"
                : Arrays.stream(s.followers())
                        .mapToObj(z -> z < 0 ? "-" : Zxid.toString(z))
                        .toList()
                        .toString();
    }
}
