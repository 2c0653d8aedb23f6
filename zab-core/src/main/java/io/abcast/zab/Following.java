package io.abcast.zab;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.FollowerInfo;
import io.abcast.zab.LinkMessage.Forward;
import io.abcast.zab.LinkMessage.KeepSnapshot;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.NewLeader;
import io.abcast.zab.LinkMessage.Ping;
import io.abcast.zab.LinkMessage.Pong;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.LinkMessage.ReadIndex;
import io.abcast.zab.LinkMessage.ReadIndexReply;
import io.abcast.zab.LinkMessage.Reconfigure;
import io.abcast.zab.LinkMessage.ReconfigureRefused;
import io.abcast.zab.LinkMessage.RequestsRefused;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotDone;
import io.abcast.zab.LinkMessage.SnapshotPoint;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.SyncMode;
import io.abcast.zab.LinkMessage.UpToDate;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.PeerAck;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import java.util.Set;

/**
 * A follower's side of discovery, synchronisation and broadcast (Junqueira, Reed and Serafini 2011, phases 1 to 3), in
 * one session with one leader. An unexpected message or a timeout ends the session, and the server begins a new
 * election.
 */
final class Following extends ServerRole {
    private enum Stage {
        CONNECTING(ZabPhase.CONNECTING),
        PROMISING(ZabPhase.PROMISING),
        PROMISED(ZabPhase.PROMISED),
        FETCHING(ZabPhase.FETCHING),
        INSTALLING(ZabPhase.INSTALLING),
        SYNCHRONISING(ZabPhase.SYNCHRONISING),
        ENTERING(ZabPhase.ENTERING),
        ENTERED(ZabPhase.ENTERED),
        ACTIVE(ZabPhase.FOLLOWING);

        final ZabPhase phase;

        Stage(ZabPhase phase) {
            this.phase = phase;
        }
    }

    private static final int FETCHES_MAX = 3;

    private static final long NOTHING = -1;

    private final Link link;
    private Stage stage = Stage.CONNECTING;

    /** The first frame of the session, which carries CEPOCH; repeated until the leader answers. */
    private Frame introduction;

    private int epoch;

    private boolean promised;

    private long beganNanos;

    private boolean broke;

    private long heardNanos;

    private int leaderVersion;

    private long leaderConfiguration = Zxid.NONE;

    private SnapshotId fetching;
    private byte[] fetchingNote;
    private int fetches;

    /** The offset of the requested snapshot chunk; {@link #NOTHING} if no request is in flight. */
    private long chunkAsked = NOTHING;

    private boolean writingChunk;

    /** The zxid of the end of the epoch's initial history, which NEWLEADER names; -1 before NEWLEADER arrives. */
    private long newLeaderZxid = -1;

    private FollowerBroadcast broadcast;

    Following(Core core, int leader) {
        super(core);
        link = new Link(leader, core.nextRandom());
    }

    @Override
    Role name() {
        return Role.FOLLOWING;
    }

    @Override
    boolean isActive() {
        return stage == Stage.ACTIVE;
    }

    @Override
    ZabPhase phase() {
        return stage.phase;
    }

    @Override
    int leader() {
        return link.peer;
    }

    @Override
    BroadcastPolicy policy() {
        return broadcast == null ? super.policy() : broadcast.policy();
    }

    @Override
    boolean inZabMode() {
        return broadcast == null || broadcast.inZabMode();
    }

    @Override
    CoinStatus coin() {
        return broadcast == null ? CoinStatus.NONE : broadcast.coin();
    }

    @Override
    void enter() {
        beganNanos = core.now();
        heardNanos = beganNanos;
        introduction =
                link.next(
                        new FollowerInfo(
                                core.epochs().acceptedEpoch(),
                                core.epochs().currentEpoch(),
                                core.epochs().voter(),
                                core.isFresh(),
                                core.configuration().zxid(),
                                ZabCodec.VERSION_2));
        core.send(link.peer, introduction);
        core.effects.setTimer(Timers.HEARTBEAT, core.config.heartbeatNanos());
        progress();
    }

