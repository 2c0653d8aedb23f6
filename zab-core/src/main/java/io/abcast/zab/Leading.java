package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.Pong;
import io.abcast.zab.LinkMessage.ReadIndex;
import io.abcast.zab.LinkMessage.ReadIndexReply;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;
import io.abcast.zab.LinkMessage.SnapshotDone;
import io.abcast.zab.LinkMessage.SnapshotPoint;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.Progress.Stage;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import java.util.Set;

/**
 * The role of a leader, or of a member that tries to lead. This class keeps the sessions with the followers, and
 * implements phase 2 (synchronisation; Junqueira, Reed and Serafini 2011). {@link Discovery} implements phase 1, and
 * {@link Broadcast} orders requests in phase 3.
 */
final class Leading extends ServerRole {
    private enum Phase {
        DISCOVERY,
        SYNCHRONISATION,
        BROADCAST
    }

    private final Progress[] followers;
    private final QuorumTracker tracker;
    private final LeaderReads reads;
    private final Broadcast broadcast;

    private final SnapshotSource snapshots;
    private final Reconfiguring reconfiguring;

    private final DeliveryRule rule;

    /** For each rank, whether the driver has reported the member with this rank as not reachable; only a hint. */
    private final boolean[] unreachable;

    private final Discovery discovery;

    private Phase phase = Phase.DISCOVERY;
    private long sinceNanos;

    /**
     * The last time in ns at which this leader had received messages of a quorum within the preceding election timeout.
     */
    private long quorumHeardNanos;

    private long syncedZxid;

    /**
     * Time in ns at which this leader's disk last made progress: {@link #syncedZxid} changed, or the log was durable up
     * to the commit index.
     */
    private long syncedNanos;

    private int epoch;

    private long historyEnd;
    private boolean selfEntering;
    private boolean selfEntered;

    Leading(Core core, boolean first) {
        super(core);
        rule = core.policy.rule(core.members.voters());
        followers = new Progress[core.members.size()];
        tracker = new QuorumTracker(core.votes(), core.quorum);
        reads = new LeaderReads(core.votes());
        broadcast = new Broadcast(core, this, tracker);
        snapshots = new SnapshotSource(core, this, followers);
        reconfiguring = new Reconfiguring(core, followers, broadcast);
        unreachable = new boolean[followers.length];
        discovery = new Discovery(core, this, first, followers, reads, broadcast);
    }

    @Override
    Role name() {
        return Role.LEADING;
    }

    @Override
    boolean isActive() {
        return phase == Phase.BROADCAST;
    }

    @Override
    ZabPhase phase() {
        return switch (phase) {
            case DISCOVERY -> discovery.phase();
            case SYNCHRONISATION -> ZabPhase.ESTABLISHING;
            case BROADCAST -> ZabPhase.LEADING;
        };
    }

    @Override
    int leader() {
        return core.id;
    }

    @Override
    String reason() {
        return phase == Phase.DISCOVERY && discovery.isWaitingForOthers()
                ? discovery.expectation()
                : super.reason();
    }

    @Override
    boolean inZabMode() {
        return broadcast.inZabMode();
    }

    @Override
    void enter() {
        sinceNanos = core.now();
        core.effects.setTimer(Timers.PHASE, core.config.phaseNanos());
        core.effects.setTimer(Timers.HEARTBEAT, core.config.heartbeatNanos());
        for (int r = 0; r < followers.length; r++) {
            if (r != core.rank) core.send(core.members.id(r), core.vote(Role.LEADING, core.id));
        }
        discovery.begin();
    }

    @Override
    void farewell() {
        for (Progress p : followers) {
            if (p != null) broadcast.announceChange(p);
        }
    }

    @Override
    void leave() {
        if (isActive()) core.wasActive();
        broadcast.leave();
        for (Progress p : followers) {
            if (p != null) close(p);
        }
    }

    @Override
    void onVote(int from, Vote vote) {
        if (vote.role() == Role.LEADING && vote.configuration() > core.configuration().zxid()) {
            // Another member leads: its epoch is higher than this leader's, or members that have
            // lost their storage have founded a second ensemble.
            core.follow(from);
            return;
        }
        if (vote.role() != Role.LOOKING) return;
        if (core.members.contains(from)) core.send(from, core.vote(Role.LEADING, core.id));
        else core.informNonMember(from, vote.configuration());
    }

