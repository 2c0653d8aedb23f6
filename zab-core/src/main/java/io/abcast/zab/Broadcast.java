package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.NewLeader;
import io.abcast.zab.LinkMessage.Ping;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.LinkMessage.Request;
import io.abcast.zab.LinkMessage.RequestsRefused;
import io.abcast.zab.LinkMessage.UpToDate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * The leader's side of phase 3 (EL-Sanosi 2018, section 2.2.1, steps L1 and L2): gives requests their zxids, streams
 * entries to each follower within its window, and commits what a quorum has logged.
 *
 * <p>Entries go out at the end of a batch, as many in one proposal as there are, and a commit rides on the next proposal
 * when there is one; {@link CommitPiggyback} may have it wait for one. Without batching each entry, ack and commit is a message of its own. Whether commits are messages at
 * all is the epoch's {@link LeaderPolicy}'s to say.
 */
final class Broadcast {
    private static final long NOTHING = -1;

    private final Core core;
    private final Leading leading;
    private final QuorumTracker tracker;

    /**
     * Forwarded requests that wait for room among the outstanding ones. Bound: of each follower as many as this member lets its own
     * callers submit ({@link ZabConfig#pendingMax}, {@link ZabConfig#pendingBytesMax}). More are refused: a follower whose bounds are
     * higher, or that keeps none, takes no memory of the leader's beyond that.
     */
    private final ArrayDeque<Forwarded> waiting = new ArrayDeque<>();

    /** Requests of others that were proposed since the last one of this member: where all wait, it gets its turn as each follower does. */
    private int forwardedInRow;

    /** Entries proposed and not committed. Bound: {@link ZabConfig#outstandingBytesMax}, and one entry. */
    private final Window outstanding = new Window();

    private final LeaderPolicy policy;
    private final CommitPledge pledge;
    private final CommitPiggyback rides;

    /** How a commit may be held: nobody but the follower itself waits for it, and a sign of life brings it as well. */
    private final Hold commitHold;

    /** Whether followers are told the steps of a policy that changes them. */
    private final boolean steers;

    private int epoch;
    private long lastProposed;

    /** Proposed since the last entry after which members take a snapshot. */
    private long bytesSincePoint;

    /** The epoch's last entry, a change of the ensemble, has been proposed. */
    private boolean closed;

    /** Zab's mode, as followers were told: commits are announced. */
    private boolean zab;

    /** The batch has sent proposals that bear commits. */
    private boolean proposed;

    private boolean commitTimer;

    /** What the pledge has promised is committed; it ends when that goes out. */
    private boolean pledgeKept;

    /** n: followers that serve and can be reached. */
    private int followersUp;

    /** The last chunk cut from the cache, for the other followers that are at the same point. */
    private List<Entry> chunk;

    private long chunkAfter = NOTHING;
    private long chunkEnd;

    private record Forwarded(Progress from, Request request) {}

    Broadcast(Core core, Leading leading, QuorumTracker tracker) {
        this.core = core;
        this.leading = leading;
        this.tracker = tracker;
        policy = core.policy.leader(core.members);
        pledge = new CommitPledge(core.effects);
        rides = new CommitPiggyback(core.config.batching() ? core.config.commitWaitNanos() : 0);
        commitHold = Hold.upTo(core.config.heartbeatNanos());
        steers = core.policy.steers();
        zab = policy.zab();
    }

    /** The epoch is chosen: what is sent from now on belongs to it. */
    void epoch(int chosen) {
        epoch = chosen;
    }

    /** The epoch is established: its initial history is committed and new entries follow. */
    void begin() {
        lastProposed = Zxid.of(epoch, 0);
        bytesSincePoint = core.delivery.points().bytes();
        core.delivery.points().named(true);
        commit();
    }

    void forwarded(Progress from, List<Request> requests) {
        if (requests.isEmpty()) from.refused = false;
        for (int i = 0; i < requests.size() && !from.refused; i++) {
            Request request = requests.get(i);
            if (hasRoom(from, request)) {
                waiting.add(new Forwarded(from, request));
                from.waiting++;
                from.waitingBytes += request.payload().length;
            } else {
                from.refused = true;
                send(from, new RequestsRefused(request.request()));
            }
        }
    }

