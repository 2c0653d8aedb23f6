package io.abcast.ordering.camu;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.SplitMix64;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Confirm;
import io.abcast.ordering.camu.CamuMessage.ConfirmAsk;
import io.abcast.ordering.camu.CamuMessage.DigestReport;
import io.abcast.ordering.camu.CamuMessage.LeaderHint;
import io.abcast.ordering.camu.CamuMessage.Outcome;
import io.abcast.ordering.camu.CamuMessage.Results;
import io.abcast.ordering.camu.CamuMessage.Settled;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import io.abcast.ordering.camu.PartitionState.Unanswered;
import java.util.function.Function;

/**
 * One replica of a partition: CaMu (Vandevoorde 2018) above any log node. The log node orders the decisions of the
 * partition's leader; this node computes from them the order of transactions, which may have several partitions as
 * destinations.
 *
 * <p>Guarantees, over all partitions: the union of the partitions' orders has no cycle; a transaction is delivered at
 * all of its destinations, once at each, with one timestamp. A partition makes progress while its log does, and while
 * the logs of the partitions do with which it shares transactions or open links.
 *
 * <p>The thread rule is that of {@link io.abcast.kernel.Node}. docs/protocols/camu.md describes the protocol and its
 * departures from the paper.
 */
public final class PartitionNode extends NodeFilter implements GroupNode {
    /** Timer kinds of this node. The log node's kinds follow. */
    private static final int TICK = 0;

    private static final int RESEND = 1;

    /** Makes a batch, in which the payloads that the log node has refused are given to it again. */
    static final int ROOM = 2;

    private static final int FLUSH = 3;
    private static final int LINKS = 4;

    /** Makes batches of an idle leader so frequent that a longer time between two batches is a pause. */
    static final int WATCH = 5;

    private static final int OWN_KINDS = 6;

    private final int group;
    private final int server;
    private final PartitionMap map;
    private final CamuConfig config;
    private final GroupEffects effects;
    private final PartitionLog log;
    private final SplitMix64 random;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final Submissions submissions;
    private final PartitionReads reads;
    private final VerdictExchange verdicts;
    private final DigestExchange digests;
    private final boolean[] openLinks;
    private LinkRule linkRule = LinkRule.FIXED;

    private final PartitionFigures figures = new PartitionFigures();
    private PartitionState state;

    /** The membership of this partition, as the log node has reported it last. */
    private Membership members;

    /** The snapshot that waits for results; {@code null} if none does. */
    private PendingSnapshot snapshot;

    /** The duties of the present term; {@code null} while this replica does not lead. */
    private PartitionLeader leader;

    /** Random number of the present attempt to lead; 0 while the log node does not lead. */
    private long attempt;

    /** Number of the next payload for the log node, and of the first. */
    private long nextPayload;

    private final long firstPayload;

    /** Whether a payload is being given to the log node. */
    private boolean submits;

    /** Whether the log node had no room for the payload that it was given last. */
    private boolean isLogFull;

    private long clockMicros;
    private long nowNanos;
    private long tickNanos;
    private long tickedActivity;
    private boolean ticks;
    private boolean resends;
    private boolean steers;
    private boolean watches;
    private boolean isStarted;
    private boolean inBatch;

    /** Number of payloads that the log node has delivered. */
    private long offered;

    /** Whether the log node has delivered a payload since the entries were last given to it. */
    private boolean applied;

    /**
     * Creates a replica.
     *
     * @param group number of the partition
     * @param server id of this server, which holds a replica of the partition or waits to be added
     * @param seed seed of all random choices; must differ between any two starts of a replica
     * @param logs creates the log node with the given effects
     */
    public PartitionNode(
            int group,
            int server,
            PartitionMap map,
            CamuConfig config,
            long seed,
            GroupEffects effects,
            Function<Effects, PartitionLog> logs) {
        this(group, server, map, config, seed, effects, new LogEffects(effects, OWN_KINDS), logs);
    }