    @Override
    void leave() {
        // If this member connects to the leader again, because the ensemble has changed or a
        // snapshot is partly fetched, the end of the session is no failure of the leader.
        boolean comesAgain = core.isOutdated() || fetching != null;
        if (isActive()) core.wasActive();
        else if (!comesAgain)
            core.followedWithoutSuccess(link.peer, broke, core.now() - beganNanos);
    }

    @Override
    void onVote(int from, Vote vote) {
        if (vote.role() != Role.LOOKING) return;
        if (core.members.contains(from)) core.send(from, core.vote(Role.FOLLOWING, link.peer));
        else core.informNonMember(from, vote.configuration());
    }

    @Override
    void onEndSession(int from, long session) {
        broke = session == link.session;
        if (broke) core.look("leader " + link.peer + " ended the session");
        else core.dropped();
    }

    @Override
    void onPeerAck(int from, PeerAck ack) {
        int rank = core.members.rank(from);
        boolean expected =
                broadcast != null
                        && rank >= 0
                        && from != link.peer
                        && broadcast.onPeerAck(rank, ack);
        if (!expected) core.dropped();
    }

    @Override
    void onReachable(Set<Integer> members) {
        if (!members.contains(link.peer)) lost("cannot be reached");
    }

    private void lost(String how) {
        long quietMillis = (core.now() - heardNanos) / 1_000_000;
        String why = "leader %d %s, last heard %d ms ago".formatted(link.peer, how, quietMillis);
        if (stage == Stage.CONNECTING) core.lookWithoutAnswer(link.peer, why);
        else core.look(why);
    }

    @Override
    long leaderHeardNanos() {
        return heardNanos;
    }

    @Override
    List<SessionStatus> sessions() {
        return SessionStatus.ofFollower(link, stage.name(), isActive(), core.now() - heardNanos);
    }

    @Override
    void onTimer(int kind) {
        switch (kind) {
            case Timers.HEARTBEAT -> {
                core.history.snapshots().expire(core.now());
                if (core.now() - heardNanos > core.config.electionTimeoutNanos()) {
                    lost("is silent");
                } else {
                    core.effects.setTimer(Timers.HEARTBEAT, core.config.heartbeatNanos());
                    // A leader that has already received the first frame drops the repeated one.
                    if (stage == Stage.CONNECTING) core.send(link.peer, introduction);
                    if (broadcast != null) broadcast.onTick();
                }
            }
            case Timers.TOSS -> broadcast.onTossTimer();
            case Timers.STUCK -> broadcast.onStuckTimer();
            case Timers.PHASE -> {
                String why = "no progress with leader " + link.peer + " while " + stage;
                if (stage == Stage.CONNECTING) core.lookWithoutAnswer(link.peer, why);
                else core.look(why);
            }
            default -> throw new IllegalStateException("timer " + kind + " while following");
        }
    }

    @Override
    void onFrame(int from, Frame frame) {
        if (from != link.peer || frame.session() != link.session) {
            core.dropped();
            // The sender believes that this member is its leader or follower, but no such session
            // exists here; EndSession makes the sender end the session.
            if (frame.body() instanceof FollowerInfo || from != link.peer)
                core.endSession(from, frame.session());
            return;
        }
        switch (link.accept(frame.sequence())) {
            case REPEAT -> core.dropped();
            case GAP -> breakUp("frame " + frame.sequence() + " came before its predecessor");
            case NEXT -> {
                heardNanos = core.now();
                dispatch(frame.body());
            }
        }
    }

    private void dispatch(LinkMessage message) {
        if (message instanceof Propose propose) onPropose(propose);
        else if (message instanceof Commit commit) onCommit(commit);
        else if (message instanceof Ping ping) onPing(ping);
        else if (message instanceof ReadIndexReply reply) onReadIndexReply(reply);
        else if (message instanceof NewEpoch newEpoch) onNewEpoch(newEpoch);
        else if (message instanceof Sync sync) onSync(sync);
        else if (message instanceof SnapshotChunk chunk) onSnapshotChunk(chunk);
        else if (message instanceof SnapshotPoint point) onSnapshotPoint(point);
        else if (message instanceof KeepSnapshot keep) onKeepSnapshot(keep);
        else if (message instanceof NewLeader newLeader) onNewLeader(newLeader);
        else if (message instanceof UpToDate upToDate) onUpToDate(upToDate);
        else if (message instanceof ReconfigureRefused refused)
            core.change.onRefused(refused.request(), refused.why());
        else if (message instanceof RequestsRefused refused) onRequestsRefused(refused);
        else breakUp("unexpected " + message.getClass().getSimpleName());
    }

