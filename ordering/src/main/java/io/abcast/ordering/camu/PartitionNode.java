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
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One replica of a partition in CaMu (Vandevoorde 2018), on top of any log node. The log node replicates the log of the
 * partition, which contains the decisions of the partition's leader. From the leader's decisions in the log, {@code
 * PartitionNode} computes the order of transactions, which may have several partitions as destinations.
 *
 * <p>The nodes of all partitions together guarantee that the union of the orders of all partitions has no cycle. The
 * nodes also deliver each transaction exactly once at each of its destinations, with the same timestamp everywhere. A
 * partition makes progress while its log and the logs of all partitions with which it shares transactions or open links
 * make progress.
 *
 * <p>The thread rule of {@code PartitionNode} is that of {@link io.abcast.kernel.Node}. docs/protocols/camu.md
 * describes the protocol and its departures from the paper.
 */
public final class PartitionNode extends NodeFilter implements GroupNode {
    private final int group;
    private final int server;
    private final PartitionMap map;
    private final CamuConfig config;
    private final GroupEffects effects;
    private final PartitionLog log;
    private final LogPayloads payloads;
    private final LogSnapshots snapshots;
    private final NodeTimers timers;
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

    private Membership members;

    /** The leader object of this replica in the present term; {@code null} while this replica does not lead. */
    private PartitionLeader leader;

    /** Random number of this replica's present attempt to lead; 0 while the log node does not lead. */
    private long attempt;

    private long clockMicros;
    private long nowNanos;
    private boolean isStarted;
    private boolean inBatch;

    private long offered;

    private boolean applied;

