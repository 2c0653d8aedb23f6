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
 * The leader's side of phase 3 (EL-Sanosi 2018, section 2.2.1, steps L1 and L2). Gives requests their zxids, sends
 * entries to each follower within its window, and commits the entries that a quorum has logged.
 *
 * <p>Entries are sent at the end of a batch of events. One proposal contains as many entries as {@link
 * ZabConfig#proposalBytesMax} allows. A commit is piggybacked on the proposal of the same batch if there is one; {@link
 * CommitPiggyback} may delay a commit until the next proposal. If batching is off, each entry, ack and commit has its
 * own message. The {@link LeaderPolicy} of the epoch decides whether the leader sends commits at all.
 */
final class Broadcast {
    private static final long NOTHING = -1;

    private final Core core;
    private final Leading leading;
    private final QuorumTracker tracker;

    /**
     * Forwarded requests that wait because the outstanding entries are at their bound. The bounds of each follower are
     * those of this member's own callers ({@link ZabConfig#pendingMax}, {@link ZabConfig#pendingBytesMax}). At these
     * bounds the leader refuses requests of the follower. So a follower that is configured with higher bounds cannot
     * use more of the leader's memory.
     */
    private final ArrayDeque<Forwarded> waiting = new ArrayDeque<>();

    /**
     * Number of forwarded requests that were proposed since the last request of this member's own callers. While
     * forwarded requests and requests of own callers both wait, this member gets the same share as each follower.
     */
    private int forwardedInRow;

    /**
     * Entries that are proposed and not committed. Bound: {@link ZabConfig#outstandingBytesMax} bytes, plus one entry.
     */
    private final Window outstanding = new Window();

    private final LeaderPolicy policy;
    private final CommitPledge pledge;
    private final CommitPiggyback piggyback;

    /**
     * The limits for holding a commit message if no client of the destination waits for the commit. The next heartbeat
     * carries the same commit index.
     */
    private final Hold commitHold;

    /** Whether messages of this leader carry a {@link Steering}. */
    private final boolean steers;

    private int epoch;
    private long lastProposed;

    /**
     * Number of bytes proposed since the last snapshot point, which is an entry after which all members take a
     * snapshot.
     */
    private long bytesSincePoint;

    /** Whether a change of the ensemble, which is the last entry of its epoch, has been proposed. */
    private boolean closed;

    /**
     * Whether the last announcement to the followers turned Zab's mode on. In Zab's mode the leader announces commits.
     */
    private boolean zab;

    /** Whether proposals with a commit index were sent in this batch. */
    private boolean proposed;

    private boolean commitTimer;

    /**
     * Whether the entries that the pledge has announced are committed. The pledge ends when the commits of these
     * entries are sent.
     */
    private boolean pledgeKept;

    /** The number of followers that serve and can be reached ("n" of EL-Sanosi 2018). */
    private int followersUp;

    /**
     * The last chunk of entries that was read from the cache. The chunk is kept for other followers that need the same
     * entries.
     */
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

    /** Sets the epoch of all further messages. */
    void epoch(int chosen) {
        epoch = chosen;
    }

    /**
     * Begins broadcast in the established epoch. From this call on, the initial history is committed, and new entries
     * may be proposed.
     */
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
        // A follower of the first release has no message for a refusal. Only the bounds of that
        // follower limit its requests.
        if (from.info.version() < ZabCodec.VERSION_2) return true;
        return from.waiting < core.config.pendingMax()
                && from.waitingBytes <= core.config.pendingBytesMax() - request.payload().length;
    }

    /**
     * Proposes waiting requests up to the bound on outstanding entries. When the epoch has no zxids left, the leader
     * leaves its role.
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

    /**
     * Proposes a change of the ensemble. If the change closes the epoch, no further entry is proposed in the epoch, and
     * the members send waiting requests to the next leader.
     */
    void close(int origin, long request, Reconfiguration step) {
        Entry entry =
                new Entry(++lastProposed, origin, request, step.encode(), Entry.Kind.MEMBERSHIP);
        append(entry);
        if (origin == core.id) core.change.onLogged(entry);
        closed = core.rules.closesEpoch();
    }

    /** Starts to send entries to {@code p}, beginning after {@code zxid}. */
    void stream(Progress p, long zxid) {
        p.stage = Progress.Stage.STREAMING;
        p.sentThrough = zxid;
    }

    /**
     * Sends {@code p} the entries that it lacks, within its window, and NEWLEADER at the end of its initial history.
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
     * Proposes one chunk of the entries that were read from the log. The entries may exceed one chunk, because {@link
     * Delivery} reads more bytes at a time and its reads are answered here too.
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
     * Returns the entries without the payloads that follower {@code p} has forwarded in this session. {@code ownFrom}
     * is the first entry proposed for a request of this session. Every later entry of that origin was also forwarded in
     * this session: when an earlier session ended, the leader dropped its requests that were not proposed. If batching
     * is off, messages contain all payloads, as in the papers.
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

    /** Announces a committed change of the ensemble to {@code p}, under any policy. */
    void announceChange(Progress p) {
        if (p.upToDate) announceCommit(p, commitHold);
    }

    /** Announces commits at the end of a batch, except those that may wait for the next proposal. */
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
            // The pledge stays open for the commits that wait. Without Hold.NEVER, the driver would
            // hold this commit
            // for as long as the pledge is open.
            else if (isWaitedFor(p)) announceCommit(p, Hold.NEVER);
        }
    }

    private boolean anyMayWait(Progress[] followers) {
        for (Progress p : followers)
            if (p != null && lacksCommit(p) && !isWaitedFor(p)) return true;
        return false;
    }

    /** Whether follower {@code p} may wait for the commit of a request that it has forwarded. */
    private static boolean isWaitedFor(Progress p) {
        return p.ownLast > p.commitSent;
    }

    /** Ends the pledge because the announced commits leave now, or because a new pledge begins. */
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

    /** Sends the commit index to {@code p} at once, because a read at {@code p} waits for it. */
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

    /** Step L2: commits every entry up to the highest zxid that a quorum has logged. */
    void commit() {
        long evidence = tracker.evidence();
        outstanding.release(evidence);
        pledgeKept = true;
        core.delivery.commit(evidence);
    }

    /**
     * Renews the pledge before the commits of a batch are sent if further entries wait for a quorum, because commits of
     * these entries will follow. If no entry waits for a quorum, the pledge stays open as long as a commit waits for a
     * proposal.
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

    /** Ends the pledge, because the leader sends no further messages. */
    void leave() {
        pledge.end();
    }

    // The policy

    /** Announces to the follower that its synchronisation is complete, so that the follower serves requests. */
    void welcome(Progress p) {
        p.upToDate = true;
        p.commitSent = Math.min(core.delivery.committed(), p.sentThrough);
        send(p, new UpToDate(epoch, p.commitSent, steering(p)));
    }

    /**
     * Sends a heartbeat. If the leader announces no commits, the heartbeat carries the commit index, because a follower
     * that delivers by itself may have missed an ack.
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
     * Ends the follower's session. Drops the forwarded requests of the follower that were not proposed; the follower
     * sends them again in its next session.
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
     * Announces a change of the mode by the policy: "the leader decides based on followers' votes" (EL-Sanosi 2018,
     * section 4.3.3).
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
