package io.abcast.jgroups;

import io.abcast.driver.SnapshotWay;
import io.abcast.jgroups.cooper.SnapshotCasts;
import io.abcast.jgroups.group.ProtocolIds;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.FollowerLags;
import io.abcast.jgroups.loop.Inbox;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.kernel.Zxid;
import io.abcast.log.Storage;
import io.abcast.zab.CoinStatus;
import io.abcast.zab.LinkMessage;
import io.abcast.zab.Policies;
import io.abcast.zab.Role;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabMessage;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabProbe;
import io.abcast.zab.ZabStatus;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jgroups.annotations.ManagedAttribute;
import org.jgroups.conf.AttributeType;

/**
 * A protocol of the Zab family in a JGroups stack: {@link ZAB} itself or a variant. The name of the protocol in the
 * stack selects the variant of Zab in {@link Variants}.
 *
 * <p>All protocols of the Zab family use one wire format, and every member can follow a leader of every protocol. The
 * protocol of the leader applies at all members for the whole epoch of the leader. A rolling restart can replace one
 * variant of Zab by another.
 *
 * <p>{@code start()}, and with it {@code JChannel.connect()}, fails with a one-sentence message if an attribute of the
 * protocol is wrong or the data directory cannot be used.
 */
public abstract class ZabProtocol extends ZabMembership {
    static {
        Registration.once();
    }

    private Policies variants;
    private ZabNode node;
    private volatile ZabStatus status;
    private volatile SnapshotCasts casts;
    private final FollowerLags meters = new FollowerLags();
    private volatile List<FollowerLag> lags = List.of();

    /**
     * Only protocols whose followers toss a coin (choose at random whether to send acks to all members) have these
     * settings.
     */
    CoinSettings coin() {
        return CoinSettings.defaults();
    }

    /** Whether a follower of ZAB_AA counts the leader's log as one of the f+1 logs that a delivery requires. */
    boolean countsLeader() {
        return true;
    }

    private String protocolName() {
        return getClass().getSimpleName();
    }

    @Override
    final void checkEnsemble(Membership ensemble) {
        variants = Variants.policies(protocolName(), coin(), countsLeader());
        variants.own().check(ensemble.size());
    }

    @Override
    final Node node(Membership ensemble, Effects effects) {
        node =
                new ZabNode(
                        server_id,
                        ensemble,
                        config(),
                        variants,
                        new SecureRandom().nextLong(),
                        effects);
        return node;
    }

    @Override
    final MessageCodec<ZabMessage> codec() {
        return ZabCodec.INSTANCE;
    }

    @Override
    final Probe probe() {
        return new ZabProbe(node);
    }

    @Override
    final short wireId() {
        return ProtocolIds.ZAB_FAMILY;
    }

    @Override
    final long instance(Entry entry) {
        return LinkMessage.instance(entry.zxid());
    }

    @Override
    final String family() {
        return "ZAB";
    }

    @Override
    final void observe() {
        ZabStatus last = status;
        ZabStatus now = node.status();
        status = now;
        lags = meters.look(now, System.nanoTime());
        boolean changed =
                last == null
                        || last.role() != now.role()
                        || last.leader() != now.leader()
                        || last.active() != now.active()
                        || !last.reason().equals(now.reason())
                        || last.currentEpoch() != now.currentEpoch()
                        || !last.protocol().equals(now.protocol())
                        || last.zabMode() != now.zabMode();
        if (changed && now.active()) compareProtocol(last, now);
        if (changed) tell(now);
    }

    private void compareProtocol(ZabStatus last, ZabStatus now) {
        boolean known = last != null && last.active() && last.currentEpoch() == now.currentEpoch();
        if (known || now.protocol().equals(protocolName())) return;
        log.warn(
                "%s server %d: epoch %d of leader %d runs %s, because the leader's protocol holds for its epoch"
                        .formatted(
                                getName(),
                                server_id,
                                now.currentEpoch(),
                                now.leader(),
                                now.protocol()));
    }

    @Override
    public final ZabStatus status() {
        return status;
    }

    @Override
    public final List<FollowerLag> followerLags() {
        return running() ? lags : List.of();
    }

