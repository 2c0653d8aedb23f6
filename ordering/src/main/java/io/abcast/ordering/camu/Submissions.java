package io.abcast.ordering.camu;

import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;
import io.abcast.ordering.camu.CamuMessage.Ask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Keeps the transactions that callers have submitted at this replica, and sends each request to the leader of the
 * transaction's origin. The replica repeats a request until all destinations have answered, even if the caller has
 * given up. The low-water mark of a lane (sequence of transactions to the same destinations) must not pass a
 * transaction that may still take effect.
 */
final class Submissions {
    /**
     * At {@code OPEN_MAX} unanswered transactions, the replica refuses further requests for the destination as busy.
     */
    static final int OPEN_MAX = 1 << 16;

    private static final int REPEATS_MAX = 256;

    private static final int BACKOFF_MAX = 16;

    private final int group;
    private final long session;
    private final PartitionMap map;
    private final CamuConfig config;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final GroupEffects effects;

    /** Returns false if the leader has no room for the request. */
    private final Predicate<Ask> ownLeader;

    private final HashMap<List<Integer>, SubmissionLane> lanes = new HashMap<>();

    /** By destination; {@code null} before the first transaction. */
    private final SubmissionLane[] singles;

    private final List<SubmissionLane> laneList = new ArrayList<>();

    /** The transaction that was sent last is at the end. */
    private final LinkedHashMap<TxnId, Submission> open = new LinkedHashMap<>();

    private final int[] openTo;

    private final long[] bytesTo;
    private final int[] multisTo;

    /** Returns {@code null} if this replica's partition does not know the transaction. */
    private final Function<TxnId, SessionLane.Outcome> local;

    private boolean isLeader;
    private long nowNanos;
    private long busy;

    Submissions(
            int group,
            long session,
            PartitionMap map,
            CamuConfig config,
            KnownLeaders leaders,
            ReplicaMail mail,
            GroupEffects effects,
            Predicate<Ask> ownLeader,
            Function<TxnId, SessionLane.Outcome> local) {
        this.group = group;
        this.session = session;
        this.map = map;
        this.config = config;
        this.leaders = leaders;
        this.mail = mail;
        this.effects = effects;
        this.ownLeader = ownLeader;
        this.local = local;
        singles = new SubmissionLane[map.size()];
        openTo = new int[map.size()];
        bytesTo = new long[map.size()];
        multisTo = new int[map.size()];
    }

    void now(long nanos) {
        nowNanos = nanos;
    }

    void submit(long request, int[] groups, byte[] payload) {
        if (payload.length > config.payloadBytesMax()) {
            effects.refuse(request, Refusal.TOO_LARGE);
            return;
        }
        SubmissionLane lane = lane(groups);
        if (isFull(groups) || lane.isFull()) {
            busy++;
            effects.refuse(request, Refusal.BUSY);
            return;
        }
        // The origin of a single-partition transaction is its destination, which may be another
        // partition.
        int origin = groups.length == 1 ? groups[0] : group;
        long answered = lane.answered();
        CamuTxn txn =
                new CamuTxn(new TxnId(session, lane.take()), origin, groups, answered, payload);
        Submission submission = new Submission(request, txn, lane);
        lane.add(submission);
        count(txn, 1);
        open.put(txn.id(), submission);
        send(submission);
    }

    private boolean isFull(int[] groups) {
        for (int to : groups) {
            boolean isFull = openTo[to] >= OPEN_MAX || bytesTo[to] / 4 >= config.windowBytes();
            if (isFull || (groups.length > 1 && multisTo[to] >= config.windowMultis())) return true;
        }
        return false;
    }

    private void count(CamuTxn txn, int sign) {
        for (int to : txn.groups()) {
            openTo[to] += sign;
            bytesTo[to] += sign * (long) txn.bytes();
            if (!txn.isSingle()) multisTo[to] += sign;
        }
    }

    private SubmissionLane lane(int[] groups) {
        if (groups.length != 1) return laneOf(groups);
        int to = groups[0];
        if (singles[to] == null) singles[to] = laneOf(groups);
        return singles[to];
    }