    private void onRequestsRefused(RequestsRefused message) {
        core.requests.onRefused(message.first());
        send(new Forward(List.of()));
    }

    private void onNewEpoch(NewEpoch message) {
        if (!expect(stage == Stage.CONNECTING, message)) return;
        leaderVersion = message.version();
        leaderConfiguration = message.configuration();
        core.delivery.points().named(leaderVersion >= ZabCodec.VERSION_2);
        if (isOutdated()) return;
        if (message.epoch() < core.epochs().acceptedEpoch()) {
            breakUp(
                    "epoch "
                            + message.epoch()
                            + " is below the promised "
                            + core.epochs().acceptedEpoch());
            return;
        }
        BroadcastPolicy policy = core.policies.byCode(message.policy());
        if (policy == null) {
            core.effects.halt(
                    "leader "
                            + link.peer
                            + " runs protocol number "
                            + message.policy()
                            + ", which this member does not have");
            return;
        }
        epoch = message.epoch();
        broadcast = new FollowerBroadcast(core, this, link, message, policy);
        stage = Stage.PROMISING;
        progress();
        boolean counts = core.promise(link.peer, message.nonce(), epoch);
        if (epoch > core.epochs().acceptedEpoch())
            core.persist(core.epochs().accept(epoch), this, () -> promise(counts));
        else core.whenPersisted(this, () -> promise(counts));
    }

    /**
     * Whether a committed change has replaced the ensemble of this role, so that the follower connects again: all
     * members of an epoch must count the same voters.
     */
    private boolean isOutdated() {
        core.learn(leaderConfiguration);
        return core.isOutdated();
    }

    @Override
    boolean waitsForHistory() {
        return stage.compareTo(Stage.FETCHING) >= 0 && stage.compareTo(Stage.SYNCHRONISING) <= 0;
    }

    private void promise(boolean counts) {
        promised = counts;
        stage = Stage.PROMISED;
        sendPromise();
    }

    private void sendPromise() {
        // The storage may still be replacing the log by a snapshot of an earlier session. ACK-E
        // must wait, because it contains the end of the log.
        if (core.isInstalling()) return;
        LogHistory history = core.history;
        send(
                new AckEpoch(
                        epoch,
                        promised,
                        core.epochs().currentEpoch(),
                        history.logAfter(),
                        history.epochEnds(),
                        history.last(),
                        history.durable(),
                        core.hasLed(core.epochs().currentEpoch())
                                && history.durable() == history.last()));
    }

    private void onSync(Sync message) {
        boolean again = stage == Stage.FETCHING && message.mode() == SyncMode.SNAP;
        boolean inTime = (stage == Stage.PROMISED || again) && !core.isInstalling();
        if (!expect(inTime && message.epoch() == epoch, message)) return;
        long last = core.history.last();
        long keep = message.zxid();
        boolean inLog = keep >= core.history.logAfter() && keep <= last;
        if (!expect(inLog && (keep == last || message.mode() != SyncMode.DIFF), message)) return;
        progress();
        if (keep < last && !cut(keep)) return;
        if (message.mode() == SyncMode.SNAP) {
            fetching = message.snapshot();
            fetchingNote = message.note();
            if (!expect(fetching.zxid() > keep && isConfiguration(fetchingNote), message)) return;
            core.effects.report("fetching snapshot " + fetching + " from leader " + link.peer);
            stage = Stage.FETCHING;
            request(core.resumeOffset(fetching));
        } else {
            synchronising();
        }
    }

    private static boolean isConfiguration(byte[] note) {
        if (note.length == 0) return true;
        try {
            Configuration.decode(note);
            return true;
        } catch (MalformedFrameException e) {
            return false;
        }
    }

