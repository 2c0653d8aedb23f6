package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
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
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import io.abcast.ordering.log.LogMessage.Standing;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Atomic broadcast by consensus: a {@link Consensus} decides one value per slot, and all members apply the values in
 * the order of the slots. This class is the state machine of one member.
 *
 * <p>The log holds the decided and applied entries, and the votes of this member in slots that may be undecided.
 * Promises are part of the small persisted state. Requests may be submitted at any member. Each request takes effect at
 * most once, and the requests of one member take effect in the order of their submission. The set of members is fixed.
 *
 * <p>Thread rule: as {@link Node}.
 */
public final class LogNode implements Node {
    private static final int MAGIC = 0x50;
    static final int VERSION = 7;
    private static final int TICK = 0;
    private static final int LOAD_BYTES = 1 << 20;

    private final int id;
    private final Membership members;
    private final LogConfig config;
    private final Effects effects;
    private final Journal journal;
    private final String protocol;
    private final Desk desk = new Desk();
    private final Outbox out;
    private final OwnRequests requests;
    private final Applier applier;
    private final Founding founding;
    private final Consensus consensus;
    private final VoteLog voteLog;
    private final Transfer transfer;
    private final Serving serving;
    private final QuorumReads reads;
    private final Waits waits;
    private final Refusals refusals;

    private long nowNanos;
    private final SplitMix64 dice;
    private boolean loading = true;

    /** The votes from {@link #onStart}; empty after the log is loaded. */
    private List<VoteRecord> votes = List.of();

    private boolean repaired;

    /** The last durable slot that was reported to the {@link Consensus}. */
    private long durableTold;

    /** The durable slot in the persisted state. */
    private long baseSlot;

    /** The durable zxid in the persisted state. */
    private long baseZxid;

    /** The highest slot in which this member may have lost votes. */
    private long blindThrough;

    /** The voters that this bootstrapped member has joined, with one bit per rank; 0 if it has joined no voters. */
    private int joinedBeside;

    private final Voters voters;
    private long askedNanos = Long.MIN_VALUE / 2;
    private long sent;
    private long received;
    private long dropped;

    /**
     * @param protocol name of the protocol; persisted, so that no other protocol uses the state
     * @param seed seed of the node's random choices; must differ between two starts of a member
     */
    public LogNode(
            String protocol,
            int id,
            Membership members,
            LogConfig config,
            Consensus.Factory consensus,
            long seed,
            Effects effects) {
        this.protocol = protocol;
        this.id = id;
        this.members = members;
        this.config = config;
        this.effects = effects;
        dice = new SplitMix64(seed);
        refusals = new Refusals(members, effects::report);
        waits = new Waits(effects, id, members);
        journal = new Journal(effects);
        out = new Outbox(id, effects, journal, this::hold, waits, this::state);
        requests = new OwnRequests(id, effects, config);
        applier = new Applier(id, effects, journal, config, requests, this::onApplied);
        this.consensus = consensus.create(desk);
        founding =
                new Founding(
                        id,
                        members,
                        out,
                        new Founder(),
                        config.bootstrap(),
                        this.consensus.witnesses(),
                        this.consensus.foundersMin(),
                        true);
        voteLog = new VoteLog(journal, founding, applier, this.consensus);
        voters = new Voters(members, id, effects::report);
        transfer = new Transfer(desk, effects, applier, this.consensus);
        serving = new Serving(desk, effects, applier, this.consensus);
        reads = new QuorumReads(desk, this.consensus, effects, applier::installing);
    }

    // ------------------------------------------------------------------ start

    @Override
    public void onStart(Recovered recovered) {
        byte[] state = recovered.persisted();
        if (state != null && !restore(state)) return;
        try {
            applier.recover(recovered, proofs());
        } catch (MalformedFrameException e) {
            effects.halt("invalid snapshot in the data directory: " + e.getMessage());
            return;
        }
        transfer.fetching().recover(recovered);
        // Without a durable state, the votes in the log were never announced, so they are dropped.
        if (state != null) votes = recovered.votes();
        repaired = state != null && recovered.repaired();
        if (state == null) {
            founding.begin();
            if (recovered.lastZxid() != Zxid.NONE) founding.forgot();
        }
        effects.reconfigured(0, false, members);
        if (applier.order().zxid() == recovered.lastZxid()) loaded();
        else effects.readLog(applier.order().zxid(), LOAD_BYTES);
    }

