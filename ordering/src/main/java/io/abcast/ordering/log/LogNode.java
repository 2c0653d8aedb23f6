package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
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
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import java.util.List;

/**
 * Atomic broadcast by consensus: a {@link Consensus} decides one value per slot, and all members apply the values in
 * the order of the slots. A {@code LogNode} is the deterministic state machine of one member.
 *
 * <p>Callers may submit requests at any member. Each request takes effect at most once, and the requests of one member
 * take effect in the order of their submission. The members of the ensemble never change.
 *
 * <p>Thread rule: the thread rule of {@link Node} holds for {@code LogNode}.
 */
public final class LogNode implements EnsembleNode {
    private static final int MAGIC = 0x50;
    static final int VERSION = 7;

    private final Effects effects;
    private final SplitMix64 dice;
    private final LogDesk desk;
    private final Outbox out;
    private final OwnRequests requests;
    private final Applier applier;
    private final Consensus consensus;
    private final LostVotes lostVotes;
    private final Ensemble ensemble;
    private final Founding founding;
    private final VoteLog voteLog;
    private final Transfer transfer;
    private final Serving serving;
    private final QuorumReads reads;
    private final Loading loading;

    private long durableTold;

    /** The last durable slot that this node's persisted state names, as last read or written. */
    private long baseSlot;

    private long baseZxid;

    private long askedNanos = Long.MIN_VALUE / 2;

    /**
     * @param protocol name of the protocol; persisted, so that a node of another protocol refuses the state
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
        this.effects = effects;
        dice = new SplitMix64(seed);
        desk = new LogDesk(id, members, config, dice, effects, this::hold, this::state);
        out = desk.outbox();
        requests = new OwnRequests(id, effects, config);
        applier = new Applier(id, effects, desk.journal(), config, requests, this::onApplied);
        this.consensus = consensus.create(desk);
        lostVotes = new LostVotes(applier, this.consensus, this::renew);
        ensemble =
                new Ensemble(
                        desk,
                        lostVotes,
                        this.consensus.witnesses(),
                        this.consensus.foundersMin(),
                        true);
        founding = ensemble.founding();
        voteLog = new VoteLog(desk.journal(), ensemble, applier, this.consensus);
        transfer = new Transfer(desk, effects, applier, this.consensus);
        serving = new Serving(desk, effects, applier, this.consensus);
        desk.connect(applier, requests, lostVotes, ensemble, voteLog, transfer);
        reads = new QuorumReads(desk, this.consensus, effects, applier::installing);
        StateHead head = new StateHead(MAGIC, VERSION, protocol);
        loading = new Loading(desk, ensemble, effects, head, protocol, new Restored());
    }

    @Override
    public void onStart(Recovered recovered) {
        loading.onStart(recovered);
    }

    private boolean proofs() {
        return consensus.witnesses() > 1;
    }

    /**
     * Returns how long the transport may hold {@code message}; a {@link LogMessage} must be sent at once, because it is
     * urgent or large.
     */
    private Hold hold(Message message) {
        return message instanceof LogMessage ? Hold.NEVER : consensus.hold(message);
    }

    /** Returns a reader of the part of a vote record that the {@link Consensus} has written. */
    public static WireReader vote(byte[] record) {
        WireReader in = new WireReader(record);
        in.skip(Long.BYTES);
        return in;
    }

    private byte[] state() {
        baseSlot = Math.max(baseSlot, applier.durableSlot());
        baseZxid = Math.max(baseZxid, applier.durableZxid());
        voteLog.onWriting(baseSlot);
        WireWriter to = loading.writeHead().varint(baseSlot).varint(baseZxid);
        lostVotes.write(to);
        consensus.write(to);
        return to.toByteArray();
    }

    private final class Restored implements Loading.Target {
        @Override
        public void restore(WireReader in) {
            baseSlot = in.varint();
            baseZxid = in.varint();
            lostVotes.restore(in);
            consensus.restore(in);
        }

        @Override
        public void recover(Recovered recovered) {
            applier.recover(recovered, proofs());
            transfer.fetching().recover(recovered);
        }

        @Override
        public long zxid() {
            return applier.order().zxid();
        }

        @Override
        public long durableZxid() {
            return baseZxid;
        }

        @Override
        public boolean isNext(Entry entry) {
            return applier.isFollowedBy(entry);
        }

        @Override
        public void replay(Entry entry) {
            applier.replay(entry);
        }

        @Override
        public String last() {
            return applier.order().toString();
        }

        @Override
        public void loaded(boolean cut, long stamp, List<VoteRecord> votes) {
            if (cut) {
                lostVotes.onCut();
                baseSlot = 0;
                baseZxid = 0;
            } else voteLog.restore(votes);
            applier.replayed(zxid() == baseZxid ? baseSlot : 0);
            consensus.onCaughtUp(applier.order().slot());
            consensus.onDurable(applier.order().slot());
            consensus.start();
            tellHeld();
        }
    }

    private void tellHeld() {
        for (Snapshots.Own own : applier.snapshots().held()) tellHeld(own);
    }

    private void tellHeld(Snapshots.Own own) {
        if (proofs()) consensus.onSnapshot(own.slot(), own.digest());
    }

    @Override
    public void onBatchStart(long now) {
        desk.beginBatch(now);
    }

    @Override
    public void onBatchEnd() {
        if (loading.isActive()) return;
        reads.onBatchEnd();
        tellDurable();
        do {
            consensus.onBatchEnd();
            for (Message own; (own = out.pollSelf()) != null; ) dispatch(desk.id(), own);
        } while (out.hasSelf());
        out.flush(desk.nowNanos());
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
        Message body = ensemble.open(from, message, !loading.isActive());
        if (body != null) dispatch(from, body);
    }