    @Override
    void onEndSession(int from, long session) {
        int rank = core.members.rank(from);
        Progress p = rank < 0 ? null : followers[rank];
        if (p == null || p.link.session != session) core.dropped();
        else drop(p);
    }

    @Override
    void onTimer(int kind) {
        switch (kind) {
            case Timers.HEARTBEAT -> {
                core.effects.setTimer(Timers.HEARTBEAT, core.config.heartbeatNanos());
                core.history.snapshots().expire(core.now());
                checkSilence();
            }
            case Timers.PHASE -> {
                boolean waits = phase == Phase.DISCOVERY && discovery.isWaitingForOthers();
                String why = "no quorum of followers while in " + phase;
                // This leader may lack a connection to members that it needs. Another member, with
                // connections to all members of a quorum, may succeed as leader.
                core.lookWithoutQuorum(sinceNanos, waits ? discovery.expectation() : why);
            }
            case Timers.COMMIT -> broadcast.onCommitTimer(followers);
            default -> throw new IllegalStateException("timer " + kind + " while leading");
        }
    }

    /**
     * Begins an election if this leader has lost its quorum (SC2 of EL-Sanosi 2018, section 2.2.1), and closes sessions
     * of silent followers.
     */
    private void checkSilence() {
        long now = core.now();
        int heard = 1;
        int upToDate = 1;
        for (int r = 0; r < followers.length; r++) {
            Progress p = followers[r];
            if (p == null) {
                // The vote invites the server with rank r, which has no session here, to follow,
                // for example if that server does not know yet that it is a member.
                if (r != core.rank) core.send(core.members.id(r), core.vote(Role.LEADING, core.id));
            } else if (now - p.heardNanos <= core.config.electionTimeoutNanos()) {
                if (!p.observes) heard++;
                if (!p.observes && p.upToDate) upToDate++;
            } else if (now - p.heardNanos > 2 * core.config.electionTimeoutNanos()) {
                core.effects.report("follower " + p.link.peer + " is silent");
                close(p);
                drop(p);
            }
        }
        if (heard >= core.quorum) quorumHeardNanos = now;
        boolean alone = now - quorumHeardNanos > core.config.electionTimeoutNanos();
        if (phase == Phase.BROADCAST && upToDate < core.quorum) lookAlone(upToDate);
        else if (phase == Phase.SYNCHRONISATION && alone) lookAlone(heard);
        else if (phase == Phase.BROADCAST && diskStalls(now))
            core.look("the disk has synced nothing while others have committed");
        else ping();
    }

    /**
     * Whether this leader's disk stalls: the log is not durable up to the commit index, and no entry became durable for
     * one phase timeout. Another member should then lead, because the disk cannot serve followers either.
     */
    private boolean diskStalls(long now) {
        long durable = core.history.durable();
        if (durable != syncedZxid || durable >= core.delivery.committed()) {
            syncedZxid = durable;
            syncedNanos = now;
        }
        return now - syncedNanos > core.config.phaseNanos();
    }

    private void lookAlone(int heard) {
        core.lookWithoutQuorum(
                sinceNanos,
                "only "
                        + heard
                        + " of "
                        + core.members.voters()
                        + " members heard, a quorum is "
                        + core.quorum);
    }

    private void ping() {
        snapshots.announceKept();
        for (Progress p : followers) {
            if (p != null) broadcast.ping(p, reads.round());
        }
    }

    @Override
    void onReachable(Set<Integer> members) {
        for (int r = 0; r < unreachable.length; r++)
            unreachable[r] = !members.contains(core.members.id(r));
        countFollowers();
    }

    private void countFollowers() {
        int up = 0;
        for (Progress p : followers) {
            if (p != null && p.upToDate && !p.observes && !unreachable[p.rank]) up++;
        }
        broadcast.onFollowers(up);
    }

