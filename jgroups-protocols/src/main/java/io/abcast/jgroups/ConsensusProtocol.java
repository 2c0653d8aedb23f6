package io.abcast.jgroups;

import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogStatus;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * A protocol in a JGroups stack that orders requests by consensus: {@link PAXOS}, {@link FAST_PAXOS} or {@link FBP}.
 * The ensemble is fixed. All members run the same protocol with the same settings.
 *
 * <p>{@code start()}, and with it {@code JChannel.connect()}, fails with a one-sentence message if an attribute is
 * wrong or the data directory cannot be used.
 */
public abstract class ConsensusProtocol extends AbcastProtocol {
    private static final long MILLI = 1_000_000;
    private static final LogConfig DEFAULTS = LogConfig.defaults();

    /** Number of timeout checks in one heartbeat interval. */
    private static final long TICKS_PER_HEARTBEAT = 10;

    static {
        Registration.once();
    }

    @Property(
            description =
                    "Maximum number of slots in flight; the same at every member. Range: 1..4096. Default: 256",
            type = AttributeType.SCALAR,
            writable = false)
    private int window = DEFAULTS.window();

    @Property(
            description =
                    "Maximum number of bytes of values that a leader has proposed and that are not decided; one value"
                            + " is always allowed. An acceptor writes the undecided values again with every batch."
                            + " Unit: bytes. Range: 1.. Default: 4194304 (4 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long open_bytes_max = DEFAULTS.openBytesMax();

    @Property(
            description =
                    "Minimum time without a heartbeat before a member starts an election; each member adds a random"
                            + " time of up to as much again. Unit: ms. Range: two heartbeat_intervals.. Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long election_timeout = DEFAULTS.electionTimeoutNanos() / MILLI;

    @Property(
            description =
                    "Time after which a message without an answer is sent again. Unit: ms. Range: 1.. Default: 150",
            type = AttributeType.TIME,
            writable = false)
    private long retry_interval = DEFAULTS.retryNanos() / MILLI;

    private Consensus.Factory engine;
    private LogNode node;
    private volatile LogStatus status;

    ConsensusProtocol() {
        wire_version = OrderingCodec.INSTANCE.versionMax();
    }

    // ------------------------------------------------------------------ hooks for subclasses

    /**
     * Returns the factory of the consensus engine for this ensemble.
     *
     * @throws IllegalArgumentException if the protocol cannot run with this ensemble
     */
    abstract Consensus.Factory engine(Membership ensemble);

    // ------------------------------------------------------------------ the node

    @Override
    final void checkOwnRanges() {
        if (joining)
            throw wrong("joining", "false: the ensemble of this protocol is fixed", joining);
        if (window < 1 || window > 4096) throw wrong("window", "1 to 4096", window);
        try {
            config();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
    }

    @Override
    final void checkEnsemble(Membership ensemble) {
        try {
            engine = engine(ensemble);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + ": " + e.getMessage(), e);
        }
    }

    private LogConfig config() {
        return new LogConfig(
                bootstrap,
                payload_bytes_max,
                pending_max,
                pending_bytes_max,
                window,
                open_bytes_max,
                snapshot_every_bytes,
                snapshot_chunk_bytes,
                Math.max(1, heartbeat_interval * MILLI / TICKS_PER_HEARTBEAT),
                heartbeat_interval * MILLI,
                election_timeout * MILLI,
                retry_interval * MILLI);
    }

    @Override
    final Node node(Membership ensemble, Effects effects) {
        String protocol = getClass().getSimpleName();
        long seed = new SecureRandom().nextLong();
        node = new LogNode(protocol, server_id, ensemble, config(), engine, seed, effects);
        return node;
    }

    @Override
    final MessageCodec<Message> codec() {
        return OrderingCodec.INSTANCE;
    }

    @Override
    final long instance(Entry entry) {
        return entry.slot();
    }

    @Override
    final String family() {
        return getClass().getSimpleName();
    }

    @Override
    final void observe() {
        LogStatus last = status;
        LogStatus now = node.status();
        status = now;
        boolean changed =
                last == null
                        || last.role() != now.role()
                        || last.leader() != now.leader()
                        || last.active() != now.active()
                        || !last.reason().equals(now.reason())
                        || last.round() != now.round();
        if (changed) tell(now);
    }

    @Override
    public final LogStatus status() {
        return status;
    }

    @Override
    final boolean leading() {
        LogStatus s = status;
        return established() && s.role() == LogPhase.LEADING;
    }

    @Override
    final int spareVoters() {
        LogStatus s = status;
        return s == null ? 0 : Math.max(0, s.votersLeft() - node.consensus().votersMin());
    }

    @Override
    final int fetchingFrom() {
        return 0;
    }

    @Override
    public final List<FollowerLag> followerLags() {
        return List.of();
    }

    /** The frame guard that the last start made. */
    FrameGuard guard() {
        return FrameGuard.NONE;
    }

    // ------------------------------------------------------------------ figures

    /**
     * Numbers of messages refused since the start, by server id. Messages are refused if their sender is
     * unauthenticated, or is a member that violated a rule or a bound of the protocol. Id 0 stands for senders that
     * claim no member's id.
     */
    @Override
    public final Map<Integer, Long> messagesRefused() {
        Map<Integer, Long> all = new TreeMap<>(guard().refused());
        LogStatus s = status;
        if (s != null) s.messagesRefused().forEach((id, count) -> all.merge(id, count, Long::sum));
        return all;
    }

    @ManagedAttribute(
            description =
                    "Messages refused since the start, by the server id that the sender has claimed, such as 2=17 7=5;"
                            + " ? without a member's id. The sender was unauthenticated, or violated a rule or a"
                            + " bound of the protocol")
    public String getMessagesRefused() {
        StringJoiner text = new StringJoiner(" ");
        messagesRefused().forEach((id, count) -> text.add((id == 0 ? "?" : id) + "=" + count));
        return text.toString();
    }

    @ManagedAttribute(
            description = "Number of the present ballot or regency",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getRound() {
        LogStatus s = status;
        return s == null ? 0 : s.round();
    }

    @ManagedAttribute(
            description =
                    "Random number that names the founding of the ensemble, in hexadecimal; 0 before this member"
                            + " belongs to an ensemble")
    public String getEra() {
        LogStatus s = status;
        return s == null ? "0" : Long.toHexString(s.era());
    }

    @ManagedAttribute(
            description = "Members that have kept their votes, as far as this member knows",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getVotersLeft() {
        LogStatus s = status;
        return s == null ? 0 : s.votersLeft();
    }

    @ManagedAttribute(
            description =
                    "Whether this member has lost its votes and waits for admission by a leader")
    public boolean isRecovering() {
        LogStatus s = status;
        return s != null && s.recovering();
    }

    @ManagedAttribute(
            description = "Members that this member has admitted as leader since its start",
            type = AttributeType.SCALAR)
    public long getAdmissions() {
        LogStatus s = status;
        return s == null ? 0 : s.admissions();
    }

    @ManagedAttribute(description = "Last slot that has taken effect", type = AttributeType.SCALAR)
    public long getSlot() {
        LogStatus s = status;
        return s == null ? 0 : s.slot();
    }

    @ManagedAttribute(
            description =
                    "Slots without a new request: the decision was empty, or repeated a request",
            type = AttributeType.SCALAR)
    public long getEmptySlots() {
        LogStatus s = status;
        return s == null ? 0 : s.empty();
    }
}