    private void dispatch(int from, Message message) {
        if (message instanceof LogMessage) {
            if (message instanceof Learn m) serving.onLearn(from, m);
            else if (message instanceof Entries m) transfer.onEntries(from, m);
            else if (message instanceof Offer m) transfer.onOffer(from, m);
            else if (message instanceof Fetch m) serving.snapshots().onFetch(from, m);
            else if (message instanceof Chunk m) transfer.fetching().onChunk(from, m);
            else if (message instanceof ReadAsk m) reads.onAsk(from, m);
            else if (message instanceof ReadReply m) reads.onReply(from, m);
            else if (message instanceof Reach m) reads.onReach(from, m);
            else if (message instanceof Applied m) transfer.behind(m.slot(), from);
            else if (message instanceof LogMessage.Forward) consensus.onMessage(from, message);
            else desk.drop();
        } else {
            consensus.onMessage(from, message);
        }
    }

    @Override
    public void onSynced(long position) {
        desk.journal().onSynced(position);
        applier.onSynced();
        out.onSynced(desk.nowNanos());
        tellDurable();
    }

    /**
     * Reports the last durable slot to the {@code Consensus}; also without a sync, because an empty slot adds nothing
     * to the log.
     */
    private void tellDurable() {
        if (applier.durableSlot() <= durableTold) return;
        durableTold = applier.durableSlot();
        consensus.onDurable(durableTold);
    }

    @Override
    public void onPersisted(long version) {
        if (!out.onPersisted(version, desk.nowNanos())) return;
        ensemble.onPersisted();
        voteLog.onPersisted();
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        if (loading.isActive()) loading.onLogRead(afterZxid, entries);
        else serving.onLogRead(afterZxid, entries);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        Snapshots.Own own = applier.snapshots().onTaken(snapshot, content);
        if (own != null) tellHeld(own);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        serving.snapshots().onSnapshotRead(snapshot, offset, bytes);
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
            tellHeld();
        }
        reads.onApplied();
    }

    @Override
    public void onTimer(int kind) {
        desk.setTimer();
        boolean forlorn = applier.order().zxid() == Zxid.NONE && consensus.leader() == 0;
        ensemble.onTick(forlorn);
        boolean due = desk.nowNanos() - askedNanos >= desk.config().retryNanos();
        if (founding.recovering() && due) {
            askedNanos = desk.nowNanos();
            consensus.askAdmission();
        }
        transfer.onTick();
        reads.onTick();
        consensus.onTick();
    }

    private void onApplied(long slot, Value value) {
        if (value == null) consensus.onCaughtUp(slot);
        else consensus.onApplied(slot, value);
        reads.onApplied();
    }

    private void renew() {
        out.renew();
        applier.forgetDecided();
        transfer.renew();
        reads.renew();
        consensus.renew();
        consensus.onCaughtUp(applier.order().slot());
        consensus.onDurable(applier.durableSlot());
    }

    @Override
    public LogPhase phase() {
        if (loading.isActive()) return LogPhase.LOADING;
        if (!votes()) return LogPhase.LEARNING;
        if (consensus.leads()) return LogPhase.LEADING;
        return consensus.campaigns() ? LogPhase.CAMPAIGNING : LogPhase.FOLLOWING;
    }

    @Override
    public boolean votes() {
        return !loading.isActive() && founding.votes() && lostVotes.isCaughtUp();
    }

    @Override
    public long era() {
        return founding.era();
    }

    /** Whether this member waits for a leader that admits it as a voter. */
    @Override
    public boolean recovering() {
        return founding.recovering();
    }

    @Override
    public String reason() {
        if (loading.isActive()) return "reading its log";
        String obstacle = ensemble.obstacle(applier.order().begun() == 0);
        if (!obstacle.isEmpty()) return obstacle;
        List<Integer> lost = ensemble.voters().lost(founding.votes());
        if (tooMany(lost)) return "a majority has lost its votes (" + list(lost);
        if (founding.era() == 0) return "no voter of this member's ensemble has answered";
        if (founding.recovering()) return "recovering: waits for a leader to admit it";
        if (transfer.fetching().isActive()) return "fetching a snapshot";
        String impediment = consensus.impediment();
        if (impediment.isEmpty()) return "";
        List<Integer> incomplete = ensemble.voters().incomplete(votes());
        if (!tooMany(incomplete)) return impediment;
        return impediment + "; a majority has lost votes (" + list(incomplete);
    }

    private boolean tooMany(List<Integer> without) {
        return desk.members().size() - without.size() < consensus.votersMin();
    }

    private static String list(List<Integer> ids) {
        return "members " + Voters.ids(ids) + "): see \"Lost members\"";
    }

    @Override
    public LogStatus status() {
        LogPhase phase = phase();
        String reason = reason();
        return new LogStatus(
                desk.id(),
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
                desk.messagesSent(),
                desk.messagesReceived(),
                desk.messagesDropped(),
                transfer.fetching().fetches(),
                founding.era(),
                ensemble.votersLeft(),
                founding.recovering(),
                consensus.admissions(),
                desk.messagesRefused());
    }

    @Override
    public void visitQueues(QueueVisitor to) {
        long slotsMax = consensus.slotsMax();
        requests.visitQueues(to);
        desk.visitQueues(to, slotsMax);
        applier.visitQueues(to, slotsMax);
        reads.visitQueues(to);
        serving.visitQueues(to);
        transfer.visitQueues(to);
        consensus.visitQueues(to);
    }

    /** The consensus engine that decides the slots of this log. */
    public Consensus consensus() {
        return consensus;
    }
}
