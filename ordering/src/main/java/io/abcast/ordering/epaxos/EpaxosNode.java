package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
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
import io.abcast.kernel.WireWriter;
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
import io.abcast.ordering.log.Founding;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Journal;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Standing;
import io.abcast.ordering.log.Outbox;
import io.abcast.ordering.log.PeerServices;
import io.abcast.ordering.log.Refusals;
import io.abcast.ordering.log.StateHead;
import io.abcast.ordering.log.Voters;
import io.abcast.ordering.log.Waits;
import java.util.List;
import java.util.Set;

/**
 * Atomic broadcast by EPaxos* (Ryabinin, Gotsman and Sutra 2025), with restarts, dropped instances and snapshots added.
 * This class is the state machine of one member: each member opens instances for the requests that enter at it.
 *
 * <p>The log is the member's own journal, since the members see no common sequence: its votes hold the state of
 * instances ({@link InstanceJournal}), and its entries are the requests that took effect here, in the local order of
 * their effect. If all requests interfere, that order and the zxids are the same at all members.
 *
 * <p>Requests may be submitted at any member. Each takes effect at most once; those of one member that interfere take
 * effect in the order of their submission. The ensemble is fixed.
 *
 * <p>Thread rule: as {@link Node}.
 */
public final class EpaxosNode implements Node {
    private static final int MAGIC = 0x45;
    private static final int VERSION = 1;
    private static final int TICK = 0;
    private static final int LOAD_BYTES = 1 << 20;
    private static final String PROTOCOL = "EPAXOS";

    /** Number of executed instances after which a heartbeat is sent early, so that the members drop them soon. */
    private static final int EXECUTED_PER_HEARTBEAT = 128;

    /** Maximum bytes of payloads that are retained for an unreachable member. */
    private static final long AWAY_BYTES_MAX = 64 << 20;

    private final int id;
    private final Membership members;
    private final EpaxosConfig config;
    private final LogConfig log;
    private final Interference interference;
    private final Effects effects;
    private final EpaxosQuorums quorums;
    private final Journal journal;
    private final Outbox out;
    private final Founding founding;
    private final Voters voters;
    private final Refusals refusals;
    private final Waits waits;
    private final Desk desk = new Desk();
    private final Liveness liveness;
    private final RoundTrips trips;
    private final ProposedValues values;
    private final EpaxosState state;
    private final SnapshotCare snapshots;

    private EpaxosWatch watch = EpaxosWatch.NONE;
    private long nowNanos;
    private final SplitMix64 dice;
    private boolean loading = true;

    /** The votes from {@link #onStart}; empty after the log is loaded. */
    private List<VoteRecord> votes = List.of();

    private boolean repaired;

    /** The durable zxid in the persisted state. */
    private long baseZxid;

    /** The era and the right to vote in the state that is being written. */
    private long writingEra;

    private boolean writingVoter;

    /** The era and the right to vote in the durable state. */
    private long durableEra;

    private boolean durableVoter;

    /** Whether this member has reached a quorum since its start. */
    private boolean met;

    private long heartbeatNanos = Long.MIN_VALUE / 2;

    /** Number of instances that were executed before the last heartbeat. */
    private long heartbeatExecuted;

    private long sent;
    private long received;
    private long dropped;

