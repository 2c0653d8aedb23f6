package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.Message;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Confirm;
import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.CamuMessage.Frontier;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.CamuMessage.LinkAcked;
import io.abcast.ordering.camu.CamuMessage.Need;
import io.abcast.ordering.camu.CamuMessage.Requests;
import io.abcast.ordering.camu.CamuMessage.SettleAsk;
import io.abcast.ordering.camu.CamuMessage.Settled;
import io.abcast.ordering.camu.CamuMessage.Start;
import io.abcast.ordering.camu.CamuMessage.StreamAcked;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.OutStream.Link;
import io.abcast.ordering.camu.PartitionEntry.Acked;
import io.abcast.ordering.camu.PartitionEntry.Close;
import io.abcast.ordering.camu.PartitionEntry.Impose;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.PartitionEntry.Open;
import io.abcast.ordering.camu.PartitionEntry.Single;
import io.abcast.ordering.camu.PartitionEntry.Tick;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The work of a partition's leader during one term. The leader routes requests, decides which entries to log, sends
 * this partition's streams to other partitions, and logs the items of other partitions' streams. All state of a {@code
 * PartitionLeader} is volatile: the next leader computes or learns it again.
 */
final class PartitionLeader {
    /**
     * Number of new facts, such as acknowledged stream items, at which the leader logs a {@code Note} entry although it
     * has no other entry to log.
     */
    private static final int UNNOTED_MAX = 256;

    private static final int REPEATS_MAX = 64;

    /**
     * Number of deliveries without a result of the state machine at which the leader routes no further transaction;
     * submitters then refuse further requests as busy. The leader never delays votes, stream items and deliveries
     * because of missing results, because a missing result may depend on them.
     */
    static final int UNANSWERED_MAX = 1 << 16;

    private final int group;
    private final PartitionMap map;
    private final CamuConfig config;
    private final PartitionState state;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final Consumer<String> reports;
    private final long term;
    private final Front front;
    private final LeaderAnswers answers;

    /** Delays answers until strict consistency permits them; {@code null} without strict consistency. */
    private final StrictGate gate;

    private final LeaderNotes notes;
    private final RoutedLanes routed;
    private final OriginWindow window;
    private final EntryQueue queue;
    private final StreamSender[] senders;
    private final StreamReceiver[] receivers;

    /**
     * In fast mode, by partition: number of stream items that this leader has reported to the partition as committed.
     */
    private final long[] confirmed;

    private final LinkDelays delays;
    private final FenceWatch fences;
    private final LinkPilot pilot;

    private long highestClock;

    private boolean tickPending;
    private long nowNanos;

    /** Wall-clock time of the present event batch, in units of the partition's clock. */
    private long clockNow;

    private long activity;

    PartitionLeader(
            PartitionState state,
            PartitionMap map,
            CamuConfig config,
            KnownLeaders leaders,
            ReplicaMail mail,
            Submissions own,
            Predicate<byte[]> log,
            Consumer<String> reports) {
        this.state = state;
        this.map = map;
        this.config = config;
        this.leaders = leaders;
        this.mail = mail;
        this.reports = reports;
        group = state.group();
        term = state.term();
        int groups = map.size();
        front = new Front(state, groups, config.fast());
        gate = config.strict() ? new StrictGate(state, groups, leaders, mail) : null;
        answers = new LeaderAnswers(group, own, mail, gate);
        routed = new RoutedLanes(config.sessionTtlMicros() * 1_000);
        window = new OriginWindow(state, groups, config, front);
        queue = new EntryQueue(config.batchBytesMax(), log);
        senders = new StreamSender[groups];
        receivers = new StreamReceiver[groups];
        confirmed = new long[groups];
        delays = new LinkDelays(groups);
        fences = new FenceWatch(state, groups, delays);
        pilot = new LinkPilot(state, map, config, front, delays, fences, this::steer, reports);
        Emission emission = config.fast() ? front.emission() : state.emission();
        for (int other = 0; other < groups; other++) {
            senders[other] =
                    new StreamSender(
                            other, emission.out(other), leaders, mail, delays.round(other));
            receivers[other] =
                    new StreamReceiver(other, state, front, leaders, mail, config, fences);
        }
        notes = new LeaderNotes(front, senders, gate, config.batchBytesMax());
    }

