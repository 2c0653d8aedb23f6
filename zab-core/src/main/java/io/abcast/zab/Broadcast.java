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
 * The leader's side of phase 3 (EL-Sanosi 2018, section 2.2.1, steps L1 and L2). The leader gives each request a zxid,
 * sends entries to each follower within the follower's window, and commits the entries that a quorum has logged.
 *
 * <p>The leader sends entries at the end of each batch of events, with up to {@link ZabConfig#proposalBytesMax} bytes
 * per proposal. If a batch of events leads to commits but to no proposal, {@link CommitPiggyback} may delay the commits
 * until the next proposal. If batching is off, each entry, ack and commit has its own message.
 */
final class Broadcast {
    private static final long NOTHING = -1;

    private final Core core;
    private final Leading leading;
    private final QuorumTracker tracker;

    /**
     * Forwarded requests that wait at the leader because its uncommitted entries have reached {@link
     * ZabConfig#outstandingBytesMax}. Bound per follower: the leader's own {@link ZabConfig#pendingMax} and {@link
     * ZabConfig#pendingBytesMax}; at the bound, the leader refuses later requests of the follower.
     */
    private final ArrayDeque<Forwarded> waiting = new ArrayDeque<>();

    /**
     * Number of forwarded requests proposed since the last request of the leader's own callers, so that these callers
     * get the same share as the callers of one follower.
     */
    private int forwardedInRow;

    /**
     * Entries that the leader has proposed and that are not committed. Bound: {@link ZabConfig#outstandingBytesMax}
     * bytes plus one entry.
     */
    private final Window outstanding = new Window();

    private final LeaderPolicy policy;
    private final CommitPledge pledge;
    private final CommitPiggyback piggyback;

    /**
     * Time for which the driver may hold a commit message if no client of the follower waits for it; the next heartbeat
     * carries the commit index too.
     */
    private final Hold commitHold;

    private final boolean steers;

    private int epoch;
    private long lastProposed;

    private long bytesSincePoint;

    private boolean closed;

    /**
     * Whether the leader has last announced Zab's mode (acks to the leader only, commits by the leader) to its
     * followers.
     */
    private boolean zab;

    private boolean proposed;

    private boolean commitTimer;

    /**
     * Whether the open pledge (announcement of commit messages to the driver) is due to end, because the announced
     * entries are committed.
     */
    private boolean pledgeKept;

    /** Number of synchronised followers that the leader can reach ("n" of EL-Sanosi 2018). */
    private int followersUp;

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
        piggyback = new CommitPiggyback(core.config.batching() ? core.config.commitWaitNanos() : 0);
        commitHold = Hold.upTo(core.config.heartbeatNanos());
        steers = core.policy.steers();
        zab = policy.zab();
    }

    void epoch(int chosen) {
        epoch = chosen;
    }

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
        // The wire format of the first release has no message for refusals, so the leader relies on
        // such a follower's own bounds on requests.
        if (from.info.version() < ZabCodec.VERSION_2) return true;
        return from.waiting < core.config.pendingMax()
                && from.waitingBytes <= core.config.pendingBytesMax() - request.payload().length;
    }

    /**
     * Proposes waiting requests until the uncommitted entries reach {@link ZabConfig#outstandingBytesMax}; begins a new
     * election if the zxids of the epoch are used up.
     */
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

    void close(int origin, long request, Reconfiguration step) {
        Entry entry =
                new Entry(++lastProposed, origin, request, step.encode(), Entry.Kind.MEMBERSHIP);
        append(entry);
        if (origin == core.id) core.change.onLogged(entry);
        closed = core.rules.closesEpoch();
    }

    void stream(Progress p, long zxid) {
        p.stage = Progress.Stage.STREAMING;
        p.sentThrough = zxid;
    }

    /**
     * Sends follower {@code p} further entries, until {@link ZabConfig#windowBytesMax} bytes are in flight to it, and
     * NEWLEADER at the end of the initial history.
     */
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

    /**
     * Sends follower {@code p} the first chunk of a read of the log, which may be larger because {@link Delivery} uses
     * it too.
     */
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
     * Returns {@code entries} without the payloads of requests that follower {@code p} has forwarded in this session
     * and still holds. All entries of origin {@code p} from {@code ownFrom} on belong to this session, because the
     * leader drops unproposed requests of {@code p} when a session ends. If batching is off, proposals contain all
     * payloads, as in the papers.
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

    /**
     * Sends {@code p} the commit index because a change of the ensemble is committed; protocols without commit messages
     * do this too.
     */
    void announceChange(Progress p) {
        if (p.upToDate) announceCommit(p, commitHold);
    }

    void announceCommits(Progress[] followers) {
        if (proposed) piggyback.piggybacked();
        proposed = false;
        boolean waits = anyMayWait(followers) && piggyback.waits(core.now());
        if (waits) {
            setCommitTimer();
        } else {
            piggyback.sent();
            endKeptPledge();
        }
        for (Progress p : followers) {
            if (p == null || !lacksCommit(p)) continue;
            if (!waits) announceCommit(p, commitHold);
            // A client waits for the commit message to follower p. Without Hold.NEVER, the driver
            // would hold this message while the pledge of the other commits is open.
            else if (isWaitedFor(p)) announceCommit(p, Hold.NEVER);
        }
    }

    private boolean anyMayWait(Progress[] followers) {
        for (Progress p : followers)
            if (p != null && lacksCommit(p) && !isWaitedFor(p)) return true;
        return false;
    }

    private static boolean isWaitedFor(Progress p) {
        return p.ownLast > p.commitSent;
    }

    private void endKeptPledge() {
        if (pledgeKept) pledge.end();
        pledgeKept = false;
    }

    private void setCommitTimer() {
        if (commitTimer) return;
        commitTimer = true;
        core.effects.setTimer(Timers.COMMIT, piggyback.restNanos(core.now()));
    }

    void onCommitTimer(Progress[] followers) {
        commitTimer = false;
        if (!piggyback.anyWaits()) return;
        if (piggyback.restNanos(core.now()) > 0) {
            setCommitTimer();
            return;
        }
        piggyback.missed();
        endKeptPledge();
        for (Progress p : followers) if (p != null && lacksCommit(p)) announceCommit(p, commitHold);
    }

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

    /** Step L2 of EL-Sanosi 2018: commits every entry up to the highest zxid that a quorum has logged. */
    void commit() {
        long evidence = tracker.evidence();
        outstanding.release(evidence);
        pledgeKept = true;
        core.delivery.commit(evidence);
    }

    void pledge(Progress[] followers) {
        if (outstanding.bytes() == 0) return;
        endKeptPledge();
        if (zab) pledge.begin(followers);
    }

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

    void leave() {
        pledge.end();
    }

    void welcome(Progress p) {
        p.upToDate = true;
        p.commitSent = Math.min(core.delivery.committed(), p.sentThrough);
        send(p, new UpToDate(epoch, p.commitSent, steering(p)));
    }

    /**
     * Sends a heartbeat to follower {@code p}; without commit messages, it carries the commit index for followers that
     * have missed acks of other followers.
     */
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

    /**
     * Drops the forwarded requests of {@code p} that the leader has not proposed; the follower sends them again in its
     * next session.
     */
    void onGone(Progress p) {
        policy.onGone(p.rank);
        waiting.removeIf(forwarded -> forwarded.from() == p);
    }

    void onFollowers(int up) {
        followersUp = up;
        policy.onFollowers(up, core.now());
    }

    /**
     * Announces to the followers that the policy has switched Zab's mode (acks to the leader only, commits by the
     * leader) on or off: "the leader decides based on followers' votes" (EL-Sanosi 2018, section 4.3.3).
     */
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