    /**
     * @param seed seed of the node's random choices; must differ between two starts of a member
     * @param dissemination carries payloads above {@link EpaxosConfig#inlineBytesMax}; {@code null}: the node sends them
     *     directly. The same at all members
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
        this.id = id;
        this.members = members;
        this.config = config;
        this.interference = interference;
        this.quorums = quorums;
        this.effects = effects;
        log = config.log();
        dice = new SplitMix64(seed);
        refusals = new Refusals(members, effects::report);
        waits = new Waits(effects, id, members);
        journal = new Journal(effects);
        out = new Outbox(id, effects, journal, message -> Hold.NEVER, waits, this::encoded);
        founding =
                new Founding(
                        id,
                        members,
                        out,
                        new EpaxosFounder(
                                effects,
                                this::hasHistory,
                                this::votesDurably,
                                () -> reason().isEmpty(),
                                dice::next),
                        log.bootstrap(),
                        1,
                        quorums.quorum(),
                        false);
        voters = new Voters(members, id, effects::report);
        liveness = new Liveness(members, id, log.electionTimeoutNanos());
        trips = new RoundTrips(log.retryNanos());
        values = new ProposedValues(members, id);
        Incarnation run = new Incarnation(dice.next(), dice.next() | 1);
        state =
                new EpaxosState(
                        desk, config, interference, quorums, run, journal, effects, dissemination);
        snapshots = new SnapshotCare(desk, state, journal, effects);
    }

    // ------------------------------------------------------------------ start

    @Override
    public void onStart(Recovered recovered) {
        byte[] persisted = recovered.persisted();
        if (persisted != null && !restore(persisted)) return;
        try {
            EpaxosNote note = EpaxosNote.decode(recovered.note(), members);
            state.begin(note, EpaxosNote.closed(recovered, members));
            snapshots.recover(recovered);
        } catch (MalformedFrameException e) {
            effects.halt("invalid snapshot in the data directory: " + e.getMessage());
            return;
        }
        // Votes that were recorded before any state was durable were never announced, so they are
        // dropped.
        if (persisted != null) votes = recovered.votes();
        repaired = persisted != null && recovered.repaired();
        if (persisted == null) {
            founding.begin();
            if (recovered.lastZxid() != Zxid.NONE) founding.forgot();
        }
        effects.reconfigured(0, false, members);
        if (state.zxid() == recovered.lastZxid()) loaded();
        else effects.readLog(state.zxid(), LOAD_BYTES);
    }

    private boolean restore(byte[] persisted) {
        try {
            WireReader in = new WireReader(persisted);
            String refusal = head().refusal(in);
            if (!refusal.isEmpty()) {
                effects.halt(refusal);
                return false;
            }
            founding.restore(in);
            baseZxid = in.varint();
            in.end();
            durableEra = founding.era();
            durableVoter = founding.votes();
            return true;
        } catch (MalformedFrameException e) {
            effects.halt(
                    "the persisted state is not valid for " + PROTOCOL + ": " + e.getMessage());
            return false;
        }
    }

    /** The journal is made for the protocol and one interference. */
    private StateHead head() {
        String keys = interference.name() + ':' + interference.version();
        return new StateHead(MAGIC, VERSION, PROTOCOL + " with keys of " + keys);
    }

    private byte[] encoded() {
        baseZxid = Math.max(baseZxid, state.durableZxid());
        writingEra = founding.era();
        writingVoter = founding.votes();
        WireWriter to = head().write(new WireWriter(256));
        founding.write(to);
        return to.varint(baseZxid).toByteArray();
    }

    private void load(List<Entry> entries, long afterZxid) {
        for (Entry entry : entries) {
            if (entry.zxid() <= afterZxid) continue;
            if (entry.zxid() != Zxid.after(state.zxid())) {
                effects.halt("the log holds " + entry + " after " + Zxid.toString(state.zxid()));
                return;
            }
            state.replay(entry);
        }
        if (entries.isEmpty()) loaded();
        else effects.readLog(state.zxid(), LOAD_BYTES);
    }

    /** Starts the agreement after the whole log has been replayed. */
    private void loaded() {
        loading = false;
        long stamp = founding.stamp();
        if (repaired || state.zxid() < baseZxid) {
            effects.report("the log was cut: it may lack votes of this member");
            founding.lost(repaired);
            baseZxid = 0;
            durableEra = 0;
            durableVoter = false;
            if (members.size() > 1) {
                votes = List.of();
                state.begin();
                snapshots.clear();
            }
        }
        try {
            state.start(stamp, votes);
        } catch (MalformedFrameException e) {
            effects.halt(
                    "a record in the log is not valid for " + PROTOCOL + ": " + e.getMessage());
            return;
        }
        state.stamp(founding.stamp());
        votes = List.of();
        out.changed();
        effects.setTimer(TICK, log.tickNanos());
    }

    // ------------------------------------------------------------------ events

    @Override
    public void onBatchStart(long now) {
        nowNanos = now;
    }

    @Override
    public void onBatchEnd() {
        if (loading) return;
        state.reads().onBatchEnd();
        do {
            state.propose();
            for (Message message; (message = out.pollSelf()) != null; ) dispatch(id, message);
        } while (out.hasSelf() || state.mayPropose());
        state.mark();
        if (state.executed() - heartbeatExecuted >= EXECUTED_PER_HEARTBEAT) heartbeat();
        out.flush(nowNanos);
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        if (tooFewVoters()) effects.refuse(request, Refusal.NO_QUORUM);
        else state.submit(request, payload);
    }