    private PartitionNode(
            int group,
            int server,
            PartitionMap map,
            CamuConfig config,
            long seed,
            GroupEffects effects,
            LogEffects logEffects,
            Function<Effects, PartitionLog> logs) {
        this(group, server, map, config, seed, effects, logs.apply(logEffects));
        logEffects.connect(this);
    }

    /** Creates the node, which passes on to the log node the events that concern only the log. */
    private PartitionNode(
            int group,
            int server,
            PartitionMap map,
            CamuConfig config,
            long seed,
            GroupEffects effects,
            PartitionLog log) {
        super(log.node());
        this.log = log;
        this.group = group;
        this.server = server;
        this.map = map;
        this.config = config;
        this.effects = effects;
        random = new SplitMix64(seed);
        firstPayload = random.next() >>> 2;
        nextPayload = firstPayload;
        openLinks = new boolean[map.size()];
        leaders = new KnownLeaders(map);
        members = map.replicas(group);
        config.checkLog(log.payloadBytesMax(), map.size());
        mail = new ReplicaMail(group, server, effects);
        state = newState();
        long session = SessionTable.id(server, group, random.next());
        submissions =
                new Submissions(
                        group,
                        session,
                        map,
                        config,
                        leaders,
                        mail,
                        effects,
                        this::askOwnLeader,
                        id -> config.strict() ? null : state.sessions().outcome(id));
        reads = new PartitionReads(group, config.strict(), effects, leaders, mail);
        verdicts = new VerdictExchange(leaders, mail);
        digests = new DigestExchange(group, server, leaders, mail);
        digests.voters(map.replicas(group).voterIds().length);
        tickNanos = config.tickNanos();
    }

    private PartitionState newState() {
        return new PartitionState(group, map, config, figures, new LogListener());
    }

    // ------------------------------------------------------------------ events of the driver

    @Override
    public void onStart(Recovered recovered) {
        isStarted = true;
        log.node().onStart(recovered);
    }

    @Override
    public void onRestored(byte[] bytes) {
        PartitionState restored = newState();
        if (bytes.length > 0) restored.decode(bytes);
        restored.takeVerdicts(state);
        state = restored;
        dropSnapshot();
        digests.clear();
        resign();
        leaders.learn(group, state.term(), state.leader());
    }

    @Override
    public void onBatchStart(long now) {
        nowNanos = now;
        inBatch = true;
        submissions.now(now);
        if (leader != null) leader.now(now);
        log.node().onBatchStart(now);
    }

    /**
     * A leader that was paused may have been deposed, and the messages about its transactions would be as old as its
     * state. Other partitions may have forgotten the sessions of these transactions, and would vote again. Therefore the
     * leader begins a new term, which fails if it was deposed.
     */
    @Override
    public void onClock(long epochMicros) {
        boolean isPaused = clockMicros != 0 && epochMicros - clockMicros > config.pauseMicrosMax();
        if (isPaused) resign();
        clockMicros = epochMicros;
        if (leader != null) leader.clock(epochMicros * CamuConfig.CLOCK_STEPS);
    }

    @Override
    public void onBatchEnd() {
        // A snapshot may have brought payloads whose verdicts this replica knows.
        if (state.waiting() > 0) state.run();
        checkLeadership();
        PartitionLeader present = leader;
        if (present != null) {
            // The log node may refuse a payload at once, so that this replica no longer leads.
            present.flush(clockMicros * CamuConfig.CLOCK_STEPS);
            reads.settled(present.settled());
        }
        mail.flush();
        applied = false;
        log.node().onBatchEnd();
        inBatch = false;
        if (applied) flushSoon();
        setTimers();
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        onSubmit(request, new int[] {group}, payload);
    }

    @Override
    public void onSubmit(long request, int[] groups, byte[] payload) {
        submissions.submit(request, groups, payload);
    }

    /** Does nothing: a request whose caller has given up may still take effect, and stays open until it is answered. */
    @Override
    public void onWithdraw(long through) {}

    @Override
    public void onRead(long read) {
        log.node().onRead(read);
    }