    /** Whether members may lie. If members may lie, the order and its snapshots have digests. */
    private boolean proofs() {
        return consensus.witnesses() > 1;
    }

    /**
     * How long a message may be held. Messages of the log are not held, because they are answered at once or are large.
     */
    private Hold hold(Message message) {
        return message instanceof LogMessage ? Hold.NEVER : consensus.hold(message);
    }

    private StateHead head() {
        return new StateHead(MAGIC, VERSION, protocol);
    }

    private boolean restore(byte[] state) {
        try {
            WireReader in = new WireReader(state);
            String refusal = head().refusal(in);
            if (!refusal.isEmpty()) {
                effects.halt(refusal);
                return false;
            }
            founding.restore(in);
            baseSlot = in.varint();
            baseZxid = in.varint();
            blindThrough = in.varint();
            joinedBeside = (int) in.varint();
            consensus.restore(in);
            in.end();
            return true;
        } catch (MalformedFrameException e) {
            effects.halt(
                    "the persisted state is not valid for " + protocol + ": " + e.getMessage());
            return false;
        }
    }

    /** The part of a recorded vote that the {@link Consensus} has written. */
    public static WireReader vote(byte[] record) {
        WireReader in = new WireReader(record);
        in.skip(Long.BYTES);
        return in;
    }

    private byte[] state() {
        baseSlot = Math.max(baseSlot, applier.durableSlot());
        baseZxid = Math.max(baseZxid, applier.durableZxid());
        voteLog.onWriting(baseSlot);
        WireWriter to = head().write(new WireWriter(256));
        founding.write(to);
        to.varint(baseSlot)
                .varint(baseZxid)
                .varint(blindThrough)
                .varint(joinedBeside & 0xFFFF_FFFFL);
        consensus.write(to);
        return to.toByteArray();
    }

    private void load(List<Entry> entries, long lastZxid) {
        for (Entry entry : entries) {
            if (entry.zxid() <= lastZxid) continue;
            if (!applier.isFollowedBy(entry)) {
                effects.halt("the log holds " + entry + " after " + applier.order());
                return;
            }
            applier.replay(entry);
        }
        if (entries.isEmpty()) loaded();
        else effects.readLog(applier.order().zxid(), LOAD_BYTES);
    }

    /** Starts the engine after the whole log has been applied. */
    private void loaded() {
        loading = false;
        boolean whole = applier.order().zxid() >= baseZxid;
        if (repaired || !whole) {
            effects.report("the log was cut: it may lack votes of this member");
            founding.lost(repaired);
            joinedBeside = 0;
            baseSlot = 0;
            baseZxid = 0;
        } else if (!restoreVotes()) return;
        votes = List.of();
        applier.replayed(applier.order().zxid() == baseZxid ? baseSlot : 0);
        consensus.onCaughtUp(applier.order().slot());
        consensus.onDurable(applier.order().slot());
        consensus.start();
        for (Snapshots.Own own : applier.snapshots().held()) tellHeld(own);
        out.changed();
        effects.setTimer(TICK, config.tickNanos());
    }

    /**
     * Restores the recorded votes.
     *
     * @return false if the member has halted
     */
    private boolean restoreVotes() {
        try {
            voteLog.restore(votes);
            return true;
        } catch (MalformedFrameException e) {
            effects.halt("a vote in the log is not valid for " + protocol + ": " + e.getMessage());
            return false;
        }
    }

    private void tellHeld(Snapshots.Own own) {
        if (proofs()) consensus.onSnapshot(own.slot(), own.digest());
    }

    // ------------------------------------------------------------------ events

    @Override
    public void onBatchStart(long now) {
        nowNanos = now;
    }

    @Override
    public void onBatchEnd() {
        if (loading) return;
        reads.onBatchEnd();
        tellDurable();
        do {
            consensus.onBatchEnd();
            for (Message own; (own = out.pollSelf()) != null; ) dispatch(id, own);
        } while (out.hasSelf());
        out.flush(nowNanos);
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        requests.submit(request, payload);
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        effects.refuse(request, Refusal.BAD_CHANGE);
    }