    /**
     * Whether some members have lost their votes, and fewer of the others than a quorum are reachable. Then no request
     * can be ordered, perhaps never again.
     */
    private boolean tooFewVoters() {
        if (loading || founding.era() == 0 || voters.lost(founding.votes()).isEmpty()) return false;
        return votersReachable() < quorums.quorum();
    }

    /**
     * Whether this member has reached a quorum since its start, and lacks nothing that reachable members may have
     * dropped.
     */
    private boolean caughtUp() {
        if (!met) met = votersReachable() >= quorums.quorum();
        return met && liveness.isCaughtUp(state.core().done(), nowNanos);
    }

    private int votersReachable() {
        int reached = 0;
        for (int member : members.ids())
            if (desk.isVoter(member) && desk.isReachable(member)) reached++;
        return reached;
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
        received++;
        if (loading || !members.contains(from) || from == id) dropped++;
        else if (message instanceof Standing m) onStanding(from, m);
        else if (message instanceof Framed m && founding.era() != 0) {
            if (m.era() == founding.era()) dispatch(from, m.body());
            else {
                desk.refuse(from, m, Refusals.Reason.ERA);
                voters.onForeign(from, m.era(), nowNanos);
            }
        } else dropped++;
    }

    private void onStanding(int from, Standing m) {
        voters.onStanding(from, m, founding.era(), nowNanos);
        long before = founding.era();
        if (founding.onStanding(from, m, nowNanos))
            effects.report("standing: " + founding.standing() + ", learned from member " + from);
        if (founding.era() != before) enter(before);
    }

    /** Continues in another ensemble. */
    private void enter(long before) {
        if (before != 0) out.renew();
        values.clear();
        trips.clear();
        state.stamp(founding.stamp());
        liveness.renew();
    }

