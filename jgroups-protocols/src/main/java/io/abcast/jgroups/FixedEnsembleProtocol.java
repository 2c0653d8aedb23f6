package io.abcast.jgroups;

import io.abcast.jgroups.group.FrameGuard;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.kernel.Membership;
import io.abcast.ordering.OrderingCodec;
import io.abcast.ordering.log.EnsembleStatus;
import io.abcast.ordering.log.LogConfig;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.annotations.Property;
import org.jgroups.conf.AttributeType;

/**
 * The common part of the protocols whose ensemble never changes: the Paxos family ({@link ConsensusProtocol}) and
 * {@link EPAXOS}. All members of a fixed ensemble run the same protocol with the same settings.
 *
 * <p>{@code start()}, and with it {@code JChannel.connect()}, fails with a one-sentence message if an attribute of the
 * protocol is wrong or the data directory cannot be used.
 */
public abstract class FixedEnsembleProtocol extends AbcastProtocol {
    static final long MILLI = 1_000_000;
    static final LogConfig DEFAULTS = LogConfig.defaults();

    private static final long TICKS_PER_HEARTBEAT = 10;

    static {
        Registration.once();
    }

    @Property(
            description =
                    "Time after which a message without an answer is sent again. Unit: ms. Range: 1.. Default: 150",
            type = AttributeType.TIME,
            writable = false)
    private long retry_interval = DEFAULTS.retryNanos() / MILLI;

    FixedEnsembleProtocol() {
        wire_version = OrderingCodec.INSTANCE.versionMax();
    }

    abstract int window();

    abstract void checkConfig();

    @Override
    public abstract EnsembleStatus status();

    @Override
    final void checkOwnRanges() {
        if (joining)
            throw wrong("joining", "false: the ensemble of this protocol is fixed", joining);
        if (window() < 1 || window() > 4096) throw wrong("window", "1 to 4096", window());
        try {
            checkConfig();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + "." + e.getMessage(), e);
        }
    }

    @Override
    final void checkEnsemble(Membership ensemble) {
        try {
            prepare(ensemble);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(getName() + ": " + e.getMessage(), e);
        }
    }

    abstract void prepare(Membership ensemble);

    /** @param openBytesMax maximum bytes of values that one leader proposes ahead of the applied slots */
    final LogConfig config(long openBytesMax, long electionTimeoutMillis) {
        return new LogConfig(
                bootstrap,
                nodePayloadBytesMax(),
                nodePendingMax(),
                nodePendingBytesMax(),
                window(),
                openBytesMax,
                snapshot_every_bytes,
                snapshot_chunk_bytes,
                Math.max(1, heartbeat_interval * MILLI / TICKS_PER_HEARTBEAT),
                heartbeat_interval * MILLI,
                electionTimeoutMillis * MILLI,
                retry_interval * MILLI);
    }

    @Override
    final String changeRefusal() {
        return "the ensemble of this protocol is fixed";
    }

    abstract int votersMin();

    @Override
    final int spareVoters() {
        EnsembleStatus s = status();
        return s == null ? 0 : Math.max(0, s.votersLeft() - votersMin());
    }

    @Override
    final int fetchingFrom() {
        return 0;
    }

    @Override
    public final List<FollowerLag> followerLags() {
        return List.of();
    }

    FrameGuard guard() {
        return FrameGuard.NONE;
    }

    /**
     * Returns the numbers of messages that this member refused since its start, by the server id that the sender
     * claimed. The sender was unauthenticated, or violated a rule or a bound of the protocol. Server id 0 stands for
     * senders that claim no member's id.
     */
    @Override
    public final Map<Integer, Long> messagesRefused() {
        Map<Integer, Long> all = new TreeMap<>(guard().refused());
        EnsembleStatus s = status();
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
            description =
                    "Random number that names the founding of the ensemble, in hexadecimal; 0 before this member"
                            + " belongs to an ensemble")
    public String getEra() {
        EnsembleStatus s = status();
        return s == null ? "0" : Long.toHexString(s.era());
    }

    @ManagedAttribute(
            description = "Members that have kept their votes, as far as this member knows",
            type = AttributeType.SCALAR,
            gauge = true)
    public int getVotersLeft() {
        EnsembleStatus s = status();
        return s == null ? 0 : s.votersLeft();
    }
}