    void now(long nanos) {
        nowNanos = nanos;
    }

    void clock(long clock) {
        clockNow = clock;
    }

    void follow(LinkRule rule) {
        pilot.follow(rule, nowNanos);
    }

    LinkPilot pilot() {
        return pilot;
    }

    void begin() {
        for (Multi multi : state.multis().all()) {
            startMissing(multi);
            need(multi);
        }
    }

    void log(PartitionEntry entry) {
        queue.add(entry);
    }

    void onMessage(int from, int fromServer, Message message) {
        if (message instanceof Requests m) for (Ask ask : m.asks()) onAsk(from, fromServer, ask);
        else if (message instanceof SettleAsk m) onSettleAsk(from, fromServer, m);
        else if (from == group) return;
        else if (message instanceof Start m) for (CamuTxn txn : m.txns()) onStart(txn);
        else if (message instanceof Need m) for (TxnId id : m.ids()) onNeed(from, fromServer, id);
        else if (message instanceof Items m) onItems(from, fromServer, m);
        else if (message instanceof StreamAcked m) onAck(from, m);
        else if (message instanceof LinkAcked m) onLinkAck(from, m);
        else if (message instanceof Frontier m && gate != null)
            gate.onFrontier(from, fromServer, m);
    }

    // ------------------------------------------------------------------ requests and votes

    /** Returns false if this leader has no room for the transaction. */
    boolean onAsk(int fromGroup, int fromServer, Ask ask) {
        CamuTxn txn = ask.txn();
        TxnId id = txn.id();
        if (state.sessions().isKnown(id) || front.isSubmitted(id)) {
            repeated(id);
            SessionLane.Outcome outcome = state.sessions().outcome(id);
            boolean isAnswered = outcome != null && outcome.phase() == SessionLane.Phase.ANSWERED;
            if (isAnswered) answers.answer(fromGroup, fromServer, txn, outcome);
            return true;
        }
        if (txn.origin() != group) return true;
        boolean isCurrent = ask.term() == term && !ask.again();
        // The leader ignores a request for which it has no room, and the submitter repeats the
        // request. A refusal would not be safe: the network may deliver a copy of the refused
        // request later, when the leader has room.
        if (isFull(txn)) return false;
        boolean isFirst = !txn.isSingle() && routed.routes(id, nowNanos);
        activity++;
        if (isFirst && !ask.again()) pilot.routed(txn);
        if (txn.isSingle()) add(new Single(txn), txn);
        else if (isCurrent && isFirst && front.isLinkedTo(txn, group)) add(new Impose(txn), txn);
        else routeByVotes(txn);
        return true;
    }

    /**
     * The submitter still lacks an answer, so its session has not ended, even if the session table has closed the
     * session.
     */
    private void repeated(TxnId id) {
        if (state.sessions().isClosed(id.session())) notes.onUnended(id.session());
    }

    void delivered(GroupDelivery delivery) {
        fences.delivered(delivery, Math.max(clockNow, state.clock()));
        pilot.delivered(delivery, nowNanos);
    }

    void onResult(CamuTxn txn, SessionLane.Outcome outcome) {
        answers.answer(txn, outcome);
    }

    private boolean isFull(CamuTxn txn) {
        if (queue.isFull() || state.unanswered() >= UNANSWERED_MAX) return true;
        return !txn.isSingle() && window.isFull(txn, nowNanos);
    }

    private void add(PartitionEntry entry, CamuTxn txn) {
        front.submit(txn);
        queue.add(entry);
    }

    private void routeByVotes(CamuTxn txn) {
        for (int other : txn.groups())
            if (other != group) mail.start(other, leaders.server(other), txn);
        if (txn.isFor(group)) add(new VoteFor(txn), txn);
        else window.start(txn, nowNanos);
    }