    @Override
    final boolean leading() {
        ZabStatus s = status;
        return established() && s.role() == Role.LEADING;
    }

    @Override
    final int spareVoters() {
        ZabStatus s = status;
        return s == null ? 0 : FollowerLags.spareVoters(s.members(), s.id(), followerLags());
    }

    @Override
    final int fetchingFrom() {
        ZabStatus s = status;
        if (s == null || s.role() != Role.FOLLOWING || s.sessions().isEmpty()) return 0;
        return s.sessions().get(0).stage().equals(FollowerLag.FETCHING) ? s.leader() : 0;
    }

    @Override
    final SnapshotWay snapshotWay(Storage storage, Inbox inbox, Path dir) throws IOException {
        COOPER cooper = COOPER.below(event -> down_prot.down(event));
        if (cooper == null || !cooper.serve(server_id)) return SnapshotWay.NONE;
        casts =
                new SnapshotCasts(
                        cooper,
                        storage,
                        inbox,
                        dir,
                        cast_snapshot_bytes_min,
                        config().phaseNanos() / 3,
                        this::lackedByFollowers,
                        this::fetchingFrom,
                        SnapshotCasts::usableBytes,
                        line -> log.info("%s server %d: %s", getName(), server_id, line));
        return casts.way();
    }

    private Map<Integer, Long> lackedByFollowers() {
        ZabStatus s = status;
        return s == null ? new TreeMap<>() : s.lackedByFollowers();
    }

    @ManagedAttribute(
            description =
                    "Casts of snapshots to several followers that this member has started as leader",
            type = AttributeType.SCALAR)
    public long getSnapshotCastsBegun() {
        SnapshotCasts c = casts;
        return c == null ? 0 : c.begun.sum();
    }

    @ManagedAttribute(
            description = "Casts of snapshots that this member has completed as leader",
            type = AttributeType.SCALAR)
    public long getSnapshotCastsDone() {
        SnapshotCasts c = casts;
        return c == null ? 0 : c.done.sum();
    }

    @ManagedAttribute(
            description =
                    "Bytes of snapshots that followers lacked when this member started casts as leader",
            type = AttributeType.BYTES)
    public long getSnapshotCastBytesLacked() {
        SnapshotCasts c = casts;
        return c == null ? 0 : c.lackedBytes.sum();
    }

    @ManagedAttribute(
            description =
                    "Bytes of snapshots that this member has received from casts; other snapshots came in chunks",
            type = AttributeType.BYTES)
    public long getSnapshotCastBytesTaken() {
        SnapshotCasts c = casts;
        return c == null ? 0 : c.takenBytes.sum();
    }

    @ManagedAttribute(
            description =
                    "Protocol of the present epoch, which is the leader's; it differs from this element's name in a"
                            + " mixed ensemble")
    public String getProtocol() {
        ZabStatus s = status;
        return s == null ? protocolName() : s.protocol();
    }

    @ManagedAttribute(
            description =
                    "Whether the ensemble runs in Zab's mode: acks go to the leader only, and commits come from the"
                            + " leader")
    public boolean isZabMode() {
        ZabStatus s = status;
        return s != null && s.zabMode();
    }

    @ManagedAttribute(
            description = "Changes to Zab's mode or back that this member has seen since the start",
            type = AttributeType.SCALAR)
    public long getSwitches() {
        ZabStatus s = status;
        return s == null ? 0 : s.switches();
    }

    @ManagedAttribute(
            description =
                    "Probability of Head at a follower; NaN without a coin or before the first choice")
    public double getCoinP() {
        return coinStatus().p();
    }

    @ManagedAttribute(
            description =
                    "Measured occasions to toss per second at a follower with a coin; NaN before the first measurement")
    public double getLambda() {
        return coinStatus().lambda();
    }

    @ManagedAttribute(
            description =
                    "Measured time of a commit from the leader to a follower with a coin, in ms; NaN before the first"
                            + " measurement")
    public double getDelay() {
        return coinStatus().delayNanos() / 1e6;
    }

    private CoinStatus coinStatus() {
        ZabStatus s = status;
        return s == null ? CoinStatus.NONE : s.coin();
    }