    @Override
    void onFrame(int from, Frame frame) {
        int rank = core.members.rank(from);
        Progress p = rank < 0 ? null : followers[rank];
        if (p == null || p.link.session != frame.session()) {
            if (frame.sequence() == 1 && frame.body() instanceof FollowerInfo info) {
                core.learn(info.configuration());
                if (rank < 0) core.informNonMember(from, info.configuration());
                if (rank < 0 || core.isOutdated()) {
                    core.endSession(from, frame.session());
                    return;
                }
                Link link = new Link(from, frame.session());
                p = new Progress(rank, link, info, !tracker.counts(rank), core.now());
                if (followers[rank] != null) drop(followers[rank]);
                followers[rank] = p;
            } else {
                core.dropped();
                core.endSession(from, frame.session());
                return;
            }
        }
        switch (p.link.accept(frame.sequence())) {
            case REPEAT -> core.dropped();
            case GAP -> breakUp(p, "frame " + frame.sequence() + " came before its predecessor");
            case NEXT -> {
                p.heardNanos = core.now();
                dispatch(p, frame.body());
            }
        }
    }

    private void dispatch(Progress p, LinkMessage message) {
        if (message instanceof Ack ack) onAck(p, ack);
        else if (message instanceof Forward forward) onForward(p, forward);
        else if (message instanceof Pong pong) onPong(p, pong);
        else if (message instanceof ReadIndex read) onReadIndex(p, read);
        else if (message instanceof FollowerInfo) discovery.onFollowerInfo(p);
        else if (message instanceof AckEpoch ack) discovery.onAckEpoch(p, ack);
        else if (message instanceof SnapshotRequest request) snapshots.onRequest(p, request);
        else if (message instanceof SnapshotDone done) snapshots.onDone(p, done);
        else if (message instanceof AckNewLeader ack) onAckNewLeader(p, ack);
        else if (message instanceof Reconfigure reconfigure) onReconfigure(p, reconfigure);
        else breakUp(p, "unexpected " + message);
    }

    void send(Progress p, LinkMessage body) {
        core.send(p.link.peer, p.link.next(body));
    }

    boolean expect(Progress p, boolean fits, LinkMessage message) {
        if (!fits) breakUp(p, "unexpected " + message + " in " + phase + " of epoch " + epoch);
        return fits;
    }

    void breakUp(Progress p, String why) {
        core.effects.report("session with follower " + p.link.peer + " broken: " + why);
        core.figures.sessionsBroken++;
        close(p);
        drop(p);
    }

    private void close(Progress p) {
        core.endSession(p.link.peer, p.link.session);
    }

    private void drop(Progress p) {
        p.closed = true;
        if (followers[p.rank] == p) followers[p.rank] = null;
        broadcast.onGone(p);
        reads.onGone(p);
        if (p.upToDate) countFollowers();
    }

    void arrived(Progress p, boolean firstFormation) {
        if (!p.info.voter()) tracker.forget(p.rank);
        p.admitted = p.info.voter() || (firstFormation && !isActive());
        if (!p.admitted && isActive()) p.admissionRound = reads.wantRound();
    }

    boolean isSynchronising() {
        return phase == Phase.SYNCHRONISATION;
    }

    void chosen(int chosenEpoch) {
        epoch = chosenEpoch;
        broadcast.epoch(epoch);
    }

    void discovered() {
        phase = Phase.SYNCHRONISATION;
        historyEnd = core.history.last();
        quorumHeardNanos = core.now();
        core.effects.setTimer(Timers.PHASE, core.config.phaseNanos());
        for (Progress p : followers) {
            if (p != null && p.stage == Stage.PROMISED) synchronise(p);
        }
        enterEpoch();
    }

    /**
     * Lets the leader itself enter the epoch, as followers do in phase 2: the history must be durable before the new
     * current epoch is written.
     */
    private void enterEpoch() {
        if (selfEntering || core.history.durable() < historyEnd) return;
        selfEntering = true;
        core.persist(
                core.epochs().enter(epoch, core.id, rule, core.configuration().zxid()),
                this,
                () -> {
                    selfEntered = true;
                    core.leads(epoch);
                    tracker.ack(core.rank, core.history.durable());
                    checkEstablished();
                });
    }