    private void onStart(CamuTxn txn) {
        boolean isKnown = state.sessions().isKnown(txn.id()) || front.isSubmitted(txn.id());
        if (isKnown) repeated(txn.id());
        if (isKnown || !txn.isFor(group)) return;
        activity++;
        add(new VoteFor(txn), txn);
    }

    private void onNeed(int fromGroup, int fromServer, TxnId id) {
        Multi multi = state.multis().get(id);
        if (multi != null && multi.txn() != null) mail.start(fromGroup, fromServer, multi.txn());
    }

    private boolean startMissing(Multi multi) {
        if (multi.txn() == null || multi.at() != null) return false;
        boolean isMissing = false;
        for (int other : multi.txn().groups()) {
            if (other == group || multi.hasVoteOf(other)) continue;
            mail.start(other, leaders.server(other), multi.txn());
            isMissing = true;
        }
        return isMissing;
    }

    private boolean need(Multi multi) {
        if (multi.txn() != null || front.isSubmitted(multi.id())) return false;
        for (int other : multi.voters()) mail.need(other, leaders.server(other), multi.id());
        return true;
    }

    // ------------------------------------------------------------------ streams and links

    private void onItems(int from, int fromServer, Items message) {
        if (receivers[from].isForeign(message)) {
            // A partition that was founded again repeats its items for ever, so the leader reports
            // only few messages of that partition.
            if (receivers[from].reportsForeign(nowNanos))
                reports.accept(
                        "partition %s was founded again: expected identity %x, got %x; its messages are ignored"
                                .formatted(
                                        map.name(from),
                                        state.in(from).identity(),
                                        message.identity()));
            return;
        }
        // Mark items alone do not count as activity of the sending partition. If they counted, two
        // partitions with links to each other would never become idle.
        if (!message.hasMarksOnly()) activity++;
        receivers[from].onItems(fromServer, message, queue::add);
        expectMarks(from, message);
    }

    /**
     * A transaction that arrives over one link waits for {@code Mark} items (clock announcements) of all other links,
     * so an early question saves time.
     */
    private void expectMarks(int from, Items message) {
        long highest = 0;
        for (StreamItem item : message.items())
            if (item instanceof StreamItem.TxnItem imposed)
                highest = Math.max(highest, imposed.clock());
        if (highest == 0) return;
        for (int other = 0; other < map.size(); other++)
            if (other != from) receivers[other].expect(highest);
    }

    private void onAck(int from, StreamAcked ack) {
        leaders.answered(from);
        long known = Math.max(Math.max(clockNow, highestClock), state.clock());
        pilot.reported(from, ack.report(), ack.clock() - known);
        // The next {@code Mark} item must have at least the clock that the receiving partition
        // wants, because a lower clock would not end its wait.
        highestClock = Math.max(highestClock, Math.max(ack.clock(), ack.wanted()));
        senders[from].onAck(
                cut(from, ack), ack.wanted(), ack.gap(), nowNanos, config.resendNanos());
    }

    /**
     * An acknowledgement of an older term may cover items that this partition's log does not contain; the missing items
     * do not count.
     */
    private long cut(int from, StreamAcked ack) {
        if (!config.fast() || ack.term() >= term) return ack.through();
        Map.Entry<Long, Long> following = state.out(from).basesFrom(ack.term() + 1).firstEntry();
        return following == null ? 0 : Math.min(ack.through(), following.getValue());
    }

    private void onLinkAck(int from, LinkAcked ack) {
        if (!front.awaits(from, ack.epoch()) || !state.out(from).awaits(ack.epoch())) return;
        front.link(from, Link.ON);
        queue.add(new Acked(from, ack.epoch(), ack.floor()));
    }

    void steer(int other, boolean open) {
        if (other == group || open == (front.link(other) != Link.OFF)) return;
        if (open) front.open(other);
        else front.link(other, Link.OFF);
        queue.add(open ? new Open(other) : new Close(other));
    }

    boolean ticks() {
        return front.hasLinks();
    }

    void onTick() {
        if (tickPending || !front.hasLinks()) return;
        tickPending = true;
        queue.add(new Tick());
    }