    @ManagedAttribute(description = "Highest epoch that this member has promised")
    public int getAcceptedEpoch() {
        ZabStatus s = status;
        return s == null ? 0 : s.acceptedEpoch();
    }

    @ManagedAttribute(
            description = "Epoch of the last leader whose history this member has accepted")
    public int getCurrentEpoch() {
        ZabStatus s = status;
        return s == null ? 0 : s.currentEpoch();
    }

    @ManagedAttribute(description = "Position of the last entry in the log, epoch:counter")
    public String getLastZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.lastZxid());
    }

    @ManagedAttribute(
            description = "Position of the last entry known to be committed, epoch:counter")
    public String getCommittedZxid() {
        ZabStatus s = status;
        return s == null ? "0:0" : Zxid.toString(s.committedZxid());
    }

    @ManagedAttribute(
            description = "Entries proposed by this member as leader since the start",
            type = AttributeType.SCALAR)
    public long getProposals() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposals();
    }

    @ManagedAttribute(
            description = "Proposal messages sent since the start",
            type = AttributeType.SCALAR)
    public long getProposalsSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposalsSent();
    }

    @ManagedAttribute(
            description = "Proposal messages received since the start",
            type = AttributeType.SCALAR)
    public long getProposalsReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.proposalsReceived();
    }

    @ManagedAttribute(
            description = "Ack messages sent since the start",
            type = AttributeType.SCALAR)
    public long getAcksSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.acksSent();
    }

    @ManagedAttribute(
            description = "Ack messages received since the start",
            type = AttributeType.SCALAR)
    public long getAcksReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.acksReceived();
    }

    @ManagedAttribute(
            description = "Commit messages sent since the start",
            type = AttributeType.SCALAR)
    public long getCommitsSent() {
        ZabStatus s = status;
        return s == null ? 0 : s.commitsSent();
    }

    @ManagedAttribute(
            description = "Commit messages received since the start",
            type = AttributeType.SCALAR)
    public long getCommitsReceived() {
        ZabStatus s = status;
        return s == null ? 0 : s.commitsReceived();
    }

    @ManagedAttribute(
            description = "Link sessions ended by a gap in their messages since the start",
            type = AttributeType.SCALAR)
    public long getSessionsBroken() {
        ZabStatus s = status;
        return s == null ? 0 : s.sessionsBroken();
    }

    @ManagedAttribute(
            description = "Elections that this member has started since the start",
            type = AttributeType.SCALAR)
    public long getElections() {
        ZabStatus s = status;
        return s == null ? 0 : s.elections();
    }

    @ManagedAttribute(
            description = "Followers that this member has synchronised with missing entries (DIFF)",
            type = AttributeType.SCALAR)
    public long getSyncDiff() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncDiff();
    }

    @ManagedAttribute(
            description =
                    "Followers that this member has synchronised after truncating their log (TRUNC)",
            type = AttributeType.SCALAR)
    public long getSyncTrunc() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncTrunc();
    }

    @ManagedAttribute(
            description = "Followers that this member has synchronised with a snapshot (SNAP)",
            type = AttributeType.SCALAR)
    public long getSyncSnap() {
        ZabStatus s = status;
        return s == null ? 0 : s.syncSnap();
    }

    @ManagedAttribute(
            description =
                    "Last zxid acked by each member in order of id, at the leader; - for a member that does not follow")
    public String getFollowers() {
        ZabStatus s = status;
        return s == null
                ? "[]"
                : Arrays.stream(s.followers())
                        .mapToObj(z -> z < 0 ? "-" : Zxid.toString(z))
                        .toList()
                        .toString();
    }

    @ManagedAttribute(
            description =
                    "Link sessions of this member: peer, stage, session number, time since the last message of"
                            + " the peer in ms")
    public String getSessions() {
        ZabStatus s = status;
        if (s == null || !running()) return "[]";
        return s.sessions().stream()
                .map(
                        x ->
                                "%d: %s, session %x, last message %d ms ago"
                                        .formatted(
                                                x.peer(),
                                                x.stage(),
                                                x.session(),
                                                x.quietNanos() / 1_000_000))
                .toList()
                .toString();
    }
}