    void synchronise(Progress p) {
        SyncPlan plan = SyncPlan.choose(core.history, p.promise);
        core.effects.report("synchronising follower " + p.link.peer + plan.describe(p.promise));
        p.initialEnd = core.history.last();
        p.keep = plan.keep();
        switch (plan.mode()) {
            case DIFF -> core.figures.syncDiff++;
            case TRUNC -> core.figures.syncTrunc++;
            case SNAP -> core.figures.syncSnap++;
        }
        send(p, snapshots.sync(epoch, plan));
        if (plan.mode() == LinkMessage.SyncMode.SNAP) snapshots.begin(p, plan.snapshot());
        else stream(p, plan.keep());
    }

    void stream(Progress p, long zxid) {
        broadcast.stream(p, zxid);
        for (long point : core.delivery.points().after(zxid)) sendPoint(p, point);
    }

    void nameSnapshot(long zxid) {
        core.delivery.points().name(zxid);
        for (Progress p : followers)
            if (p != null && p.stage == Stage.STREAMING) sendPoint(p, zxid);
    }

    private void sendPoint(Progress p, long zxid) {
        if (p.info.version() >= ZabCodec.VERSION_2) send(p, new SnapshotPoint(epoch, zxid));
    }

    @Override
    void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        snapshots.onRead(epoch, snapshot, offset, bytes);
    }

    private void onAckNewLeader(Progress p, AckNewLeader message) {
        boolean fits = p.newLeaderSent && !p.entered && message.epoch() == epoch;
        if (!expect(
                p,
                fits && message.zxid() >= p.initialEnd && message.zxid() <= p.sentThrough,
                message)) return;
        p.entered = true;
        p.window.release(message.zxid());
        boolean committed = tracker.ack(p.rank, message.zxid());
        if (phase != Phase.BROADCAST) {
            checkEstablished();
        } else {
            if (committed) broadcast.commit();
            welcome(p);
            core.effects.report(LeaderView.upToDate(p, core.now()));
        }
    }

    private void checkEstablished() {
        if (!selfEntered || phase != Phase.SYNCHRONISATION) return;
        if (!discovery.suffices(p -> p.entered)) return;
        phase = Phase.BROADCAST;
        syncedNanos = core.now();
        core.effects.cancelTimer(Timers.PHASE);
        core.effects.report(LeaderView.leading(epoch, historyEnd, followers) + core.found());
        core.requests.onSynchronised();
        core.change.onSynchronised();
        core.reads.askAgain();
        broadcast.begin();
        String remark = remark();
        if (!remark.isEmpty()) core.effects.report(remark);
        for (Progress p : followers) {
            if (p != null && p.entered) welcome(p);
            if (p != null && !p.admitted) p.admissionRound = reads.wantRound();
        }
    }

    private String remark() {
        BroadcastPolicy own = core.policies.own();
        int voters = core.members.voters();
        return own == core.policy
                ? own.remark(voters)
                : own.name() + " cannot run with " + voters + " voters: leading with Zab";
    }

    /**
     * Sends NEWEPOCH to followers that are not voters, once a quorum has confirmed that this member still leads. The
     * confirmation shows that such followers have forgotten no promise to a newer leader.
     */
    private void admitNewcomers() {
        for (Progress p : followers) {
            if (p == null || p.admitted || p.admissionRound == 0) continue;
            p.admitted = p.admissionRound <= reads.confirmed(followers, core.rank, core.quorum);
            if (p.admitted) discovery.invite(p);
        }
    }

    private void welcome(Progress p) {
        broadcast.welcome(p);
        countFollowers();
    }

    void extendPhase() {
        if (phase != Phase.BROADCAST) core.effects.setTimer(Timers.PHASE, core.config.phaseNanos());
    }

    private void onForward(Progress p, Forward message) {
        if (!expect(p, p.upToDate, message)) return;
        broadcast.forwarded(p, message.requests());
    }

    private void onReconfigure(Progress p, Reconfigure message) {
        if (!expect(p, p.upToDate, message)) return;
        if (mayPropose()) reconfiguring.onReconfigure(this, p, message);
        else send(p, new ReconfigureRefused(message.request(), Refusal.CHANGE_NOT_READY));
    }

    /**
     * Whether this leader may propose new entries. By primary integrity (Junqueira, Reed and Serafini 2011), a leader
     * must first deliver all entries of earlier epochs.
     */
    private boolean mayPropose() {
        return phase == Phase.BROADCAST && core.delivery.delivered() >= historyEnd;
    }

    private void onAck(Progress p, Ack message) {
        boolean inTime = p.stage == Stage.STREAMING && message.epoch() == epoch;
        if (!expect(p, inTime && message.zxid() <= p.sentThrough, message)) return;
        core.figures.acksReceived++;
        p.window.release(message.zxid());
        broadcast.onAck(p, message);
        snapshots.onProgress(p);
        if (!p.entered) extendPhase();
        else if (tracker.ack(p.rank, message.zxid()) && phase == Phase.BROADCAST)
            broadcast.commit();
    }

    @Override
    void onDurable() {
        if (phase == Phase.SYNCHRONISATION && !selfEntering) {
            enterEpoch();
        } else if (selfEntered
                && tracker.ack(core.rank, core.history.durable())
                && phase == Phase.BROADCAST) {
            broadcast.commit();
        }
    }

    @Override
    void onLogRead(long afterZxid, List<Entry> entries) {
        for (Progress p : followers) {
            if (p == null || !p.reading || p.sentThrough != afterZxid) continue;
            p.reading = false;
            if (entries.isEmpty()) {
                core.history.logLost();
                breakUp(p, "the log no longer holds what follows " + Zxid.toString(afterZxid));
            } else broadcast.proposeRead(p, entries);
        }
    }

    private void onPong(Progress p, Pong message) {
        if (message.epoch() != epoch) return;
        p.round = Math.max(p.round, message.round());
        if (phase == Phase.DISCOVERY) discovery.checkConfirmations();
    }

    private void onReadIndex(Progress p, ReadIndex message) {
        if (!expect(p, p.upToDate, message)) return;
        reads.add(p, message.read(), readPoint());
    }

    /**
     * Returns the read index: the zxid up to which a member must have delivered entries before it answers a
     * linearizable read. In protocols whose followers deliver without the leader's commit, the read index is the end of
     * the leader's log.
     */
    private long readPoint() {
        return rule != DeliveryRule.ON_COMMIT ? core.history.last() : core.delivery.committed();
    }

    @Override
    void onBatchEnd() {
        if (mayPropose()) {
            broadcast.admit();
            if (core.role() != this) return;
            reconfiguring.serveOwn();
        }
        if (phase == Phase.BROADCAST) {
            admitNewcomers();
            broadcast.steer(followers);
            broadcast.pledge(followers);
        }
        if (phase.compareTo(Phase.SYNCHRONISATION) >= 0) {
            for (Progress p : followers) {
                if (p != null && p.stage == Stage.STREAMING) broadcast.pump(p);
            }
            broadcast.announceCommits(followers);
        }
        if (phase == Phase.BROADCAST) serveReads();
    }

    private void serveReads() {
        if (core.reads.hasUnasked()) reads.add(null, core.reads.ask(), readPoint());
        if (reads.wantsRound()) {
            long round = reads.beginRound();
            for (Progress p : followers) {
                if (p != null && p.upToDate) broadcast.ping(p, round);
            }
        }
        LeaderReads.Waiting read;
        while ((read = reads.poll(followers, core.rank, core.quorum)) != null) {
            if (read.from() == null)
                core.reads.answer(read.read(), read.zxid(), core.delivery.delivered());
            else {
                broadcast.announceAtOnce(read.from());
                send(read.from(), new ReadIndexReply(read.read(), read.zxid()));
            }
        }
    }

    @Override
    void visitQueues(QueueVisitor to) {
        broadcast.visitQueues(to, followers);
        reads.visitQueues(to);
        long windowMax = core.config.windowBytesMax() + core.config.proposalBound();
        for (Progress p : followers)
            if (p != null) to.queue("bytes sent and not acked", p.window.bytes(), windowMax);
    }

    long[] ackedByRank() {
        return LeaderView.acked(followers, core.rank, selfEntered, tracker);
    }

    @Override
    List<SessionStatus> sessions() {
        return LeaderView.sessions(followers, tracker, core.now());
    }
}