    /**
     * Returns a number that changes while transactions are in flight; meanwhile the leader logs {@code Mark} items at
     * short intervals.
     */
    long activity() {
        return activity;
    }

    // ------------------------------------------------------------------ verdicts and frontiers

    void onFact(int from, Fact fact) {
        notes.onFact(from, fact);
    }

    private void confirm() {
        for (int other = 0; other < map.size(); other++) {
            OutStream stream = state.out(other);
            long committed = stream.next() - 1;
            if (other == group || committed == confirmed[other]) continue;
            confirmed[other] = committed;
            Confirm message = new Confirm(List.of(new Fact(term, stream.base(term), committed)));
            for (int server : leaders.replicas(other)) mail.send(other, server, message);
        }
    }

    private void onSettleAsk(int from, int fromServer, SettleAsk ask) {
        if (from == group && ask.seq() <= settled())
            mail.send(from, fromServer, new Settled(settled()));
    }

    /**
     * Returns the last place of the order up to which the leader may answer all transactions; 0 without strict
     * consistency.
     */
    long settled() {
        return gate == null ? 0 : gate.open();
    }

    // ------------------------------------------------------------------ batches and timers

    /** Returns {@code null} if the next batch that this leader gave to the log does not encode to {@code bytes}. */
    Batch given(byte[] bytes) {
        return queue.delivered(bytes);
    }

    void applied(Batch batch) {
        queue.applied();
        delays.commit().done(batch.first(), nowNanos);
        for (PartitionEntry entry : batch.entries()) {
            if (entry instanceof Single e) front.applied(e.txn());
            else if (entry instanceof VoteFor e) front.applied(e.txn());
            else if (entry instanceof Impose e) front.applied(e.txn());
            else if (entry instanceof Tick) tickPending = false;
        }
    }

    void flush(long clock) {
        clockNow = clock;
        boolean isMarkWanted = false;
        for (int other = 0; other < map.size(); other++) {
            if (other == group) continue;
            isMarkWanted |= senders[other].isMarkWanted();
            receivers[other].flush();
        }
        if (isMarkWanted) onTick();
        if (gate != null) {
            gate.flush();
            answers.flush();
        }
        note(queue.isEmpty() ? UNNOTED_MAX : 1);
        if (!queue.isEmpty()) delays.commit().start(front.n() + 1, nowNanos);
        queue.flush(term, front, Math.max(clockNow, highestClock));
        fences.look(nowNanos, Math.max(clockNow, state.clock()));
        if (config.fast()) confirm();
        long inTerm = config.fast() ? term : 0;
        for (int other = 0; other < map.size(); other++)
            if (other != group) senders[other].send(state.identity(), inTerm, nowNanos);
    }

    private void note(int newsMin) {
        Note note = notes.next(newsMin);
        if (note != null) queue.add(note);
    }

    void onResendTimer() {
        int starts = 0;
        int needs = 0;
        for (Multi multi : state.multis().all()) {
            if (starts < REPEATS_MAX && startMissing(multi)) starts++;
            if (needs < REPEATS_MAX && need(multi)) needs++;
            if (starts == REPEATS_MAX && needs == REPEATS_MAX) break;
        }
        for (int other = 0; other < map.size(); other++) {
            if (other == group) continue;
            senders[other].onTimer(nowNanos, config.resendNanos());
            receivers[other].onResendTimer();
        }
        if (gate != null) gate.onResendTimer();
        note(1);
    }

    void onNewLeader(int other) {
        senders[other].again(nowNanos);
        receivers[other].onNewLeader();
        for (Multi multi : state.multis().all()) {
            boolean isMissing =
                    multi.txn() != null && multi.at() == null && multi.txn().isFor(other);
            if (isMissing && !multi.hasVoteOf(other))
                mail.start(other, leaders.server(other), multi.txn());
        }
    }

    boolean waits() {
        if (state.multis().size() > 0 || !state.unsettled().isEmpty() || !notes.isEmpty())
            return true;
        for (int other = 0; other < map.size(); other++)
            if (state.out(other).size() > 0 || state.in(other).awaitsOn()) return true;
        return false;
    }

    long term() {
        return term;
    }
}