    @Override
    public void onWithdraw(long through) {
        requests.withdraw(through);
    }

    @Override
    public void onRead(long read) {
        reads.onRead(read);
    }

    @Override
    public void onMessage(int from, Message message) {
        received++;
        if (loading || !members.contains(from) || from == id) dropped++;
        else if (message instanceof Standing m) {
            voters.onStanding(from, m, founding.era(), nowNanos);
            if (founding.onStanding(from, m, nowNanos))
                effects.report(
                        "standing: " + founding.standing() + ", learned from member " + from);
        } else if (message instanceof Framed m && m.era() == founding.era() && m.era() != 0) {
            dispatch(from, m.body());
        } else if (message instanceof Framed m
                && m.era() != founding.era()
                && founding.era() != 0) {
            desk.refuse(from, m, Refusals.Reason.ERA);
            voters.onForeign(from, m.era(), nowNanos);
        } else dropped++;
    }

    private void dispatch(int from, Message message) {
        if (message instanceof LogMessage) {
            if (message instanceof Learn m) serving.onLearn(from, m);
            else if (message instanceof Entries m) transfer.onEntries(from, m);
            else if (message instanceof Offer m) transfer.onOffer(from, m);
            else if (message instanceof Fetch m) serving.onFetch(from, m);
            else if (message instanceof Chunk m) transfer.fetching().onChunk(from, m);
            else if (message instanceof ReadAsk m) reads.onAsk(from, m);
            else if (message instanceof ReadReply m) reads.onReply(from, m);
            else if (message instanceof Reach m) reads.onReach(from, m);
            else if (message instanceof Applied m) transfer.behind(m.slot(), from);
            else if (message instanceof LogMessage.Forward) consensus.onMessage(from, message);
            else dropped++;
        } else {
            consensus.onMessage(from, message);
        }
    }

    @Override
    public void onSynced(long position) {
        journal.onSynced(position);
        applier.onSynced();
        out.onSynced(nowNanos);
        tellDurable();
    }

    /**
     * Reports the durable slot to the consensus. Called also without a sync, because empty slots become durable without
     * a sync.
     */
    private void tellDurable() {
        if (applier.durableSlot() <= durableTold) return;
        durableTold = applier.durableSlot();
        consensus.onDurable(durableTold);
    }

