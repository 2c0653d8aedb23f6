package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.Zxid;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Ask;
import io.abcast.ordering.epaxos.EpaxosMessage.Behind;
import io.abcast.ordering.epaxos.EpaxosMessage.Bytes;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.Pass;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Want;
import io.abcast.ordering.log.Ensemble;
import io.abcast.ordering.log.EnsembleNode;
import io.abcast.ordering.log.Founding;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Loading;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.Outbox;
import io.abcast.ordering.log.StateHead;
import java.util.List;

/**
 * Atomic broadcast by EPaxos* (Ryabinin, Gotsman and Sutra 2025), with additions: restarts, deletion of old instances,
 * and snapshots. A member opens instances (runs of consensus) for the requests that its own callers submit.
 *
 * <p>Each member has a log of its own, because EPaxos members learn instances in different orders. Each submitted
 * request takes effect at most once. Interfering requests that callers submit at one member take effect in the order of
 * their submission. The set of members of an EPaxos ensemble never changes.
 *
 * <p>The thread rule of an {@code EpaxosNode} is that of {@link Node}.
 */
public final class EpaxosNode implements EnsembleNode {
    private static final int MAGIC = 0x45;
    private static final int VERSION = 1;
    private static final String PROTOCOL = "EPAXOS";

    private static final int EXECUTED_PER_HEARTBEAT = 128;

    private final Membership members;
    private final EpaxosConfig config;
    private final Effects effects;
    private final SplitMix64 dice;
    private final EpaxosDesk desk;
    private final Outbox out;
    private final Ensemble ensemble;
    private final Founding founding;
    private final VoterReach reach;
    private final EpaxosState state;
    private final SnapshotCare snapshots;
    private final Loading loading;

    private long baseZxid;

    private long heartbeatNanos = Long.MIN_VALUE / 2;

    private long heartbeatExecuted;

    /**
     * Creates the EPaxos node of a member.
     *
     * @param seed seed of the node's random choices; must differ between two starts of a member
     * @param dissemination service that carries payloads of more than {@link EpaxosConfig#inlineBytesMax} bytes; {@code
     *     null}: the node itself sends large payloads
     */
    public EpaxosNode(
            int id,
            Membership members,
            EpaxosConfig config,
            Interference interference,
            long seed,
            Effects effects,
            Dissemination dissemination) {
        this(
                id,
                members,
                config,
                interference,
                EpaxosQuorums.of(members.size()),
                seed,
                effects,
                dissemination);
    }

    EpaxosNode(
            int id,
            Membership members,
            EpaxosConfig config,
            Interference interference,
            EpaxosQuorums quorums,
            long seed,
            Effects effects,
            Dissemination dissemination) {
        this.members = members;
        this.config = config;
        this.effects = effects;
        dice = new SplitMix64(seed);
        desk = new EpaxosDesk(id, members, config.log(), dice, effects, this::persisted);
        out = desk.outbox();
        EpaxosFounder founder = new EpaxosFounder(desk, this::hasHistory, () -> reason().isEmpty());
        ensemble = new Ensemble(desk, founder, 1, quorums.quorum(), false);
        founding = ensemble.founding();
        reach = new VoterReach(desk, ensemble, quorums);
        Incarnation run = new Incarnation(dice.next(), dice.next() | 1);
        state =
                new EpaxosState(
                        desk,
                        config,
                        interference,
                        quorums,
                        run,
                        desk.journal(),
                        effects,
                        dissemination);
        snapshots = new SnapshotCare(desk, state, desk.journal(), effects);
        desk.connect(ensemble, reach, state, snapshots);
        // A journal is valid only for one protocol and one interference (key function). The header
        // of the persisted state names the protocol and the interference.
        String keys = interference.name() + ':' + interference.version();
        StateHead head = new StateHead(MAGIC, VERSION, PROTOCOL + " with keys of " + keys);
        loading = new Loading(desk, ensemble, effects, head, PROTOCOL, new Restored());
    }

    // ------------------------------------------------------------------ start

    @Override
    public void onStart(Recovered recovered) {
        loading.onStart(recovered);
    }

    private byte[] persisted() {
        baseZxid = Math.max(baseZxid, state.durableZxid());
        return loading.writeHead().varint(baseZxid).toByteArray();
    }

    private final class Restored implements Loading.Target {
        @Override
        public void restore(WireReader in) {
            baseZxid = in.varint();
            ensemble.restored();
        }

        @Override
        public void recover(Recovered recovered) {
            EpaxosNote note = EpaxosNote.decode(recovered.note(), members);
            state.begin(note, EpaxosNote.closed(recovered, members));
            snapshots.recover(recovered);
        }