    /**
     * @return false if entries after {@code keep} are committed; this method then halts the server
     */
    private boolean cut(long keep) {
        long committed = core.delivery.committed();
        if (keep < committed) {
            core.effects.halt(
                    "leader "
                            + link.peer
                            + " of epoch "
                            + epoch
                            + " cuts the log after "
                            + Zxid.toString(keep)
                            + ", but "
                            + Zxid.toString(committed)
                            + " is committed");
            return false;
        }
        core.effects.report(
                "cutting the log after "
                        + Zxid.toString(keep)
                        + ", it ended at "
                        + Zxid.toString(core.history.last()));
        core.truncate(keep);
        return true;
    }

    private void synchronising() {
        stage = Stage.SYNCHRONISING;
        broadcast.synchronising();
    }

    private void request(long offset) {
        writingChunk = false;
        chunkAsked = offset;
        if (offset < fetching.bytes()) {
            send(new SnapshotRequest(fetching, offset));
            return;
        }
        stage = Stage.INSTALLING;
        core.install(fetching, fetchingNote);
    }

    private void onSnapshotChunk(SnapshotChunk message) {
        // Ignore a chunk that this follower has not requested, for example a chunk of an older
        // snapshot after the leader has changed to a newer one.
        if (stage != Stage.FETCHING
                || !message.snapshot().equals(fetching)
                || message.offset() != chunkAsked) {
            core.dropped();
            return;
        }
        if (!expect(message.bytes().length > 0, message)) return;
        progress();
        chunkAsked = NOTHING;
        writingChunk = true;
        core.effects.writeSnapshot(fetching, message.offset(), message.bytes());
    }

