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
 * The transactions submitted at this replica. A request is sent to the leader of the origin, and repeated until all
 * destinations have answered, even if the caller has given up: the low-water mark may not pass a transaction that may
 * still take effect.
 */
final class Submissions {
    /** Maximum number of unanswered transactions for one destination. Further ones are refused as busy. */
    static final int OPEN_MAX = 1 << 16;

    /** Maximum number of requests that are repeated at one time. */
    private static final int REPEATS_MAX = 256;

    /** The time between two repeats grows up to this multiple of the first one. */
    private static final int BACKOFF_MAX = 16;

    private final int group;
    private final long session;
    private final PartitionMap map;
    private final CamuConfig config;
    private final KnownLeaders leaders;
    private final ReplicaMail mail;
    private final GroupEffects effects;

    /**
     * Routes the requests for this replica's partition if this replica leads it. Returns false if the leader has no place
     * for a request.
     */
    private final Predicate<Ask> ownLeader;

    private final HashMap<List<Integer>, SubmissionLane> lanes = new HashMap<>();

    /** The lanes of the singles, by destination; {@code null} before the first single. */
    private final SubmissionLane[] singles;

    private final List<SubmissionLane> laneList = new ArrayList<>();

    /** All unanswered transactions, in the order in which they were sent last. */
    private final LinkedHashMap<TxnId, Submission> open = new LinkedHashMap<>();

    /** Number and size of the unanswered transactions, by destination. */
    private final int[] openTo;

    private final long[] bytesTo;
    private final int[] multisTo;

    /** Returns what this replica's partition knows about a transaction; {@code null} if it is unknown. */
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
        // A single has its destination as origin, which may be another partition.
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
            // A first attempt that has not left this replica can be refused.
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

    /** Records the result of a destination. */
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

    /** Called when this replica begins or ceases to lead its partition. */
    void leads(boolean on) {
        isLeader = on;
        if (on) resend(group);
    }

    /**
     * Repeats the requests that wait for a partition whose leader has become known. This is no attempt to reach another
     * partition: if other partitions often elect leaders, the resend timer must still find the requests whose origin does
     * not answer.
     */
    void resend(int to) {
        List<Submission> waiting = new ArrayList<>();
        for (Submission submission : open.values()) {
            if (submission.txn.origin() == to) waiting.add(submission);
            else if (to != group && submission.lacks(to)) ask(to, submission.txn);
        }
        for (Submission submission : waiting) if (!submission.done) repeat(submission);
    }

    /** Repeats the requests that have waited too long. */
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

    /** Asks a destination that is not the origin for its result. */
    private void ask(int to, CamuTxn txn) {
        mail.ask(to, leaders.server(to), new Ask(txn, 0, true));
    }

    /** A snapshot may have brought the effect of a transaction that this replica has not delivered. */
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

    /** Number of transactions refused as busy. */
    long busy() {
        return busy;
    }

    long session() {
        return session;
    }
}