        @Override
        public long zxid() {
            return state.zxid();
        }

        @Override
        public long durableZxid() {
            return baseZxid;
        }

        @Override
        public boolean isNext(Entry entry) {
            return entry.zxid() == Zxid.after(zxid());
        }

        @Override
        public void replay(Entry entry) {
            state.replay(entry);
        }

        @Override
        public String last() {
            return Zxid.toString(zxid());
        }

        @Override
        public void loaded(boolean cut, long stamp, List<VoteRecord> votes) {
            boolean clears = cut && members.size() > 1;
            if (cut) baseZxid = 0;
            if (clears) {
                state.begin();
                snapshots.clear();
            }
            state.start(stamp, clears ? List.of() : votes);
            state.stamp(founding.stamp());
        }
    }

    // ------------------------------------------------------------------ events

    @Override
    public void onBatchStart(long now) {
        desk.beginBatch(now);
    }

    @Override
    public void onBatchEnd() {
        if (loading.isActive()) return;
        state.reads().onBatchEnd();
        do {
            state.propose();
            for (Message message; (message = out.pollSelf()) != null; )
                dispatch(desk.id(), message);
        } while (out.hasSelf() || state.mayPropose());
        state.mark();
        if (state.executed() - heartbeatExecuted >= EXECUTED_PER_HEARTBEAT) heartbeat();
        out.flush(desk.nowNanos());
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        if (tooFewVoters()) effects.refuse(request, Refusal.NO_QUORUM);
        else state.submit(request, payload);
    }

    private boolean tooFewVoters() {
        return !loading.isActive() && reach.tooFewVoters();
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        effects.refuse(request, Refusal.BAD_CHANGE);
    }

    @Override
    public void onWithdraw(long through) {
        state.withdraw(through);
    }

    @Override
    public void onRead(long read) {
        onRead(read, Keys.ALL_READ);
    }

    @Override
    public void onRead(long read, Keys keys) {
        state.reads().onRead(read, keys);
    }

    @Override
    public void onMessage(int from, Message message) {
        long before = founding.era();
        Message body = ensemble.open(from, message, !loading.isActive());
        if (founding.era() != before) enter(before);
        if (body != null) dispatch(from, body);
    }

    private void enter(long before) {
        if (before != 0) out.renew();
        desk.values().clear();
        desk.trips().clear();
        state.stamp(founding.stamp());
        reach.liveness().renew();
    }