    private boolean hasRoom(Progress from, Request request) {
        // The first release has no words for a refusal. Its own bounds are all there is.
        if (from.info.version() < ZabCodec.VERSION_2) return true;
        return from.waiting < core.config.pendingMax()
                && from.waitingBytes <= core.config.pendingBytesMax() - request.payload().length;
    }

    /** Proposes what waits, as far as the bound on outstanding entries allows; leaves the role if the epoch is used up then. */
    void admit() {
        if (closed) return;
        while (outstanding.bytes() < core.config.outstandingBytesMax()) {
            boolean ownTurn = forwardedInRow >= core.members.size() - 1;
            if (ownTurn && core.requests.hasUnsent()) {
                appendOwn();
                continue;
            }
            Forwarded next = waiting.poll();
            if (next != null) appendForwarded(next);
            else if (core.requests.hasUnsent()) appendOwn();
            else break;
        }
        if (Zxid.counter(lastProposed) > core.rules.entriesMax())
            core.look("epoch " + epoch + " is used up");
    }

    private void appendForwarded(Forwarded next) {
        Progress from = next.from();
        assert !from.closed : next;
        from.waiting--;
        from.waitingBytes -= next.request().payload().length;
        append(from.link.peer, next.request().request(), next.request().payload());
        if (from.ownFrom == Progress.NO_OWN) from.ownFrom = lastProposed;
        from.ownLast = lastProposed;
        forwardedInRow++;
    }

    private void appendOwn() {
        long request = core.requests.nextUnsentId();
        byte[] payload = core.requests.nextUnsentPayload();
        core.requests.markNextSent();
        append(core.id, request, payload);
        forwardedInRow = 0;
    }

    private void append(int origin, long request, byte[] payload) {
        Entry entry = new Entry(++lastProposed, origin, request, payload);
        append(entry);
        if (origin == core.id) core.requests.onLogged(entry);
    }

    private void append(Entry entry) {
        bytesSincePoint += entry.bytes();
        if (bytesSincePoint >= core.delivery.snapshotDue()) {
            bytesSincePoint = 0;
            leading.nameSnapshot(entry.zxid());
        }
        core.append(leading, entry);
        outstanding.add(entry.zxid(), entry.bytes());
        core.figures.proposals++;
    }

    boolean isClosed() {
        return closed;
    }

    /** Proposes a change of the ensemble; nothing follows it in this epoch. What waits is sent again to the next leader. */
    void close(int origin, long request, Reconfiguration step) {
        Entry entry =
                new Entry(++lastProposed, origin, request, step.encode(), Entry.Kind.MEMBERSHIP);
        append(entry);
        if (origin == core.id) core.change.onLogged(entry);
        closed = core.rules.closesEpoch();
    }

    /** Entries go to {@code p} from here on, beginning after {@code zxid}. */
    void stream(Progress p, long zxid) {
        p.stage = Progress.Stage.STREAMING;
        p.sentThrough = zxid;
    }

    /** Sends {@code p} what it lacks and has room for, and the end of its initial history. */
    void pump(Progress p) {
        while (p.sentThrough < core.history.last()
                && !p.reading
                && p.window.bytes() < core.config.windowBytesMax()) {
            if (!core.history.caches(p.sentThrough)) {
                p.reading = true;
                core.history.readLog(p.sentThrough, core.config.proposalBytesMax());
                break;
            }
            propose(p, chunkAfter(p.sentThrough));
        }
        if (!p.newLeaderSent && p.sentThrough >= p.initialEnd) {
            p.newLeaderSent = true;
            send(p, new NewLeader(epoch, p.sentThrough));
        }
    }

    /** Of what was read from the log, one chunk: {@link Delivery} asks for more at a time, and its answer may fit here. */
    void proposeRead(Progress p, List<Entry> entries) {
        int count = 1;
        long bytes = entries.get(0).bytes();
        while (count < entries.size()) {
            bytes += entries.get(count).bytes();
            if (bytes > core.config.proposalBytesMax()) break;
            count++;
        }
        propose(p, entries.subList(0, count));
    }

    private void propose(Progress p, List<Entry> entries) {
        if (core.config.batching()) {
            proposeTogether(p, entries);
        } else {
            for (int i = 0; i < entries.size(); i++) proposeTogether(p, entries.subList(i, i + 1));
        }
    }