    private SubmissionLane laneOf(int[] groups) {
        List<Integer> key = new ArrayList<>(groups.length);
        for (int to : groups) key.add(to);
        SubmissionLane lane = lanes.get(key);
        if (lane != null) return lane;
        if (laneList.size() == SessionLane.LANES_MAX)
            return laneList.get(Math.floorMod(Arrays.hashCode(groups), SessionLane.LANES_MAX));
        lane = new SubmissionLane(laneList.size());
        laneList.add(lane);
        lanes.put(key, lane);
        return lane;
    }

    private void send(Submission submission) {
        CamuTxn txn = submission.txn;
        int origin = txn.origin();
        boolean again = submission.sent > 0;
        submission.sent++;
        submission.sentNanos = nowNanos;
        if (origin == group && isLeader) {
            boolean isRouted = ownLeader.test(new Ask(txn, leaders.term(group), again));
            // The replica can refuse a first attempt that it has sent to no other replica, because
            // no copy of the request can arrive later.
            if (!isRouted && !again) refuse(submission);
            return;
        }
        int server = leaders.server(origin);
        if (mail.isOwn(origin, server)) return;
        mail.ask(
                origin,
                server,
                new Ask(txn, leaders.isKnown(origin) ? leaders.term(origin) : 0, again));
    }

    void onOutcome(int from, TxnId id, GroupTimestamp at, byte[] result) {
        Submission submission = open.get(id);
        if (submission == null || !submission.answered(from, at, result)) return;
        end(submission);
        effects.answer(submission.request, submission.answers());
    }

    private void refuse(Submission submission) {
        busy++;
        end(submission);
        effects.refuse(submission.request, Refusal.BUSY);
    }

    private void end(Submission submission) {
        open.remove(submission.txn.id());
        count(submission.txn, -1);
        submission.done = true;
        submission.lane.trim();
    }

    void leads(boolean on) {
        isLeader = on;
        if (on) resend(group);
    }

    /**
     * A question for a result goes to partition {@code to} only and does not count as an attempt to reach the origin of
     * the transaction.
     */
    void resend(int to) {
        List<Submission> waiting = new ArrayList<>();
        for (Submission submission : open.values()) {
            if (submission.txn.origin() == to) waiting.add(submission);
            else if (to != group && submission.lacks(to)) ask(to, submission.txn);
        }
        for (Submission submission : waiting) if (!submission.done) repeat(submission);
    }

    void onResendTimer() {
        List<Submission> late = new ArrayList<>();
        for (Iterator<Submission> i = open.values().iterator();
                i.hasNext() && late.size() < REPEATS_MAX; ) {
            Submission submission = i.next();
            int backoff = Math.min(BACKOFF_MAX, 1 << Math.min(submission.sent - 1, 10));
            if (nowNanos - submission.sentNanos >= backoff * config.resendNanos())
                late.add(submission);
            else if (nowNanos - submission.sentNanos < config.resendNanos()) break;
        }
        boolean[] failed = new boolean[map.size()];
        for (Submission submission : late) {
            if (submission.done) continue;
            int origin = submission.txn.origin();
            if (!failed[origin]) leaders.failed(origin);
            failed[origin] = true;
            repeat(submission);
        }
    }

    private void repeat(Submission submission) {
        CamuTxn txn = submission.txn;
        open.remove(txn.id());
        open.put(txn.id(), submission);
        if (submission.lacks(group)) askLocally(txn.id());
        if (submission.done) return;
        send(submission);
        for (int to : txn.groups()) {
            if (to == txn.origin() || to == group || submission.done || !submission.lacks(to))
                continue;
            ask(to, txn);
        }
    }

    private void ask(int to, CamuTxn txn) {
        mail.ask(to, leaders.server(to), new Ask(txn, 0, true));
    }

    /**
     * After the installation of a snapshot, the state may contain the effect of a transaction that this replica has not
     * delivered itself.
     */
    private void askLocally(TxnId id) {
        SessionLane.Outcome outcome = local.apply(id);
        if (outcome != null && outcome.phase() == SessionLane.Phase.ANSWERED)
            onOutcome(group, id, outcome.at(), outcome.result());
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    int size() {
        return open.size();
    }

    long busy() {
        return busy;
    }

    long session() {
        return session;
    }
}
