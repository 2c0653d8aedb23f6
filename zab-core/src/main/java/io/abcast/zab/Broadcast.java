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
 * <p>The leader sends entries at the end of a batch of events. One proposal contains as many entries as
 * {@link ZabConfig#proposalBytesMax} allows. If the leader sends a proposal in a batch of events, the proposal carries
 * the commits of the batch. Without a proposal in the batch, {@link CommitPiggyback} may delay a commit until the next
 * proposal. If batching is off, each entry, ack and commit has its own message. The {@link LeaderPolicy} of the epoch
 * decides whether the leader sends commit messages at all.
 */
final class Broadcast {
    private static final long NOTHING = -1;

    private final Core core;
    private final Leading leading;
    private final QuorumTracker tracker;

    /**
     * Forwarded requests that wait at the leader because its uncommitted entries have reached
     * {@link ZabConfig#outstandingBytesMax} or their maximum number. The leader bounds the waiting requests of each
     * follower by its own settings {@link ZabConfig#pendingMax} and {@link ZabConfig#pendingBytesMax}, as it bounds the
     * requests of local callers. If the waiting requests of a follower reach the leader's settings, the leader refuses
     * all later requests of the follower. Because the leader's settings apply, a follower whose own settings have a
     * higher {@code pendingMax} cannot use more of the leader's memory.
     */
    private final ArrayDeque<Forwarded> waiting = new ArrayDeque<>();

    /**
     * Number of forwarded requests that the leader has proposed since it last proposed a request of its own callers.
     * While forwarded requests of followers and local requests of the leader wait, the leader's own callers get the
     * same share as the callers of each follower.
     */
    private int forwardedInRow;

    /**
     * Entries that the leader has proposed and that are not committed. The entries that are proposed and not committed
     * have at most {@link ZabConfig#outstandingBytesMax} bytes, plus one entry.
     */
    private final Window outstanding = new Window();

    private final LeaderPolicy policy;
    private final CommitPledge pledge;
    private final CommitPiggyback piggyback;

    /**
     * The time for which the driver may delay a commit message if no client at the message's destination waits for the
     * commit. The delay of a commit message is harmless, because the next heartbeat carries the leader's commit index
     * too.
     */
    private final Hold commitHold;

    /**
     * Whether messages of this leader carry a {@link Steering}, which is data for policies that switch modes or toss
     * coins.
     */
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
     * Whether the mode that this leader has last announced to its followers is Zab's mode. In Zab's mode the leader
     * announces commits, and followers ack only to the leader.
     */
    private boolean zab;

    /** Whether the leader has sent proposals with a commit index in the present batch of events. */
    private boolean proposed;

    private boolean commitTimer;

    /**
     * Whether the entries are committed whose commits the leader has announced to the driver by a pledge. A pledge
     * announces that the leader will soon send commits, and ends when the leader has sent these commits.
     */
    private boolean pledgeKept;

    /** The number of followers that serve requests and that the leader can reach ("n" of EL-Sanosi 2018). */
    private int followersUp;

    /**
     * The last chunk of entries that the leader has read from the cache. The leader keeps the last chunk that it read,
     * for other followers that need the entries of the chunk.
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

    /** Sets the epoch of all messages that this leader sends from now on. */
    void epoch(int chosen) {
        epoch = chosen;
    }

    /**
     * Begins the broadcast phase of the established epoch. From this call on, the initial history of the epoch is
     * committed, and the leader may propose new entries.
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
        // A follower of the first release does not understand a refusal, because its wire format
        // has no message for refusals. If a follower runs the first release, the leader relies on
        // that follower's own bounds for waiting requests.
        if (from.info.version() < ZabCodec.VERSION_2) return true;
        return from.waiting < core.config.pendingMax()
                && from.waitingBytes <= core.config.pendingBytesMax() - request.payload().length;
    }

    /**
     * Proposes waiting requests until the proposed and uncommitted entries reach their maximum number or
     * {@link ZabConfig#outstandingBytesMax}. If the epoch has no unused zxids, the leader leaves its role.
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
     * Proposes a change of the ensemble as the next entry. If the change closes the epoch, the leader proposes no entry
     * after the change. After a change that closes the epoch, the members send their waiting requests to the next
     * leader.
     */
    void close(int origin, long request, Reconfiguration step) {
        Entry entry =
                new Entry(++lastProposed, origin, request, step.encode(), Entry.Kind.MEMBERSHIP);
        append(entry);
        if (origin == core.id) core.change.onLogged(entry);
        closed = core.rules.closesEpoch();
    }

    /** Starts to send entries to follower {@code p}, beginning with the entry after {@code zxid}. */
    void stream(Progress p, long zxid) {
        p.stage = Progress.Stage.STREAMING;
        p.sentThrough = zxid;
    }

    /**
     * Sends follower {@code p} the entries that the follower lacks, as far as the follower's window permits. At the end
     * of the initial history, the leader sends NEWLEADER to {@code p}.
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
     * Proposes one chunk of the entries that were read from the log for follower {@code p}. A log read may return more
     * than one chunk. The reason is that the leader sends followers the entries that {@link Delivery} has read too, and
     * {@link Delivery} reads more bytes at a time.
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
     * Returns {@code entries} without the payloads of requests that follower {@code p} has forwarded in this session.
     * {@code ownFrom} is the zxid of the first entry that was proposed for a request of this session. Every entry after
     * {@code ownFrom} that originates at {@code p} was forwarded in this session too. The leader drops the unproposed
     * requests of {@code p} when a session ends. If batching is off, proposals contain all payloads, as in the papers.
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

    /** Announces to {@code p} that a change of the ensemble is committed, under any policy. */
    void announceChange(Progress p) {
        if (p.upToDate) announceCommit(p, commitHold);
    }

    /** Announces commits at the end of a batch of events, except the commits that may wait for the next proposal. */
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
            // The leader's pledge, its announcement to the driver that commits will follow, stays
            // open for the commits that wait for a proposal. If the driver could hold a commit
            // message longer than Hold.NEVER permits, the driver would delay the commit as long as
            // the leader's pledge announces further commits.
            else if (isWaitedFor(p)) announceCommit(p, Hold.NEVER);
        }
    }

    private boolean anyMayWait(Progress[] followers) {
        for (Progress p : followers)
            if (p != null && lacksCommit(p) && !isWaitedFor(p)) return true;
        return false;
    }

    /**
     * Whether a request that follower {@code p} has forwarded may wait for a commit that was not sent to {@code p} yet.
     */
    private static boolean isWaitedFor(Progress p) {
        return p.ownLast > p.commitSent;
    }

    /**
     * Ends the leader's pledge, its announcement of commits to the driver, because the leader sends the commits now or
     * begins a new pledge.
     */
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

    /** Sends the commit index to follower {@code p} at once, because a read at {@code p} waits for it. */
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

    /**
     * If entries still wait for a quorum, the leader renews its pledge, the announcement of commits to the driver,
     * before it sends the commits of a batch. The renewed pledge announces to the driver the commits of the entries
     * that still wait for a quorum. If no entry waits for a quorum, the leader's pledge, its announcement of commits to
     * the driver, stays open as long as a commit waits for a proposal.
     */
    void pledge(Progress[] followers) {
        if (outstanding.bytes() == 0) return;
        endKeptPledge();
        if (zab) pledge.begin(followers);
    }

    /** Reports the fill levels of the leader's queues to {@code to}; see {@link Core#visitQueues}. */
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

    /**
     * Ends the leader's pledge, its announcement of commits to the driver, because the leader sends no more messages.
     */
    void leave() {
        pledge.end();
    }

    // Methods that call the policy of the protocol

    /** Announces to follower {@code p} that its synchronisation is complete, so that {@code p} serves requests. */
    void welcome(Progress p) {
        p.upToDate = true;
        p.commitSent = Math.min(core.delivery.committed(), p.sentThrough);
        send(p, new UpToDate(epoch, p.commitSent, steering(p)));
    }

    /**
     * Sends a heartbeat to follower {@code p}. If the leader announces no commits, the heartbeat carries the commit
     * index: a follower that counts acks by itself may have missed an ack.
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
     * Handles the end of the session between follower {@code p} and this leader. The leader drops the requests that the
     * follower has forwarded and the leader has not proposed. The follower sends the dropped requests again in its next
     * session.
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