    private void dispatch(int from, Message message) {
        // Nothing is learned or voted before the state names the ensemble durably.
        if (durableEra != founding.era()) {
            dropped++;
            return;
        }
        if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof Want m) state.onWant(from, m);
        else if (message instanceof Bytes m) state.onBytes(from, m);
        else if (message instanceof Pass m) state.onPass(from, m.request());
        else if (message instanceof Behind m) snapshots.onBehind(from, m);
        else if (message instanceof EpaxosMessage m) {
            if (m instanceof PreAcceptOk ok) {
                trips.onVote(from == id, ok.id(), nowNanos);
                state.onVote(from, ok.id());
            } else if (m instanceof AcceptOk ok) state.onVote(from, ok.id());
            if (m instanceof OfInstance of) onInstance(from, of);
            else state.core().onMessage(from, m);
        } else if (message instanceof Offer m) snapshots.onOffer(from, m);
        else if (message instanceof Fetch m) snapshots.onFetch(from, m);
        else if (message instanceof Chunk m) snapshots.fetching().onChunk(from, m);
        else dropped++;
    }

    private void onInstance(int from, OfInstance message) {
        Epaxos core = state.core();
        OfInstance whole = ProposedValues.incoming(message, core.proposed(message.id()));
        if (message instanceof Ask ask && ask.lacksValue()) values.lacks(from, ask.id());
        if (whole != null) core.onMessage(from, whole);
        else core.onIncomplete(from, message);
    }

    @Override
    public void onBytes(int from, Digest digest, byte[] bytes) {
        assert Digest.of(bytes).equals(digest) : "a payload of member " + from;
        boolean takes = !loading && founding.era() != 0 && durableEra == founding.era();
        if (takes && members.contains(from)) state.onBytes(from, digest, bytes);
        else dropped++;
    }

    private void onHeartbeat(int from, Heartbeat m) {
        liveness.onHeartbeat(from, m, state.core().done(), nowNanos);
        state.core().onMessage(from, m);
    }

    @Override
    public void onSynced(long position) {
        journal.onSynced(position);
        out.onSynced(nowNanos);
        if (!loading) state.onSynced();
    }

    @Override
    public void onPersisted(long version) {
        if (!out.onPersisted(version, nowNanos)) return;
        durableEra = writingEra;
        durableVoter = writingVoter;
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (loading) load(entries, afterZxid);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        snapshots.onTaken(snapshot, content);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        snapshots.onRead(snapshot, offset, bytes);
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
        effects.setTimer(TICK, log.tickNanos());
        long before = founding.era();
        boolean forlorn = state.zxid() == Zxid.NONE && !liveness.anyOther(nowNanos);
        founding.onTick(forlorn, nowNanos, log);
        if (founding.era() != before) enter(before);
        voters.onTick(nowNanos, log.electionTimeoutNanos());
        liveness.retain(state.core().table().size() > config.retainedMax(), state.core().done());
        if (durableEra == founding.era() && founding.era() != 0) {
            if (nowNanos - heartbeatNanos >= log.heartbeatNanos()) heartbeat();
            state.onTick();
        }
        snapshots.onTick();
    }

    private void heartbeat() {
        heartbeatNanos = nowNanos;
        heartbeatExecuted = state.executed();
        Epaxos core = state.core();
        Heartbeat beat = new Heartbeat(founding.incarnation(), core.done(), core.frontier());
        desk.sendToOthers(beat);
    }

    @Override
    public void onReachable(Set<Integer> reachable) {}

    private boolean votesDurably() {
        return founding.votes() && durableVoter;
    }

    private boolean hasHistory() {
        return state.zxid() != Zxid.NONE;
    }

    // ------------------------------------------------------------------ status

    public EpaxosPhase phase() {
        if (loading) return EpaxosPhase.LOADING;
        if (votes()) return EpaxosPhase.VOTING;
        return founding.standing() == Rank.LEARNER ? EpaxosPhase.LEARNING : EpaxosPhase.FOUNDING;
    }

    /** Whether this member votes. False until the log is read, because votes may be missing. */
    public boolean votes() {
        return !loading && founding.votes();
    }

    /** The era of the ensemble that this member belongs to; 0 if it belongs to none yet. */
    public long era() {
        return founding.era();
    }

    /** Whether this member has lost its votes. It stays a learner. */
    public boolean recovering() {
        return founding.recovering();
    }

    /** The reason why this member is inactive; empty if it is active. */
    public String reason() {
        if (loading) return "reading its log";
        if (!founding.obstacle().isEmpty()) return founding.obstacle();
        if (founding.era() == 0 && state.zxid() == Zxid.NONE) return founding.waiting();
        if (tooFewVoters())
            return "fewer voters than a quorum are left and reachable (members "
                    + Voters.ids(voters.lost(founding.votes()))
                    + " have lost their storages): see \"Lost members\"";
        if (founding.era() == 0) return "no voter of this member's ensemble has answered";
        if (snapshots.fetching().isActive()) return "fetching a snapshot";
        int reached = votersReachable();
        if (reached >= quorums.quorum())
            return caughtUp() ? "" : "catching up with the other members";
        return "too few voters are reachable: expected " + quorums.quorum() + ", got " + reached;
    }

    /** The status of the node. Called by the thread that runs the node, between two events. */
    public EpaxosStatus status() {
        String reason = reason();
        Epaxos core = state.core();
        return new EpaxosStatus(
                id,
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
                sent,
                received,
                dropped,
                snapshots.fetching().fetches(),
                founding.era(),
                voters.left(founding.votes()),
                recovering(),
                refusals.bySender());
    }

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    public void visitQueues(QueueVisitor to) {
        if (loading) return;
        out.visitQueues(to);
        waits.visitQueues(to, 1);
        int retained = state.core().table().size();
        to.queue("instances that are measured", trips.size(), retained);
        to.queue("instances whose values were sent", values.size(), retained);
        state.visitQueues(to);
        snapshots.visitQueues(to);
    }

    /** Sets the observer of this member. To be called before the start. */
    public void watch(EpaxosWatch by) {
        watch = by;
    }

    /** The known instances of a member. For checkers. */
    Epaxos core() {
        return state.core();
    }

    /** See {@link InstanceJournal#requests}. */
    public static List<Request> requests(byte[] vote, Membership members) {
        return InstanceJournal.requests(vote, members);
    }

    /** The services of this node for its parts. */
    private final class Desk implements EpaxosHost, PeerServices {
        @Override
        public int id() {
            return id;
        }

        @Override
        public Membership members() {
            return members;
        }

        @Override
        public LogConfig config() {
            return log;
        }

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public long random(long bound) {
            return Long.remainderUnsigned(dice.next(), bound);
        }

        @Override
        public long retryNanos() {
            return log.retryNanos();
        }

        @Override
        public void send(int to, Message message) {
            if (to != id) sent++;
            out.send(to, message);
        }

        @Override
        public void send(int to, EpaxosMessage message) {
            send(to, (Message) message);
        }

        @Override
        public void sendDurably(int to, EpaxosMessage message) {
            hold(to, outgoing(to, message, false));
        }

        private void hold(int to, EpaxosMessage message) {
            if (to != id) sent++;
            out.sendDurably(to, message);
        }

        @Override
        public void sendToOthers(EpaxosMessage message) {
            for (int to : members.ids()) if (to != id) send(to, outgoing(to, message, true));
        }

        @Override
        public void sendDurablyToOthers(EpaxosMessage message) {
            for (int to : members.ids()) if (to != id) hold(to, outgoing(to, message, true));
        }

        /** A learner has no values, because it does not vote. */
        private EpaxosMessage outgoing(int to, EpaxosMessage message, boolean isNews) {
            if (to == id || !isVoter(to)) return message;
            return values.outgoing(to, message, isNews, nowNanos, trips.arrivalNanos());
        }

        @Override
        public void record(InstanceRecord record) {
            state.record(record);
        }

        @Override
        public boolean isReachable(int member) {
            return liveness.isReachable(member, nowNanos);
        }

        @Override
        public boolean countsInFrontier(int member) {
            return liveness.counts(member, nowNanos);
        }

        @Override
        public boolean delaysDrop(int member) {
            if (!isVoter(member) || liveness.isSlow(member)) return false;
            return isReachable(member) || state.bytesRetained() <= AWAY_BYTES_MAX;
        }

        @Override
        public boolean votes() {
            return founding.votes() && durableVoter && durableEra == founding.era();
        }

        @Override
        public boolean learns() {
            return founding.recovering() && durableEra == founding.era();
        }

        @Override
        public boolean mayOrder() {
            return caughtUp();
        }

        @Override
        public boolean isVoter(int member) {
            if (member == id) return founding.votes();
            return !voters.lost(true).contains(member);
        }

        @Override
        public boolean holds(RequestBatch value) {
            return state.payloads().holds(value);
        }

        @Override
        public void retain(RequestBatch value) {
            state.payloads().retain(value);
        }

        @Override
        public void release(RequestBatch value) {
            state.payloads().release(value);
        }

        @Override
        public void want(InstanceId instance, RequestBatch value, int from) {
            state.want(instance, value, from);
        }

        @Override
        public Keys keys(RequestBatch value) {
            return state.keys(value);
        }

        @Override
        public void known(EpaxosInstance instance) {
            state.known(instance);
        }

        @Override
        public void dropped(EpaxosInstance instance) {
            values.forget(instance.id);
            if (instance.id.origin() == id) trips.forget(instance.id);
            state.dropped(instance);
        }

        @Override
        public void observe(EpaxosStep step, InstanceId instance) {
            watch.onStep(step, instance);
        }

        @Override
        public void observeExecuted(EpaxosInstance instance) {
            watch.onExecuted(instance.id, instance.cmd, instance.dep);
        }

        @Override
        public void observeInstalled(long zxid) {
            watch.onInstalled(zxid);
        }

        @Override
        public void opened(InstanceId instance) {
            trips.onOpened(instance, nowNanos);
        }

        @Override
        public void executed(InstanceId instance) {
            trips.onExecuted(instance, nowNanos);
        }

        @Override
        public long roundTripNanos() {
            return trips.roundTripNanos();
        }

        @Override
        public void committed(EpaxosInstance instance) {
            if (instance.id.origin() == id) trips.onCommitted(instance, nowNanos);
            state.committed(instance);
        }

        @Override
        public void readAfter(long read, Dependencies writers) {
            state.reads().onAnswered(read, writers);
        }

        @Override
        public void behind(InstanceId instance, int member) {
            snapshots.behind(member);
        }

        @Override
        public void report(String line) {
            effects.report(line);
        }

        @Override
        public void refuse(int from, Object message, Refusals.Reason reason) {
            dropped++;
            refusals.count(from, message.getClass().getSimpleName(), reason, nowNanos);
        }

        @Override
        public void halt(String reason) {
            effects.halt(reason);
        }
    }
}