    @Override
    public void onPersisted(long version) {
        if (out.onPersisted(version, nowNanos)) voteLog.onPersisted();
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (loading) load(entries, afterZxid);
        else serving.onLogRead(afterZxid, entries);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        Snapshots.Own own = applier.snapshots().onTaken(snapshot, content);
        if (own != null) tellHeld(own);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        serving.onSnapshotRead(snapshot, offset, bytes);
    }

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        transfer.fetching().onWritten(snapshot, nextOffset);
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        if (transfer.onSnapshotInstalled(snapshot, installed)) {
            consensus.onCaughtUp(applier.order().slot());
            consensus.onDurable(applier.durableSlot());
            for (Snapshots.Own own : applier.snapshots().held()) tellHeld(own);
        }
        reads.onApplied();
    }

    @Override
    public void onTimer(int kind) {
        effects.setTimer(TICK, config.tickNanos());
        boolean forlorn = applier.order().zxid() == Zxid.NONE && consensus.leader() == 0;
        founding.onTick(forlorn, nowNanos, config);
        if (founding.recovering() && nowNanos - askedNanos >= config.retryNanos()) {
            askedNanos = nowNanos;
            consensus.askAdmission();
        }
        voters.onTick(nowNanos, config.electionTimeoutNanos());
        transfer.onTick();
        reads.onTick();
        consensus.onTick();
    }

    @Override
    public void onReachable(Set<Integer> reachable) {}

    private void onApplied(long slot, Value value) {
        if (value == null) consensus.onCaughtUp(slot);
        else consensus.onApplied(slot, value);
        reads.onApplied();
    }

    /** Services of this log for its {@link Founding}. */
    private final class Founder implements Founding.Host {
        @Override
        public long promised() {
            return consensus.promised();
        }

        @Override
        public long through() {
            long known = Math.max(applier.order().begun(), consensus.highestAccepted());
            return Math.max(known, blindThrough);
        }

        @Override
        public long held() {
            return applier.order().begun();
        }

        @Override
        public boolean inside() {
            return applier.order().isInside();
        }

        @Override
        public boolean forgetful() {
            return founding.votes()
                    && consensus.witnesses() == 1
                    && joinedBeside == 0
                    && applier.durableSlot() < blindThrough;
        }

        @Override
        public long blindThrough() {
            return blindThrough;
        }

        @Override
        public boolean votesDurably() {
            return founding.votes() && voteLog.voter();
        }

        @Override
        public boolean orders() {
            return consensus.impediment().isEmpty();
        }

        @Override
        public void founded(long base) {
            blindThrough = base;
            joinedBeside = 0;
            out.renew();
            applier.forgetDecided();
            transfer.renew();
            reads.renew();
            consensus.renew();
            consensus.onCaughtUp(applier.order().slot());
            consensus.onDurable(applier.durableSlot());
        }

        @Override
        public void join(long promised, long through, int beside) {
            consensus.rejoin(promised, through);
            blindThrough = Math.max(blindThrough, through);
            joinedBeside = beside;
        }

        @Override
        public void report(String line) {
            effects.report(line);
        }

        @Override
        public void halt(String reason) {
            effects.halt(reason);
        }

        @Override
        public long randomBits() {
            return dice.next();
        }
    }

    // ------------------------------------------------------------------ status

    public LogPhase phase() {
        if (loading) return LogPhase.LOADING;
        if (!votes()) return LogPhase.LEARNING;
        if (consensus.leads()) return LogPhase.LEADING;
        return consensus.campaigns() ? LogPhase.CAMPAIGNING : LogPhase.FOLLOWING;
    }

    /** Whether this member votes. False until the whole log is read, because votes may still be missing. */
    boolean votes() {
        return !loading && founding.votes() && applier.order().slot() >= blindThrough;
    }

    /** The era of the ensemble that this member belongs to; 0 if the member belongs to no ensemble yet. */
    public long era() {
        return founding.era();
    }

    /** Whether this member waits for a leader to admit it. */
    public boolean recovering() {
        return founding.recovering();
    }

    /** The reason why this member is inactive; empty if it is active. */
    public String reason() {
        if (loading) return "reading its log";
        if (!founding.obstacle().isEmpty()) return founding.obstacle();
        boolean empty = applier.order().begun() == 0;
        if (founding.era() == 0 && empty) return founding.waiting();
        List<Integer> lost = voters.lost(founding.votes());
        if (tooMany(lost)) return "a majority has lost its votes (" + list(lost);
        if (founding.era() == 0) return "no voter of this member's ensemble has answered";
        if (founding.recovering()) return "recovering: waits for a leader to admit it";
        if (transfer.fetching().isActive()) return "fetching a snapshot";
        String impediment = consensus.impediment();
        if (impediment.isEmpty()) return "";
        List<Integer> incomplete = voters.incomplete(votes());
        if (!tooMany(incomplete)) return impediment;
        return impediment + "; a majority has lost votes (" + list(incomplete);
    }

    private boolean tooMany(List<Integer> without) {
        return members.size() - without.size() < consensus.votersMin();
    }

    private static String list(List<Integer> ids) {
        return "members " + Voters.ids(ids) + "): see \"Lost members\"";
    }

    /** The status of the node. Called by the thread that runs the node, between two events. */
    public LogStatus status() {
        LogPhase phase = phase();
        String reason = reason();
        return new LogStatus(
                id,
                phase,
                reason.isEmpty(),
                reason,
                consensus.leader(),
                consensus.round(),
                votes(),
                applier.order().slot(),
                applier.order().zxid(),
                applier.durableZxid(),
                applier.snapshots().newest().zxid(),
                requests.count() + reads.pending(),
                applier.delivered(),
                applier.order().empty(),
                sent,
                received,
                dropped,
                transfer.fetching().fetches(),
                founding.era(),
                voters.left(founding.votes()),
                founding.recovering(),
                consensus.admissions(),
                refusals.bySender());
    }

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    public void visitQueues(QueueVisitor to) {
        long slotsMax = consensus.slotsMax();
        requests.visitQueues(to);
        out.visitQueues(to);
        applier.visitQueues(to, slotsMax);
        waits.visitQueues(to, slotsMax);
        reads.visitQueues(to);
        serving.visitQueues(to);
        transfer.visitQueues(to);
        consensus.visitQueues(to);
    }

    /** The consensus engine that decides the slots of this log. */
    public Consensus consensus() {
        return consensus;
    }

    /** The services of this log for the consensus engine. */
    private final class Desk implements Ports {
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
            return config;
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
        public long applied() {
            return applier.order().slot();
        }

        @Override
        public boolean mayVote(long slot) {
            return mayRecord() && slot > blindThrough;
        }

        @Override
        public boolean mayRecord() {
            return founding.votes() && voteLog.voter();
        }

        @Override
        public boolean voter() {
            return founding.votes();
        }

        @Override
        public boolean isStateDurable() {
            return out.isDurable();
        }

        @Override
        public int beside() {
            return joinedBeside;
        }

        @Override
        public boolean mayPromise(long from) {
            return founding.votes() && (from > blindThrough || durable() >= blindThrough);
        }

        @Override
        public long durable() {
            return applier.durableSlot();
        }

        @Override
        public long inside() {
            return applier.order().isInside() ? applier.order().begun() : 0;
        }

        @Override
        public Incarnation incarnation() {
            return founding.incarnation();
        }

        @Override
        public boolean recovering() {
            return founding.recovering();
        }

        @Override
        public void admitted(long through) {
            if (!founding.recovering()) return;
            blindThrough = Math.max(blindThrough, through);
            founding.admitted();
            effects.report("admitted: votes in slots above " + through);
        }

        @Override
        public void send(int to, Message message) {
            if (to != id) sent++;
            out.send(to, message);
        }

        @Override
        public void sendDurably(int to, Message message) {
            if (to != id) sent++;
            out.sendDurably(to, message);
        }

        @Override
        public void changed() {
            out.changed();
        }

        @Override
        public void vote(long slot, int bytes, Consumer<WireWriter> content) {
            voteLog.record(slot, bytes, content);
        }

        @Override
        public void decided(long slot, Value value) {
            applier.decided(slot, value);
        }

        @Override
        public boolean isDecisionOfPart(Value value) {
            return applier.order().isDecisionOfPart(value);
        }

        @Override
        public void forgetDecided() {
            applier.forgetDecided();
        }

        @Override
        public boolean knows(long slot) {
            return applier.knows(slot);
        }

        @Override
        public void behind(long slot, int who) {
            transfer.behind(slot, who);
        }

        @Override
        public long named() {
            return transfer.named();
        }

        @Override
        public void provenThrough(long slot, Digest order) {
            transfer.provenThrough(slot, order);
        }

        @Override
        public void lost(int member, long proven) {
            transfer.lost(member, proven);
        }

        @Override
        public Digest orderDigest(long slot) {
            return applier.digest(slot);
        }

        @Override
        public long closed() {
            return voteLog.closed();
        }

        @Override
        public boolean snapshotProven(long slot, Digest snapshot) {
            return applier.snapshots().onProven(slot, snapshot);
        }

        @Override
        public OwnRequests requests() {
            return requests;
        }

        @Override
        public boolean isNext(OriginRequest request) {
            return applier.order().isNext(request);
        }

        @Override
        public boolean isOrdered(int origin, long request) {
            return applier.order().isOrdered(origin, request);
        }

        @Override
        public void beginPledge(Wait what, long number) {
            waits.begin(what, number, nowNanos);
        }

        @Override
        public void endPledge(Wait what, long number) {
            waits.end(what, number, nowNanos);
        }

        @Override
        public void giveUp(Wait what, long throughNumber) {
            waits.giveUp(what, throughNumber);
        }

        @Override
        public void report(String line) {
            effects.report(line);
        }

        @Override
        public long era() {
            return founding.era();
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