    @Override
    public void onRead(long read, Keys keys) {
        log.node().onRead(read);
    }

    @Override
    public void onResult(long seq, byte[] result) {
        Unanswered answered = state.onResult(seq, result);
        CamuTxn txn = answered.txn();
        SessionLane.Outcome outcome = answered.outcome();
        boolean isOwn = txn.id().session() == submissions.session();
        // Under strict consistency only the leader knows when an answer may leave.
        if (isOwn && !config.strict()) submissions.onOutcome(group, txn.id(), outcome.at(), result);
        else if (leader != null && !answersItself(txn)) leader.onResult(txn, outcome);
        if (snapshot != null && snapshot.onResult(seq, result)) finishSnapshot();
        flushSoon();
    }

    /** A submitter that is a replica of this partition delivers the transaction, too. */
    private boolean answersItself(CamuTxn txn) {
        return !config.strict() && SessionTable.group(txn.id().session()) == group;
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        digests.onOwn(seq, digest, leader);
        flushSoon();
    }

    /** Takes a snapshot of the present state, or begins one if results are missing. */
    void takeSnapshot(long zxid, byte[] note, boolean digested) {
        if (state.unanswered() == 0) {
            effects.takeSnapshot(zxid, note, digested, state.encode());
            return;
        }
        assert snapshot == null : "snapshots " + snapshot.zxid() + " and " + zxid;
        snapshot = state.beginSnapshot(zxid, note, digested);
        effects.freeze();
    }

    /** The whole state is replaced. The log node requests no other snapshot before it has an answer. */
    private void dropSnapshot() {
        if (snapshot == null) return;
        snapshot = null;
        log.node().onSnapshotTaken(null, null);
    }

    private void finishSnapshot() {
        PendingSnapshot taken = snapshot;
        snapshot = null;
        effects.takeSnapshot(taken.zxid(), taken.note(), taken.digested(), taken.state());
    }

    /** Requests another batch if this event comes after the end of a batch. */
    private void flushSoon() {
        if (inBatch) return;
        effects.setTimer(FLUSH, 0);
    }

    @Override
    public void onTimer(int kind) {
        if (kind >= OWN_KINDS) {
            log.node().onTimer(kind - OWN_KINDS);
        } else if (kind == TICK) {
            ticks = false;
            if (leader != null) leader.onTick();
        } else if (kind == WATCH) {
            watches = false;
        } else if (kind == LINKS) {
            steers = false;
            if (leader != null) leader.pilot().onTimer(nowNanos);
        } else if (kind == RESEND) {
            resends = false;
            submissions.onResendTimer();
            if (leader != null) leader.onResendTimer();
            else reads.ask();
            verdicts.ask(state);
        }
    }

    // ------------------------------------------------------------------ messages of other replicas

    @Override
    public void onGroupMessage(int from, int fromServer, Message message) {
        if (from != group) leaders.saw(from, fromServer);
        if (message instanceof Results m) {
            leaders.answered(from);
            for (Outcome outcome : m.outcomes())
                submissions.onOutcome(from, outcome.id(), outcome.at(), outcome.result());
        } else if (message instanceof LeaderHint m) {
            if (from != group) leaders.learnMembers(from, m.term(), m.members());
            learn(from, m.term(), m.server());
        } else if (message instanceof Confirm m) {
            verdicts.onConfirm(from, m, state, leader);
            applied = true;
            releaseReads();
        } else if (message instanceof ConfirmAsk m) {
            verdicts.onAsk(from, fromServer, m, state);
        } else if (message instanceof DigestReport m) {
            if (from == group && leader != null) digests.onReport(fromServer, m, leader);
        } else if (message instanceof Settled m) {
            if (from == group) reads.settled(m.seq());
        } else if (leader != null) {
            leader.onMessage(from, fromServer, message);
        } else if (state.leader() != 0 && state.leader() != server) {
            mail.send(from, fromServer, new LeaderHint(state.term(), state.leader(), members));
        }
    }