    private void proposeTogether(Progress p, List<Entry> entries) {
        long end = entries.get(entries.size() - 1).zxid();
        long commit = Zxid.NONE;
        if (p.upToDate && core.config.batching()) {
            commit = Math.min(core.delivery.committed(), end);
            p.commitSent = Math.max(p.commitSent, commit);
            proposed = true;
        }
        Propose proposal = new Propose(epoch, commit, steering(p), withoutKept(p, entries));
        core.figures.proposalsSent++;
        send(p, proposal);
        p.sentThrough = end;
        p.window.add(end, proposal.wireBytes());
    }

    /**
     * The payload of a request goes to all but the one who brought it. Whatever of that origin was proposed since this session's
     * first forwarded request came in this session: what earlier ones brought and was not proposed was dropped with them.
     * Without batching messages are those of the papers.
     */
    private List<Entry> withoutKept(Progress p, List<Entry> entries) {
        if (!core.config.batching()
                || p.ownFrom > entries.get(entries.size() - 1).zxid()
                || p.info.version() < ZabCodec.VERSION_2) return entries;
        Entry[] sent = new Entry[entries.size()];
        for (int i = 0; i < sent.length; i++) {
            Entry e = entries.get(i);
            boolean kept = e.origin() == p.link.peer && e.zxid() >= p.ownFrom && !e.isMembership();
            sent[i] = kept ? new Entry(e.zxid(), e.origin(), e.request(), Propose.KEPT) : e;
        }
        return Arrays.asList(sent);
    }

    private List<Entry> chunkAfter(long zxid) {
        if (chunkAfter != zxid || chunkEnd != core.history.last()) {
            chunkAfter = zxid;
            chunkEnd = core.history.last();
            chunk =
                    core.history.cachedAfter(
                            zxid, core.config.proposalBytesMax(), Integer.MAX_VALUE);
        }
        return chunk;
    }

    /** A change of the ensemble is committed: who has it is told, whatever the policy. */
    void announceChange(Progress p) {
        if (p.upToDate) announceCommit(p, commitHold);
    }

    /** At the end of a batch: tells what has been committed, but for what had better wait. */
    void announceCommits(Progress[] followers) {
        if (proposed) rides.rode();
        proposed = false;
        boolean waits = anyMayWait(followers) && rides.waits(core.now());
        if (waits) {
            setCommitTimer();
        } else {
            rides.sent();
            endKeptPledge();
        }
        for (Progress p : followers) {
            if (p == null || !lacksCommit(p)) continue;
            if (!waits) announceCommit(p, commitHold);
            // The pledge that is kept for those who wait would hold it for as long as they do.
            else if (isWaitedFor(p)) announceCommit(p, Hold.NEVER);
        }
    }

    private boolean anyMayWait(Progress[] followers) {
        for (Progress p : followers)
            if (p != null && lacksCommit(p) && !isWaitedFor(p)) return true;
        return false;
    }

    /** Whether requests that came from there may be among what it lacks. */
    private static boolean isWaitedFor(Progress p) {
        return p.ownLast > p.commitSent;
    }

    /** What is committed goes out now, or more has been promised. */
    private void endKeptPledge() {
        if (pledgeKept) pledge.end();
        pledgeKept = false;
    }

    private void setCommitTimer() {
        if (commitTimer) return;
        commitTimer = true;
        core.effects.setTimer(Timers.COMMIT, rides.restNanos(core.now()));
    }

    void onCommitTimer(Progress[] followers) {
        commitTimer = false;
        if (!rides.anyWaits()) return;
        if (rides.restNanos(core.now()) > 0) {
            setCommitTimer();
            return;
        }
        rides.missed();
        endKeptPledge();
        for (Progress p : followers) if (p != null && lacksCommit(p)) announceCommit(p, commitHold);
    }

    /** Somebody at {@code p} waits for all that is committed now. */
    void announceAtOnce(Progress p) {
        if (lacksCommit(p)) announceCommit(p, Hold.NEVER);
    }

    private boolean lacksCommit(Progress p) {
        return p.upToDate && (zab || p.observes) && committedFor(p) > p.commitSent;
    }

    private long committedFor(Progress p) {
        return Math.min(core.delivery.committed(), p.sentThrough);
    }

