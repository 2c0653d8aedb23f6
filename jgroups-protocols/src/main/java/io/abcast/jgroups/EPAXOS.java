package io.abcast.jgroups;

import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.EpaxosProbe;
import io.abcast.ordering.epaxos.EpaxosStatus;
import io.abcast.ordering.epaxos.Request;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jgroups.annotations.MBean;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * Orders requests by EPaxos (Egalitarian Paxos), without a leader. Each member proposes the requests of its own callers
 * to the other members. In a JGroups stack, {@code EPAXOS} may stand anywhere above GMS. Applications use {@code
 * EPAXOS} through {@link AtomicBroadcast}. An ensemble of 2f+1 members tolerates the crash of f members.
 *
 * <p>Without an {@link Interference}, {@code EPAXOS} has one total order, and zxids are equal at all members. With an
 * interference, only requests that interfere have one order, and the zxid of a request differs between members. The
 * page docs/protocols/epaxos.md describes the protocol of {@code EPAXOS}.
 *
 * <pre>{@code <io.abcast.jgroups.EPAXOS members="1,2,3" server_id="1" data_dir="/var/lib/abcast"
 * durability="fsync"/>}</pre>
 */
@MBean(
        description =
                "EPaxos: an order without a leader; each member decides the requests of its own callers")
public final class EPAXOS extends FixedEnsembleProtocol {
    private static final EpaxosConfig OWN_DEFAULTS = EpaxosConfig.of(DEFAULTS);

    @Property(
            description =
                    "Maximum number of instances that this member has opened and not executed; further requests wait"
                            + " and share later instances. Range: 1..4096. Default: 256",
            type = AttributeType.SCALAR,
            writable = false)
    private int window = DEFAULTS.window();