    private void learn(int other, long term, int known) {
        if (!leaders.learn(other, term, known)) return;
        submissions.resend(other);
        if (other == group) digests.report(leader);
        if (leader != null && other != group) leader.onNewLeader(other);
    }

    private boolean askOwnLeader(Ask ask) {
        return leader.onAsk(group, server, ask);
    }

    // ------------------------------------------------------------------ the log

    /** The log node reports the membership of this partition. */
    void reconfigured(Membership now) {
        members = now;
        digests.voters(now.voterIds().length);
        leaders.ownMembers(group, now);
        if (leader != null) announce();
    }

    /** A snapshot will replace the state, see {@link #onRestored}. */
    void installing() {
        state.stop();
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        if (!installed) state.resume();
        log.node().onSnapshotInstalled(snapshot, installed);
    }

    /** Takes a payload of the log. */
    void apply(Entry entry) {
        applied = true;
        offered++;
        try {
            Batch own = leader == null ? null : leader.given(entry.payload());
            if (own == null) state.offer(entry.payload());
            else state.offer(entry.payload(), own);
        } catch (MalformedFrameException e) {
            effects.halt("malformed payload in the log at " + entry + ": " + e.getMessage());
        }
    }

    private final class LogListener implements PartitionState.Listener {
        @Override
        public void deliver(GroupDelivery delivery) {
            effects.deliver(delivery);
            if (leader != null) leader.delivered(delivery);
        }

        @Override
        public void agreed(DigestNote note) {
            digests.onAgreed(note.seq());
            effects.digestAgreed(note.seq(), note.digest());
        }

        @Override
        public void began(Term term) {
            termBegan();
        }

        @Override
        public void applied(Batch batch) {
            if (leader == null || leader.term() != batch.term()) return;
            leader.applied(batch);
            long last = batch.first() + batch.entries().size() - 1;
            if (state.lastEntry() >= last) return;
            // The log node has lost or moved an earlier payload, so all further ones of this term
            // would be void.
            effects.report(
                    "partition %s: the log has entries %d to %d of term %d behind entry %d; a new term begins"
                            .formatted(
                                    map.name(group),
                                    batch.first(),
                                    last,
                                    batch.term(),
                                    state.lastEntry()));
            resign();
        }
    }

    private void termBegan() {
        resign();
        boolean isMine = attempt != 0 && state.isLedBy(server, attempt);
        if (isMine && log.leads().getAsBoolean()) {
            leader =
                    new PartitionLeader(
                            state,
                            map,
                            config,
                            leaders,
                            mail,
                            submissions,
                            this::submitPayload,
                            effects::report);
            leader.now(nowNanos);
            leader.clock(clockMicros * CamuConfig.CLOCK_STEPS);
            leader.follow(linkRule);
            leaders.learn(group, state.term(), server);
            leader.begin();
            for (int other = 0; linkRule.isFixed() && other < map.size(); other++)
                leader.steer(other, openLinks[other]);
            announce();
            digests.report(leader);
            submissions.leads(true);
        } else {
            // A payload of an earlier attempt may begin a term in which this replica's entries
            // would be void.
            if (isMine) attempt = 0;
            learn(group, state.term(), state.leader());
        }
    }

    private void announce() {
        LeaderHint hint = new LeaderHint(state.term(), server, members);
        for (int other = 0; other < map.size(); other++)
            for (int to : leaders.replicas(other))
                if (!mail.isOwn(other, to)) mail.send(other, to, hint);
    }

    private void resign() {
        if (leader == null) return;
        leader = null;
        attempt = 0;
        digests.resign();
        submissions.leads(false);
    }

    private void checkLeadership() {
        if (!isStarted) return;
        if (!log.leads().getAsBoolean()) {
            resign();
            attempt = 0;
        } else if (attempt == 0) {
            attempt = random.next() | 1;
            if (!submitPayload(new Term(server, attempt, random.next() | 1).encode())) attempt = 0;
        }
    }