    @Override
    void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        // Ignore a write that an earlier session began and that completes only now. nextOffset is
        // the number of snapshot bytes that the storage has written so far.
        if (stage != Stage.FETCHING || !writingChunk || !snapshot.equals(fetching)) return;
        core.partial(snapshot, nextOffset);
        request(nextOffset);
    }

    @Override
    void onInstalled(SnapshotId snapshot, boolean installed) {
        if (stage == Stage.PROMISED) {
            sendPromise();
        } else if (stage == Stage.INSTALLING && installed) {
            progress();
            synchronising();
            send(new SnapshotDone(snapshot));
        } else if (stage == Stage.INSTALLING) {
            if (++fetches >= FETCHES_MAX) {
                breakUp("snapshot " + snapshot + " arrived damaged " + fetches + " times");
                return;
            }
            stage = Stage.FETCHING;
            request(0);
        }
    }

    private void onNewLeader(NewLeader message) {
        if (!expect(stage == Stage.SYNCHRONISING && message.epoch() == epoch, message)) return;
        if (!expect(message.lastZxid() == core.history.last(), message)) return;
        progress();
        stage = Stage.ENTERING;
        if (isOutdated()) return;
        // All members of an epoch must count the same voters, so the leader must know the same
        // ensemble as this follower.
        if (!expect(core.configuration().zxid() == leaderConfiguration, message)) return;
        newLeaderZxid = message.lastZxid();
        onDurable();
    }

    /**
     * Persists currentEpoch once the initial history is durable, and then sends ACK-LD. If currentEpoch were durable
     * first, a crash could leave a member that claims the epoch without its initial history.
     */
    @Override
    void onDurable() {
        if (stage != Stage.ENTERING || core.history.durable() < newLeaderZxid) return;
        newLeaderZxid = Long.MAX_VALUE;
        DeliveryRule rule = broadcast.policy().rule(core.members.voters());
        core.persist(
                core.epochs().enter(epoch, link.peer, rule, core.configuration().zxid()),
                this,
                () -> {
                    stage = Stage.ENTERED;
                    broadcast.entered();
                    send(new AckNewLeader(epoch, core.history.durable()));
                });
    }

    private void onUpToDate(UpToDate message) {
        if (!expect(stage == Stage.ENTERED && message.epoch() == epoch, message)) return;
        stage = Stage.ACTIVE;
        core.effects.cancelTimer(Timers.PHASE);
        core.effects.report(
                "up to date with leader %d in epoch %d at ".formatted(link.peer, epoch)
                        + Zxid.toString(core.history.last())
                        + core.found());
        core.requests.onSynchronised();
        core.change.onSynchronised();
        core.reads.askAgain();
        if (isLogged(message.commit(), message))
            broadcast.active(message.commit(), message.steering());
    }

    private void onPropose(Propose message) {
        boolean inTime = stage.compareTo(Stage.SYNCHRONISING) >= 0;
        if (!expect(inTime && message.epoch() == epoch && !message.entries().isEmpty(), message))
            return;
        core.figures.proposalsReceived++;
        if (stage != Stage.ACTIVE) progress();
        String misfit = broadcast.onPropose(message);
        if (misfit != null) breakUp(misfit);
    }

    private void onCommit(Commit message) {
        boolean inTime = stage.compareTo(Stage.SYNCHRONISING) >= 0;
        if (!expect(inTime && message.epoch() == epoch, message)
                || !isLogged(message.zxid(), message)) return;
        core.figures.commitsReceived++;
        broadcast.onSteering(message.steering());
        broadcast.announce(message.zxid());
    }

    private void onSnapshotPoint(SnapshotPoint message) {
        boolean inTime = stage.compareTo(Stage.SYNCHRONISING) >= 0;
        if (!expect(inTime && message.epoch() == epoch, message)) return;
        if (message.zxid() > core.delivery.delivered()) core.delivery.points().name(message.zxid());
    }

    private void onKeepSnapshot(KeepSnapshot message) {
        if (!expect(stage == Stage.ACTIVE, message)) return;
        core.history.snapshots().keep(message.snapshot(), core.now());
    }

    private void onPing(Ping message) {
        if (stage == Stage.ACTIVE) {
            if (!isLogged(message.commit(), message)) return;
            broadcast.onSteering(message.steering());
            broadcast.announce(message.commit());
        } else if (stage == Stage.PROMISED) {
            // The leader may wait for other members without a time limit, so its heartbeats restart
            // this follower's phase timeout.
            progress();
        }
        send(new Pong(message.epoch(), message.round()));
    }

    /**
     * Whether this follower has logged the entry {@code commit}; if not, a message is missing, and the method ends the
     * session.
     */
    private boolean isLogged(long commit, LinkMessage message) {
        return expect(commit <= core.history.last(), message);
    }

    private void onReadIndexReply(ReadIndexReply message) {
        if (!expect(stage == Stage.ACTIVE, message)) return;
        core.reads.answer(message.read(), message.zxid(), core.delivery.delivered());
    }

    @Override
    void onBatchEnd() {
        if (stage.compareTo(Stage.SYNCHRONISING) >= 0) broadcast.acknowledge();
        if (stage != Stage.ACTIVE) return;
        broadcast.forward();
        if (core.change.isUnsent()) askForChange();
        if (core.reads.hasUnasked()) send(new ReadIndex(core.reads.ask()));
    }

    private void askForChange() {
        long request = core.change.request();
        MembershipChange change = core.change.send();
        if (leaderVersion >= ZabCodec.VERSION_2) send(new Reconfigure(request, change));
        else core.change.onRefused(request, Refusal.CHANGE_NOT_READY);
    }

    private void send(LinkMessage body) {
        core.send(link.peer, link.next(body));
    }

    private void progress() {
        core.effects.setTimer(Timers.PHASE, core.config.phaseNanos());
    }

    /**
     * Breaks off the session if {@code fits} is false, because the session's present state does not allow {@code
     * message}; returns {@code fits}.
     */
    private boolean expect(boolean fits, LinkMessage message) {
        if (!fits)
            breakUp("unexpected " + brief(message) + " while " + stage + " in epoch " + epoch);
        return fits;
    }

    private static String brief(LinkMessage message) {
        if (message instanceof Propose p)
            return "proposal of " + p.entries().size() + " entries, epoch " + p.epoch();
        if (message instanceof SnapshotChunk c)
            return "chunk at " + c.offset() + " of " + c.snapshot();
        return message.toString();
    }

    private void breakUp(String why) {
        broke = true;
        core.figures.sessionsBroken++;
        core.endSession(link.peer, link.session);
        core.look("session with leader " + link.peer + " broken: " + why);
    }
}