    @Property(
            description =
                    "Maximum number of bytes of the payloads of one instance; one request is always allowed."
                            + " Unit: bytes. Range: 1.. Default: 65536 (64 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int batch_bytes_max = OWN_DEFAULTS.batchBytesMax();

    @Property(
            description =
                    "Number of retained instances beyond which the slowest members no longer delay the removal of"
                            + " executed instances; such members catch up by a snapshot. Range: 1.. Default: 65536",
            type = AttributeType.SCALAR,
            writable = false)
    private int retained_max = OWN_DEFAULTS.retainedMax();

    @Property(
            description =
                    "Maximum payload that is part of its request if FOREST is in the stack. A longer payload travels over"
                            + " the trees. Without FOREST, the attribute has no effect: payloads up to 65536 bytes are"
                            + " part of their requests. Unit: bytes. Range: 0..65536. Default: 1024 (1 KiB)",
            type = AttributeType.BYTES,
            writable = false)
    private int inline_bytes_max = OWN_DEFAULTS.inlineBytesMax();

    @Property(
            description =
                    "Maximum number of bytes of payloads from one member that have arrived before their instance. The"
                            + " oldest ones are dropped and fetched later; one payload is always kept. Unit: bytes."
                            + " Range: 1.. Default: 16777216 (16 MiB)",
            type = AttributeType.BYTES,
            writable = false)
    private long buffer_bytes_max = OWN_DEFAULTS.looseBytesMax();

    @Property(
            description =
                    "Minimum time without a heartbeat before a member counts as unreachable, and another member"
                            + " recovers its undecided instances. Unit: ms. Range: two heartbeat_intervals.."
                            + " Default: 1000",
            type = AttributeType.TIME,
            writable = false)
    private long election_timeout = DEFAULTS.electionTimeoutNanos() / MILLI;

    private OrderingCodec codec = OrderingCodec.INSTANCE;
    private int votersMin;
    private EpaxosNode node;
    private volatile EpaxosStatus status;

    @Override
    int window() {
        return window;
    }

    @Override
    void checkConfig() {
        config(true);
    }

    /**
     * Without FOREST below, every payload stays in the message that orders it: a separate payload would only add a
     * message and a digest.
     */
    private EpaxosConfig config(boolean hasForest) {
        return new EpaxosConfig(
                config(DEFAULTS.openBytesMax(), election_timeout),
                batch_bytes_max,
                retained_max,
                hasForest ? inline_bytes_max : Request.INLINE_BYTES_LIMIT,
                buffer_bytes_max);
    }

    @Override
    void prepare(Membership ensemble) {
        codec = OrderingCodec.of(ensemble);
        votersMin = Ordering.votersMin(Ordering.EPAXOS, ensemble.size());
    }

    @Override
    Node node(Membership ensemble, Effects effects) {
        long seed = new SecureRandom().nextLong();
        FOREST forest = ProtocolFinder.below(event -> down_prot.down(event), FOREST.class);
        Dissemination payloads =
                forest == null ? null : new ForestPayloads(this::link, forest::hasRoom);
        EpaxosConfig config = config(forest != null);
        node =
                Ordering.epaxos(
                        server_id, ensemble, config, interference(), seed, effects, payloads);
        return node;
    }

    @Override
    MessageCodec<Message> codec() {
        return codec;
    }

    @Override
    Probe probe() {
        return new EpaxosProbe(node);
    }

    @Override
    short wireId() {
        return ProtocolIds.EPAXOS;
    }

    /** Stands for "no instance", because one message of {@code EPAXOS} orders several entries. */
    @Override
    long instance(Entry entry) {
        return 0;
    }

    /**
     * Includes the interference: members with different interferences would execute requests in different orders, so
     * they form different groups.
     */
    @Override
    String family() {
        Interference keys = interference();
        return "%s with keys of %s:%d".formatted(Ordering.EPAXOS, keys.name(), keys.version());
    }

    @Override
    void checkPayload(byte[] payload) {
        interference().keys(payload);
    }

    @Override
    void observe() {
        EpaxosStatus last = status;
        EpaxosStatus now = node.status();
        status = now;
        boolean changed =
                last == null
                        || last.role() != now.role()
                        || last.active() != now.active()
                        || !last.reason().equals(now.reason());
        if (changed) tell(now);
    }

    @Override
    public EpaxosStatus status() {
        return status;
    }

    @Override
    boolean leading() {
        return false;
    }

    @Override
    int votersMin() {
        return votersMin;
    }

    @ManagedAttribute(
            description =
                    "Name and version of the interference, which gives the keys of a request; all:1 if all requests"
                            + " interfere")
    public String getInterference() {
        return interference().name() + ":" + interference().version();
    }

    private long count(ToLongFunction<EpaxosStatus> figure) {
        EpaxosStatus s = status;
        return s == null ? 0 : figure.applyAsLong(s);
    }

    @ManagedAttribute(
            description =
                    "Instances of this member committed since the start with the dependencies"
                            + " that this member has proposed",
            type = AttributeType.SCALAR)
    public long getCommitsFast() {
        return count(EpaxosStatus::fast);
    }

    @ManagedAttribute(
            description =
                    "Instances of this member committed since the start after a second round for"
                            + " more dependencies",
            type = AttributeType.SCALAR)
    public long getCommitsSlow() {
        return count(EpaxosStatus::slow);
    }

    @ManagedAttribute(
            description =
                    "Instances decided since the start by recoveries of this member, Nops"
                            + " included",
            type = AttributeType.SCALAR)
    public long getCommitsRecovered() {
        return count(EpaxosStatus::recovered);
    }

    @ManagedAttribute(
            description =
                    "Recoveries of undecided instances that this member has begun since the start",
            type = AttributeType.SCALAR)
    public long getRecoveries() {
        return count(EpaxosStatus::recoveries);
    }

    @ManagedAttribute(
            description =
                    "Instances executed at this member since the start without an effect, as decided by"
                            + " recoveries",
            type = AttributeType.SCALAR)
    public long getNops() {
        return count(EpaxosStatus::nops);
    }

    @ManagedAttribute(
            description =
                    "Moving mean of the time from opening an instance of this member until its"
                            + " commit",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getCommitTime() {
        return count(EpaxosStatus::commitNanos);
    }

    @ManagedAttribute(
            description =
                    "Moving mean of the time from opening an instance of this member until its"
                            + " execution, which answers its requests",
            type = AttributeType.TIME,
            unit = TimeUnit.NANOSECONDS)
    public long getExecutionTime() {
        return count(EpaxosStatus::executionNanos);
    }

    @ManagedAttribute(
            description = "Instances executed at this member since the start",
            type = AttributeType.SCALAR)
    public long getInstancesExecuted() {
        return count(EpaxosStatus::executed);
    }

    @ManagedAttribute(
            description = "Committed instances that are not executed at this member",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getInstancesUnexecuted() {
        return count(EpaxosStatus::unexecuted);
    }

    @ManagedAttribute(
            description = "Known instances without a decision",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getInstancesUndecided() {
        return count(EpaxosStatus::undecided);
    }

    @ManagedAttribute(
            description =
                    "Known instances that are not dropped; beyond retained_max the slowest"
                            + " members no longer delay their removal",
            type = AttributeType.SCALAR,
            gauge = true)
    public long getInstancesRetained() {
        return count(EpaxosStatus::retained);
    }

    @ManagedAttribute(
            description = "Payloads that arrived after a message that needed them, since the start",
            type = AttributeType.SCALAR)
    public long getPayloadsAwaited() {
        return count(EpaxosStatus::bytesFetched);
    }

    @ManagedAttribute(
            description =
                    "Instance that has been undecided for the longest time, its age, and what its decision waits for;"
                            + " empty without an undecided instance")
    public String getOldestUndecided() {
        EpaxosStatus s = status;
        return s == null || s.oldestUndecided() == null ? "" : s.oldestUndecided().toString();
    }

    @ManagedAttribute(
            description =
                    "Undecided instance for which an execution or a read waits; empty if nothing waits")
    public String getBlocker() {
        EpaxosStatus s = status;
        return s == null || s.blocker() == null ? "" : s.blocker().toString();
    }

    @ManagedAttribute(
            description =
                    "Whether this member has lost its votes. It then stays a learner: it executes, and passes its"
                            + " requests to a voter")
    public boolean isLearner() {
        EpaxosStatus s = status;
        return s != null && s.recovering();
    }
}