    private void dispatch(int from, Message message) {
        // The member drops all protocol messages until its durable state names its ensemble, so
        // that after a restart it knows for which ensemble it has voted.
        if (!ensemble.isEraDurable()) {
            desk.drop();
            return;
        }
        if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof Want m) state.onWant(from, m);
        else if (message instanceof Bytes m) state.onBytes(from, m);
        else if (message instanceof Pass m) state.onPass(from, m.request());
        else if (message instanceof Behind m) snapshots.onBehind(from, m);
        else if (message instanceof EpaxosMessage m) {
            if (m instanceof PreAcceptOk ok) {
                desk.trips().onVote(from == desk.id(), ok.id(), desk.nowNanos());
                state.onVote(from, ok.id());
            } else if (m instanceof AcceptOk ok) state.onVote(from, ok.id());
            if (m instanceof OfInstance of) onInstance(from, of);
            else state.core().onMessage(from, m);
        } else if (message instanceof Offer m) snapshots.onOffer(from, m);
        else if (message instanceof Fetch m) snapshots.serving().onFetch(from, m);
        else if (message instanceof Chunk m) snapshots.fetching().onChunk(from, m);
        else desk.drop();
    }

    private void onInstance(int from, OfInstance message) {
        Epaxos core = state.core();
        OfInstance whole = ProposedValues.incoming(message, core.proposed(message.id()));
        if (message instanceof Ask ask && ask.lacksValue()) desk.values().lacks(from, ask.id());
        if (whole != null) core.onMessage(from, whole);
        else core.onIncomplete(from, message);
    }

    @Override
    public void onBytes(int from, Digest digest, byte[] bytes) {
        assert Digest.of(bytes).equals(digest) : "a payload of member " + from;
        boolean takes = !loading.isActive() && founding.era() != 0 && ensemble.isEraDurable();
        if (takes && members.contains(from)) state.onBytes(from, digest, bytes);
        else desk.drop();
    }

    private void onHeartbeat(int from, Heartbeat m) {
        reach.liveness().onHeartbeat(from, m, state.core().done(), desk.nowNanos());
        state.core().onMessage(from, m);
    }

    @Override
    public void onSynced(long position) {
        desk.journal().onSynced(position);
        out.onSynced(desk.nowNanos());
        if (!loading.isActive()) state.onSynced();
    }

    @Override
    public void onPersisted(long version) {
        if (out.onPersisted(version, desk.nowNanos())) ensemble.onPersisted();
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (loading.isActive()) loading.onLogRead(afterZxid, entries);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        snapshots.onTaken(snapshot, content);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        snapshots.serving().onSnapshotRead(snapshot, offset, bytes);
    }

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        snapshots.fetching().onWritten(snapshot, nextOffset);
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        snapshots.onInstalled(snapshot, installed);
    }

    @Override
    public void onTimer(int kind) {
        desk.setTimer();
        long before = founding.era();
        boolean forlorn = !hasHistory() && !reach.liveness().anyOther(desk.nowNanos());
        ensemble.onTick(forlorn);
        if (founding.era() != before) enter(before);
        Epaxos core = state.core();
        reach.liveness().retain(core.table().size() > config.retainedMax(), core.done());
        if (ensemble.isEraDurable() && founding.era() != 0) {
            if (desk.nowNanos() - heartbeatNanos >= config.log().heartbeatNanos()) heartbeat();
            state.onTick();
        }
        snapshots.onTick();
    }

    private void heartbeat() {
        heartbeatNanos = desk.nowNanos();
        heartbeatExecuted = state.executed();
        Epaxos core = state.core();
        Heartbeat beat = new Heartbeat(founding.incarnation(), core.done(), core.frontier());
        desk.sendToOthers(beat);
    }

    private boolean hasHistory() {
        return state.zxid() != Zxid.NONE;
    }

    // ------------------------------------------------------------------ status

    @Override
    public EpaxosPhase phase() {
        if (loading.isActive()) return EpaxosPhase.LOADING;
        if (votes()) return EpaxosPhase.VOTING;
        return founding.standing() == Rank.LEARNER ? EpaxosPhase.LEARNING : EpaxosPhase.FOUNDING;
    }

    @Override
    public boolean votes() {
        return !loading.isActive() && founding.votes();
    }

    @Override
    public long era() {
        return founding.era();
    }

    /** Returns whether this member has lost its earlier votes, and therefore never votes again. */
    @Override
    public boolean recovering() {
        return founding.recovering();
    }

    @Override
    public String reason() {
        if (loading.isActive()) return "reading its log";
        String obstacle = ensemble.obstacle(!hasHistory());
        if (!obstacle.isEmpty()) return obstacle;
        if (reach.tooFewVoters()) return reach.lostVoters();
        if (founding.era() == 0) return "no voter of this member's ensemble has answered";
        if (snapshots.fetching().isActive()) return "fetching a snapshot";
        return reach.obstacle(state.core().done());
    }

    @Override
    public EpaxosStatus status() {
        String reason = reason();
        Epaxos core = state.core();
        RoundTrips trips = desk.trips();
        return new EpaxosStatus(
                desk.id(),
                phase(),
                reason.isEmpty(),
                reason,
                votes(),
                state.zxid(),
                state.durableZxid(),
                snapshots.newest().zxid(),
                state.pending() + state.reads().pending(),
                state.delivered(),
                trips.fast(),
                trips.slow(),
                core == null ? 0 : core.recovered(),
                core == null ? 0 : core.recoveriesBegun(),
                state.nops(),
                trips.commitNanos(),
                trips.executionNanos(),
                state.executed(),
                state.unexecuted(),
                core == null ? 0 : core.table().size(),
                core == null ? 0 : core.undecided(),
                core == null ? null : core.oldestUndecided(),
                state.blocker(),
                state.bytesFetched(),
                desk.messagesSent(),
                desk.messagesReceived(),
                desk.messagesDropped(),
                snapshots.fetching().fetches(),
                founding.era(),
                ensemble.votersLeft(),
                recovering(),
                desk.messagesRefused());
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        if (loading.isActive()) return;
        desk.visitQueues(to, 1);
        int retained = state.core().table().size();
        to.queue("instances that are measured", desk.trips().size(), retained);
        to.queue("instances whose values were sent", desk.values().size(), retained);
        state.visitQueues(to);
        snapshots.visitQueues(to);
    }

    /**
     * Sets the observer to which the node reports its protocol steps and executed instances. {@code watch} must be
     * called before {@link #onStart}.
     */
    public void watch(EpaxosWatch by) {
        desk.watch(by);
    }

    Epaxos core() {
        return state.core();
    }

    /** Returns the requests whose payloads a vote record of the log contains, see {@link InstanceJournal#requests}. */
    public static List<Request> requests(byte[] vote, Membership members) {
        return InstanceJournal.requests(vote, members);
    }
}