    /**
     * Creates a replica.
     *
     * @param group number of this node's partition
     * @param server id of this server, which holds a replica of the partition or waits to be added to it
     * @param seed seed of all random choices of the node; must differ between any two starts of a replica
     * @param logs function that creates the log node; the log node calls the effects that the function gets as argument
     */
    public PartitionNode(
            int group,
            int server,
            PartitionMap map,
            CamuConfig config,
            long seed,
            GroupEffects effects,
            Function<Effects, PartitionLog> logs) {
        this(
                group,
                server,
                map,
                config,
                seed,
                effects,
                new LogEffects(effects, NodeTimers.OWN_KINDS),
                logs);
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
        timers = new NodeTimers(config, effects);
        payloads = new LogPayloads(log.node(), random.next() >>> 2, timers);
        snapshots = new LogSnapshots(log.node(), effects);
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
        snapshots.drop();
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
     * Sets the wall-clock time of the node in microseconds since 1970. After a pause of its process, a leader begins a
     * new term, because other partitions may have forgotten its old sessions.
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
        // An installed snapshot may contain payloads that wait for verdicts (which stream items are
        // committed) that this replica already knows.
        if (state.waiting() > 0) state.run();
        checkLeadership();
        PartitionLeader present = leader;
        if (present != null) {
            // The log node may refuse a payload during the call of flush, and this replica then
            // sets the field "leader" to null. Because flush may set the field "leader" to null,
            // the code below uses "present".
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

    /**
     * Does nothing. A request whose caller has given up may still take effect, so the request stays open until all
     * destinations answer.
     */
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
        // Under strict consistency, only the leader knows when the answer to a transaction may be
        // sent.
        if (isOwn && !config.strict()) submissions.onOutcome(group, txn.id(), outcome.at(), result);
        else if (leader != null && !answersItself(txn)) leader.onResult(txn, outcome);
        snapshots.onResult(seq, result);
        flushSoon();
    }

    private boolean answersItself(CamuTxn txn) {
        return !config.strict() && SessionTable.group(txn.id().session()) == group;
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        digests.onOwn(seq, digest, leaderLog());
        flushSoon();
    }

    void takeSnapshot(long zxid, byte[] note, boolean digested) {
        snapshots.take(state, zxid, note, digested);
    }

    private void flushSoon() {
        if (!inBatch) timers.flush();
    }

    @Override
    public void onTimer(int kind) {
        if (kind >= NodeTimers.OWN_KINDS) {
            log.node().onTimer(kind - NodeTimers.OWN_KINDS);
            return;
        }
        timers.fired(kind);
        if (kind == NodeTimers.TICK && leader != null) leader.onTick();
        if (kind == NodeTimers.LINKS && leader != null) leader.pilot().onTimer(nowNanos);
        if (kind == NodeTimers.RESEND) onResendTimer();
    }

    private void onResendTimer() {
        submissions.onResendTimer();
        if (leader != null) leader.onResendTimer();
        else reads.ask();
        verdicts.ask(state);
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
            if (from == group && leader != null) digests.onReport(fromServer, m, leaderLog());
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
        if (other == group) digests.report(leaderLog());
        if (leader != null && other != group) leader.onNewLeader(other);
    }

    private Consumer<PartitionEntry> leaderLog() {
        return leader == null ? null : leader::log;
    }

    private boolean askOwnLeader(Ask ask) {
        return leader.onAsk(group, server, ask);
    }

    // ------------------------------------------------------------------ the log

    void reconfigured(Membership now) {
        members = now;
        digests.voters(now.voterIds().length);
        leaders.ownMembers(group, now);
        if (leader != null) announce();
    }

    void installing() {
        state.stop();
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        if (!installed) state.resume();
        log.node().onSnapshotInstalled(snapshot, installed);
    }

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
            // The log node has lost or moved an earlier payload of this leader, so all further
            // payloads of this term would have no effect.
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
                            payloads::give,
                            effects::report);
            leader.now(nowNanos);
            leader.clock(clockMicros * CamuConfig.CLOCK_STEPS);
            leader.follow(linkRule);
            leaders.learn(group, state.term(), server);
            leader.begin();
            for (int other = 0; linkRule.isFixed() && other < map.size(); other++)
                leader.steer(other, openLinks[other]);
            announce();
            digests.report(leaderLog());
            submissions.leads(true);
        } else {
            // The payload that begins this term may come from this replica's attempt to lead, but
            // arrive after the replica has lost the leadership. The replica does not lead a term
            // that begins after the loss of its leadership, because entries of that term would have
            // no effect.
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
            if (!payloads.give(new Term(server, attempt, random.next() | 1).encode())) attempt = 0;
        }
    }

    /**
     * If the log node has refused a payload of this leader, begins a new term, because later payloads of the term have
     * no effect.
     */
    void refused(long request, Refusal why) {
        if (!payloads.isPayload(request)) {
            effects.refuse(request, why);
            return;
        }
        if (payloads.refusedAtOnce(request, why)) return;
        resign();
        attempt = 0;
        timers.room();
    }

    /** The answer to the read needs the state after all payloads that the log node has delivered so far. */
    void readReady(long read) {
        reads.ready(read, offered);
        releaseReads();
    }

    private void releaseReads() {
        reads.applied(offered - state.waiting(), state, leader != null);
    }

    // ------------------------------------------------------------------ timers and links

    private void setTimers() {
        boolean waits =
                !submissions.isEmpty()
                        || !reads.isEmpty()
                        || state.waiting() > 0
                        || (leader != null && leader.waits());
        if (waits) timers.resend();
        if (leader != null) timers.ofLeader(leader);
    }

    /**
     * Opens or closes the link from this partition to another partition. A call of {@code link} has an effect only at
     * the leader of this partition.
     *
     * @param other number of the partition to which the link leads
     * @param open whether this partition may impose timestamps of transactions on the partition {@code other}
     */
    public void link(int other, boolean open) {
        openLinks[other] = open;
        if (leader != null) leader.steer(other, open);
    }

    /**
     * Sets the rule by which the leader of this partition opens and closes links. Until the link rule decides, the
     * links stay open or closed as the log states.
     */
    public void links(LinkRule rule) {
        linkRule = rule;
        if (leader != null) leader.follow(rule);
    }

    /** Returns whether this replica leads its partition. */
    public boolean leads() {
        return leader != null;
    }

    /**
     * Returns how often this partition's links have taken each step of opening and closing. Only the thread that runs
     * the node may call {@code linkSteps}.
     */
    public LinkSteps linkSteps() {
        return figures.steps();
    }

    /**
     * Returns the votes and {@code Mark} items for which this partition waits. Only the thread that runs the node may
     * call {@code waits}.
     */
    public PartitionWaits waits() {
        return PartitionWaits.of(state, map.size());
    }

    /** Returns the status of this partition replica. Only the thread that runs the node may call {@code status}. */
    public PartitionStatus status() {
        return PartitionStatus.of(server, leader != null, state, map, submissions, mail.sent());
    }
}
