package io.abcast.zab;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import java.util.Set;

/**
 * One server of Zab, the atomic broadcast of ZooKeeper, as a state machine without threads. The node implements
 * election, discovery, synchronisation and broadcast with a durable log and any number of outstanding proposals.
 *
 * <p>Guarantees (EL-Sanosi 2018, section 2.2.1): G1 integrity, G2 total order, G3 agreement. Ordering makes progress
 * while at most f of N = 2f+1 members are down. The guarantees G1 to G3 hold after any number of crashes, as long as
 * each log keeps the entries that it reported as durable. A request is ordered at most once, even if the leader changes
 * while the request is in flight.
 *
 * <p>The thread rule is that of {@link Node}.
 *
 * <p>Source: Junqueira, Reed and Serafini 2011; EL-Sanosi 2018, section 2.2.1 and appendix A. docs/protocols/zab.md
 * lists the departures from these sources.
 */
public final class ZabNode implements Node {
    private final Core core;

    /**
     * Creates a member that runs Zab.
     *
     * @param id server id of this server, which is one of {@code members} or waits until a change of the ensemble adds
     *     this server
     * @param members the founding ensemble; later changes of the ensemble are in this server's log and snapshot
     * @param seed seed of the node's random choices, different at any two starts of a member
     */
    public ZabNode(int id, Membership members, ZabConfig config, long seed, Effects effects) {
        this(id, members, config, Policies.ZAB, seed, effects);
    }

    /**
     * Creates a member of an ensemble that may run other protocols of the family.
     *
     * @param policies the protocols of the Zab family that this member can run
     * @throws IllegalArgumentException if the member's own protocol cannot run with the number of {@code members}
     */
    public ZabNode(
            int id,
            Membership members,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        this(id, members, Rules.SOUND, config, policies, seed, effects);
    }

    ZabNode(
            int id,
            Membership members,
            Rules rules,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        core = new Core(id, members, rules, config, policies, seed, effects);
    }

    Core core() {
        return core;
    }

    /**
     * Returns the present status of this node. Only the thread that runs the node may ask for its status, between two
     * events.
     */
    public ZabStatus status() {
        ServerRole role = core.role();
        ZabCounters f = core.figures;
        EpochState epochs = core.epochs();
        return new ZabStatus(
                core.id,
                role.name(),
                role.isActive(),
                role.reason(),
                role.leader(),
                epochs.acceptedEpoch(),
                epochs.currentEpoch(),
                epochs.voter(),
                core.history.last(),
                core.history.durable(),
                core.delivery.committed(),
                core.delivery.delivered(),
                core.history.snapshot().zxid(),
                core.requests.count() + (int) core.reads.pending(),
                f.proposals,
                f.delivered,
                f.messagesSent,
                f.messagesReceived,
                f.proposalsSent,
                f.proposalsReceived,
                f.acksSent,
                f.acksReceived,
                f.commitsSent,
                f.commitsReceived,
                f.messagesDropped,
                f.sessionsBroken,
                f.elections,
                f.syncDiff,
                f.syncTrunc,
                f.syncSnap,
                role.policy().name(),
                role.inZabMode(),
                f.switches,
                role.coin(),
                role.sessions(),
                core.members,
                pendingChange(),
                role instanceof Leading leading ? leading.ackedByRank() : new long[0]);
    }

    private String pendingChange() {
        Reconfiguration pending = core.history.configurations().pending();
        return pending == null ? "" : pending.change().toString();
    }

    @Override
    public void onStart(Recovered recovered) {
        core.start(recovered);
    }

    @Override
    public void onBatchStart(long nowNanos) {
        core.now(nowNanos);
    }

    @Override
    public void onBatchEnd() {
        core.role().onBatchEnd();
        core.checkConfiguration();
        if (core.role().isActive() || !core.isMember()) core.change.answer(core.configuration());
        core.history.trimCache();
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        if (payload.length > core.config.payloadBytesMax())
            core.effects.refuse(request, Refusal.TOO_LARGE);
        else if (!isMember()) core.effects.refuse(request, Refusal.NOT_MEMBER);
        else core.requests.submit(request, payload);
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        if (isMember()) core.change.submit(request, change);
        else core.effects.refuse(request, Refusal.NOT_MEMBER);
    }

    private boolean isMember() {
        return core.isMember() && !core.role().isExcluded();
    }

    @Override
    public void onWithdraw(long through) {
        core.requests.withdraw(through);
    }

    @Override
    public void onRead(long read) {
        core.reads.submit(read);
    }

    @Override
    public void onMessage(int from, Message message) {
        core.figures.messagesReceived++;
        if (from == core.id) core.dropped();
        else if (message instanceof Frame frame) core.role().onFrame(from, frame);
        else if (message instanceof PeerAck ack) core.role().onPeerAck(from, ack);
        else if (message instanceof Vote vote) onVote(from, vote);
        else if (message instanceof EndSession end) core.role().onEndSession(from, end.session());
        else if (message instanceof Settled settled) onSettled(from, settled);
        else core.dropped();
        core.checkConfiguration();
    }

    private void onVote(int from, Vote vote) {
        core.learn(vote.configuration());
        // A vote may report a later change of the ensemble, for which this server begins a new
        // election without the vote, because the sender repeats it.
        if (!core.isOutdated()) core.role().onVote(from, vote);
    }

    private void onSettled(int from, Settled settled) {
        core.learn(settled.configuration());
        if (!core.isOutdated()) core.role().onSettled(from, settled);
    }

    @Override
    public void onSynced(long position) {
        if (core.history.synced(position)) core.role().onDurable();
        core.checkConfiguration();
    }

    @Override
    public void onPersisted(long version) {
        core.onPersisted(version);
        core.checkConfiguration();
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (!core.history.readIsValid()) return;
        core.delivery.onLogRead(afterZxid, entries);
        core.role().onLogRead(afterZxid, entries);
        core.checkConfiguration();
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        core.delivery.onSnapshotTaken(snapshot, core.now());
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        core.role().onSnapshotRead(snapshot, offset, bytes);
    }

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        core.role().onSnapshotWritten(snapshot, nextOffset);
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        core.onSnapshotInstalled(snapshot, installed);
        core.checkConfiguration();
    }

    @Override
    public void onTimer(int kind) {
        core.role().onTimer(kind);
        core.checkConfiguration();
    }

    @Override
    public void onReachable(Set<Integer> members) {
        core.role().onReachable(members);
    }
}