    /** @return false if the log node has no room; the payload can be given to it again */
    private boolean submitPayload(byte[] payload) {
        isLogFull = false;
        submits = true;
        log.node().onSubmit(nextPayload++, payload);
        submits = false;
        if (isLogFull) effects.setTimer(ROOM, config.resendNanos() / 4);
        return !isLogFull;
    }

    /**
     * The log node refuses a payload. At a refusal in the call that gives the payload, the payload waits for room. Later,
     * the payloads after it would be void without it, so this replica begins a new term.
     */
    void refused(long request, Refusal why) {
        boolean isPayload = request - firstPayload >= 0 && request - nextPayload < 0;
        if (!isPayload) {
            effects.refuse(request, why);
            return;
        }
        if (submits && request == nextPayload - 1 && why == Refusal.BUSY) {
            isLogFull = true;
            return;
        }
        resign();
        attempt = 0;
        effects.setTimer(ROOM, config.resendNanos() / 4);
    }

    /** The log node has confirmed that the state after all delivered payloads may answer a read. */
    void readReady(long read) {
        reads.ready(read, offered);
        releaseReads();
    }

    private void releaseReads() {
        reads.applied(offered - state.waiting(), state, leader != null);
    }

    // ------------------------------------------------------------------ timers and links

    private void setTimers() {
        boolean needsResend =
                !submissions.isEmpty()
                        || !reads.isEmpty()
                        || state.waiting() > 0
                        || (leader != null && leader.waits());
        if (needsResend && !resends) {
            resends = true;
            effects.setTimer(RESEND, config.resendNanos());
        }
        if (leader != null && !watches) {
            watches = true;
            effects.setTimer(WATCH, config.watchNanos());
        }
        if (leader != null && leader.pilot().isActive() && !steers) {
            steers = true;
            effects.setTimer(LINKS, leader.pilot().periodNanos());
        }
        if (leader == null || !leader.ticks() || ticks) return;
        ticks = true;
        boolean isIdle = leader.activity() == tickedActivity;
        tickedActivity = leader.activity();
        tickNanos = isIdle ? Math.min(2 * tickNanos, config.tickNanosMax()) : config.tickNanos();
        effects.setTimer(TICK, tickNanos);
    }

    /**
     * Steers the link to another partition. Only the leader's setting has an effect.
     *
     * @param other number of the partition
     * @param open whether this partition may impose timestamps on the other one
     */
    public void link(int other, boolean open) {
        openLinks[other] = open;
        if (leader != null) leader.steer(other, open);
    }

    /** Sets the rule by which this partition's leader opens and closes links. The links are those of the log until then. */
    public void links(LinkRule rule) {
        linkRule = rule;
        if (leader != null) leader.follow(rule);
    }

    /** Whether this replica leads its partition. */
    public boolean leads() {
        return leader != null;
    }

    /** Returns the numbers of steps of links. Only the thread that runs the node may call this method. */
    public LinkSteps linkSteps() {
        return new LinkSteps(
                figures.opened,
                figures.fenced,
                figures.acknowledged,
                figures.on,
                figures.closed,
                figures.freed);
    }

    /** Returns what the partition waits for. Only the thread that runs the node may call this method. */
    public PartitionWaits waits() {
        return PartitionWaits.of(state, map.size());
    }

    /** Returns the status of this replica. Only the thread that runs the node may call this method. */
    public PartitionStatus status() {
        int open = 0;
        for (int other = 0; other < map.size(); other++)
            if (state.out(other).link() == OutStream.Link.ON) open++;
        return new PartitionStatus(
                group,
                server,
                leader != null,
                state.leader(),
                state.term(),
                state.clock(),
                state.seq(),
                figures.singles,
                figures.imposed,
                figures.voted,
                state.multis().size(),
                submissions.size(),
                open,
                figures.voidEntries,
                figures.voidItems,
                state.sessions().forgotten(),
                submissions.busy(),
                mail.sent(),
                figures.linkSwitches,
                figures.lastLinkSwitch);
    }
}