    private void announceCommit(Progress p, Hold hold) {
        long commit = committedFor(p);
        if (commit <= p.commitSent) return;
        if (core.config.batching() || !core.history.caches(p.commitSent)) {
            announceCommit(p, commit, hold);
            return;
        }
        for (long i = core.history.ordinalAfter(p.commitSent); p.commitSent < commit; i++) {
            announceCommit(p, core.history.cached(i).zxid(), hold);
        }
    }

    private void announceCommit(Progress p, long zxid, Hold hold) {
        p.commitSent = zxid;
        core.figures.commitsSent++;
        core.send(p.link.peer, p.link.next(new Commit(epoch, zxid, steering(p))), hold);
    }

    /** L2: a quorum has logged up to the tracker's evidence. */
    void commit() {
        long evidence = tracker.evidence();
        outstanding.release(evidence);
        pledgeKept = true;
        core.delivery.commit(evidence);
    }

    /**
     * Before a batch's commits are sent: more follow for what still waits for a quorum. If nothing does, the pledge stays as long as
     * a commit waits for a proposal.
     */
    void pledge(Progress[] followers) {
        if (outstanding.bytes() == 0) return;
        endKeptPledge();
        if (zab) pledge.begin(followers);
    }

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to, Progress[] followers) {
        ZabConfig config = core.config;
        int ofSessions = 0;
        for (Progress p : followers) {
            if (p == null) continue;
            ofSessions += p.waiting;
            if (p.info.version() < ZabCodec.VERSION_2) continue;
            to.queue("forwarded requests", p.waiting, config.pendingMax());
            to.queue("bytes of forwarded requests", p.waitingBytes, config.pendingBytesMax());
        }
        to.queue("forwarded requests of ended sessions", waiting.size() - ofSessions, 0);
        to.queue(
                "bytes outstanding",
                outstanding.bytes(),
                config.outstandingBytesMax() + config.entryBytesMax());
    }

    /** Nothing more is sent to anybody. */
    void leave() {
        pledge.end();
    }

    // The policy

    /** The follower may serve from here on. */
    void welcome(Progress p) {
        p.upToDate = true;
        p.commitSent = Math.min(core.delivery.committed(), p.sentThrough);
        send(p, new UpToDate(epoch, p.commitSent, steering(p)));
    }

    /** A sign of life. It tells followers that are told no commits what is committed: one may have missed an ack. */
    void ping(Progress p, long round) {
        long commit = Zxid.NONE;
        if (p.upToDate && !zab) {
            commit = Math.min(core.delivery.committed(), p.sentThrough);
            p.commitSent = Math.max(p.commitSent, commit);
        }
        send(p, new Ping(epoch, round, commit, steering(p)));
    }

    void onAck(Progress p, Ack message) {
        if (!steers || !p.upToDate) return;
        p.stamp = message.stamp();
        p.stampedNanos = core.now();
        if (!p.observes) policy.onVote(p.rank, message.votesForZab(), core.now());
    }

    /** The session is over. Its forwarded requests that were not proposed are dropped: the follower sends them again. */
    void onGone(Progress p) {
        policy.onGone(p.rank);
        waiting.removeIf(forwarded -> forwarded.from() == p);
    }

    void onFollowers(int up) {
        followersUp = up;
        policy.onFollowers(up, core.now());
    }

    /** Follows the policy's change of mind: "the leader decides based on followers' votes" (EL-Sanosi 2018, 4.3.3). */
    void steer(Progress[] followers) {
        if (policy.zab() == zab) return;
        zab = policy.zab();
        core.figures.switches++;
        core.effects.report(
                "switching to "
                        + (zab ? "Zab's mode" : core.policy.name())
                        + ": "
                        + policy.reason());
        for (Progress p : followers) {
            if (p != null && p.upToDate)
                announceCommit(p, Math.max(p.commitSent, committedFor(p)), commitHold);
        }
    }

    private Steering steering(Progress p) {
        if (!steers || !p.upToDate) return Steering.NONE;
        long stamp = p.stamp;
        p.stamp = 0;
        return new Steering(
                zab,
                followersUp,
                core.history.durable(),
                stamp,
                stamp == 0 ? 0 : core.now() - p.stampedNanos);
    }

    boolean inZabMode() {
        return zab;
    }

    private void send(Progress p, LinkMessage body) {
        core.send(p.link.peer, p.link.next(body));
    }
}
