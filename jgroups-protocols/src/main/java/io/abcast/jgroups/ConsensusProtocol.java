package io.abcast.jgroups;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.Consensus;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogPhase;
import io.abcast.ordering.log.LogProbe;
import io.abcast.ordering.log.LogStatus;
import java.security.SecureRandom;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * A protocol in a JGroups stack that orders requests by consensus: {@link PAXOS}, {@link FAST_PAXOS} or {@link FBP}.
 */
public abstract class ConsensusProtocol extends FixedEnsembleProtocol {
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

    private Consensus.Factory engine;
    private LogNode node;
    private volatile LogStatus status;

    abstract Consensus.Factory engine(Membership ensemble);

    @Override
    final int window() {
        return window;
    }

    @Override
    final void checkConfig() {
        config();
    }

    @Override
    final void prepare(Membership ensemble) {
        engine = engine(ensemble);
    }

    private LogConfig config() {
        return config(open_bytes_max, election_timeout);
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
    final Probe probe() {
        return new LogProbe(node);
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
    final int votersMin() {
        return node.consensus().votersMin();
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
