package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.ArrayDeque;

/** What a server is apart from its role: identity, history, epochs, callers, and the way from one role to the next. */
final class Core {
    final int id;
    final ZabConfig config;
    final Rules rules;
    final Policies policies;
    final Effects effects;
    final ZabCounters figures = new ZabCounters();
    final LogHistory history;
    final Requests requests;
    final ChangeRequest change;
    final Reads reads;
    final Delivery delivery;

    /** A snapshot is kept for so many phase timeouts after the last sign of its fetch: the follower may have to be restarted, or the leader. */
    private static final int KEEP_PHASES = 4;

    private static final int PERSISTING_MAX = 1_024;

    /** The ensemble in which this member has its present role; changes between two roles only, see {@link #look}. */
    Membership members;

    /** This member's among {@link #members}; -1 if it is none of them. */
    int rank;

    int quorum;

    /** The protocol of the epochs that this member would lead: its own, unless it cannot run with so many. */
    BroadcastPolicy policy;

    private Configuration configuration;

    private EpochState epochs = EpochState.initial(false);

    /** The last promise of this life that counts; {@code null} if there is none, or another epoch was accepted since. */
    private Promise promise;

    private final LeaderBackoff stepBack;
    private final FailedLeaders vainLeaders;
    private long persistVersion;

    /** States that are not durable yet. Bound: {@link #PERSISTING_MAX}; a role asks for a few, and lasts for a heartbeat at least. */
    private final ArrayDeque<Persisting> persisting = new ArrayDeque<>();

    private ServerRole role;
    private long random;
    private long now;

    /** The snapshot that is replacing the history right now, or null. No other change of the log may be asked for then. */
    private SnapshotId installing;

    private byte[] installingNote;

    /** An interrupted transfer that may be resumed, and how far it got; null if there is none. */
    private SnapshotId partial;

    private long partialBytes;

    /** The last epoch that this member has led since it was started, if its log still holds all that it proposed in it. */
    private int ledEpoch;

    /** The leader that was lost and has no successor yet, 0 if there is none; and when it was last known to lead. */
    private int lostLeader;

    private long lostNanos;

    /** Whether it was left because the ensemble changed. */
    private boolean lostToChange;

    private record Persisting(long version, ServerRole owner, Runnable then) {}

    /** To a leader, which has drawn the nonce for its attempt to lead that epoch. */
    private record Promise(int leader, long nonce, int epoch) {}

    Core(
            int id,
            Membership initial,
            Rules rules,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        this.id = id;
        this.rules = rules;
        this.config = config;
        policies.own().check(initial.voters());
        this.policies = policies;
        this.effects = effects;
        this.random = seed;
        stepBack = new LeaderBackoff(config.electionTimeoutNanos());
        vainLeaders = new FailedLeaders(config);
        Configurations configurations = new Configurations(initial);
        long keepNanos = KEEP_PHASES * config.phaseNanos();
        history = new LogHistory(effects, config.cacheBytesMax(), keepNanos, configurations);
        adopt(configurations.current());
        change = new ChangeRequest(effects);
        requests = new Requests(effects, config.pendingMax(), config.pendingBytesMax());
        reads = new Reads(effects);
        delivery =
                new Delivery(
                        id,
                        effects,
                        history,
                        requests,
                        change,
                        reads,
                        figures,
                        config.snapshotEveryBytes());
    }

    void start(Recovered recovered) {
        epochs =
                recovered.persisted() == null
                        ? EpochState.initial(config.bootstrap())
                        : EpochState.decode(recovered.persisted());
        // As with an empty storage, only a person can know better.
        if (recovered.repaired() && !config.bootstrap()) epochs = epochs.distrusted();
        history.recover(recovered, epochs.configuration());
        adopt(history.configurations().current());
        effects.reconfigured(0, false, members);
        delivery.recover(recovered);
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
        look("started with " + describe());
    }

    // Time and chance

    void now(long nanos) {
        now = nanos;
    }

    long now() {
        return now;
    }

    /** SplitMix64 (Steele, Lea and Flood 2014). */
    long nextRandom() {
        random += 0x9E3779B97F4A7C15L;
        long z = random;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** {@code nanos} plus up to a half, so that members do not act in step. */
    long jittered(long nanos) {
        return nanos + (nextRandom() >>> 1) % (nanos / 2 + 1);
    }

    // The ensemble

    Configuration configuration() {
        return configuration;
    }

    boolean isMember() {
        return rank >= 0;
    }

    /** Whether this member learns and does not vote. */
    boolean observes() {
        return !rules.votes(members, rank);
    }

    /** By rank: who counts in quorums; a copy. */
    boolean[] votes() {
        boolean[] votes = new boolean[members.size()];
        for (int r = 0; r < votes.length; r++) votes[r] = rules.votes(members, r);
        return votes;
    }

    private void adopt(Configuration next) {
        configuration = next;
        members = next.members();
        rank = rankIn(next);
        quorum = rules.quorum(members);
        policy = policies.own().supports(members.voters()) ? policies.own() : ZabPolicy.INSTANCE;
    }

    /**
     * Of who joins, the ensemble as it began says nothing. Founders that have lost everything would otherwise found it anew, beside the
     * one that it has become.
     */
    private int rankIn(Configuration of) {
        boolean knowsNothing =
                config.joining() && of.zxid() == Zxid.NONE && epochs.currentEpoch() == 0;
        return knowsNothing ? -1 : of.members().rank(id);
    }

    /** A peer knows that the change at {@code zxid} is committed. */
    void learn(long zxid) {
        history.configurations().learn(zxid);
    }

    /** The role was taken in an ensemble that is not the present one any more. */
    boolean isOutdated() {
        Configuration present = history.configurations().current();
        return !present.equals(configuration) || (rank < 0 && rankIn(present) >= 0);
    }

    /** To be called after each event: a role lives in one ensemble. */
    void checkConfiguration() {
        if (!isOutdated() || role.waitsForHistory()) return;
        role.farewell();
        look("the ensemble is " + history.configurations().current().members() + " now");
    }

    // Roles

    ServerRole role() {
        return role;
    }

    /** @param sinceNanos when this member began to lead */
    void lookWithoutQuorum(long sinceNanos, String why) {
        stepBack.onQuorumLost(sinceNanos, role.isActive(), now);
        look(why);
    }

    /** @param leader that this member has followed and never heard */
    void lookWithoutAnswer(int leader, String why) {
        vainLeaders.hasNotAnswered(leader, now);
        look(why);
    }

    /** Whether that candidate must not be chosen, whatever its vote says. */
    boolean isPassedOver(int candidate) {
        return vainLeaders.isPassedOver(candidate, now);
    }

    /** This member has led, or followed a leader, actively. */
    void wasActive() {
        vainLeaders.forget();
    }

    /** A session of this member has ended before its leader was established. */
    void followedInVain(int leader, boolean broke, long lastedNanos) {
        vainLeaders.hasEnded(leader, broke, lastedNanos, now);
    }

    void look(String why) {
        if (role != null && role.isActive()) {
            lostLeader = role.leader();
            lostNanos = role.leaderHeardNanos();
            lostToChange = isOutdated();
        }
        effects.report("looking for a leader: " + why);
        figures.elections++;
        leave();
        if (isOutdated()) {
            adopt(history.configurations().current());
            effects.reconfigured(0, false, members);
        }
        enter(isMember() ? new Looking(this) : new NonMember(this));
    }

    /** For the operator: how long there was no leader, now that there is one. */
    String found() {
        if (lostLeader == 0) return "";
        int lost = lostLeader;
        lostLeader = 0;
        return "; without a leader for %d ms, since %s"
                .formatted(
                        (now - lostNanos) / 1_000_000,
                        lostToChange ? "the ensemble changed" : lost + " was lost");
    }

    void follow(int leader) {
        effects.report("following " + leader);
        leave();
        enter(new Following(this, leader));
    }

    /** @param early what followers sent while this member was still looking, by rank */
    void lead(boolean formation, Frame[] early) {
        effects.report("trying to lead" + (formation ? " the first formation" : ""));
        leave();
        Leading leading = new Leading(this, formation);
        enter(leading);
        for (int r = 0; r < early.length && role == leading; r++) {
            if (early[r] != null) leading.onFrame(members.id(r), early[r]);
        }
    }

    /** The role ends in the ensemble in which it was taken: its ranks are of that one. */
    private void leave() {
        if (role != null) role.leave();
        for (int kind = 0; kind < Timers.KINDS; kind++) effects.cancelTimer(kind);
    }

    private void enter(ServerRole next) {
        role = next;
        next.enter();
    }

    // Messages

    void send(int to, ZabMessage message) {
        figures.messagesSent++;
        effects.send(to, message);
    }

    void send(int to, ZabMessage message, Hold hold) {
        figures.messagesSent++;
        effects.send(to, message, hold);
    }

    void endSession(int peer, long session) {
        send(peer, new EndSession(session));
    }

    void dropped() {
        figures.messagesDropped++;
    }

    /** To a server that is no member of this ensemble and acts as if it were: it may not have heard. */
    void informStranger(int id, long knows) {
        if (knows < configuration.zxid()) send(id, new Settled(configuration.zxid(), false));
        else dropped();
    }

    Vote vote(Role as, int candidate) {
        return vote(as, candidate, Vote.HEARD_ALL);
    }

    /** @param heard as of {@link Vote} */
    Vote vote(Role as, int candidate, int heard) {
        return new Vote(
                as,
                epochs.voter(),
                !observes() && persisting.isEmpty() && stepBack.stands(now),
                isFresh(),
                epochs.acceptedEpoch(),
                epochs.currentEpoch(),
                history.durable(),
                candidate,
                configuration.zxid(),
                heard);
    }

    // Durable state

    EpochState epochs() {
        return epochs;
    }

    /** There is no history here: an empty start, or a forgotten past. */
    boolean isFresh() {
        return history.last() == Zxid.NONE && installing == null;
    }

    /**
     * Accepts an epoch, at least as high as the accepted one, for a leader. A promise counts for one leader of an epoch: this member may
     * repeat it to the attempt that it gave it to, whose session with it has broken, until it accepts another one or is restarted.
     *
     * @return whether the promise counts
     */
    boolean promise(int leader, long nonce, int epoch) {
        Promise given = new Promise(leader, nonce, epoch);
        boolean counts = epoch > epochs.acceptedEpoch() || given.equals(promise);
        promise = counts ? given : null;
        return counts;
    }

    /** Runs {@code then} once {@code next} is durable, if {@code owner} is still this server's role. */
    void persist(EpochState next, ServerRole owner, Runnable then) {
        epochs = next;
        effects.persist(next.encode());
        persisting.add(new Persisting(++persistVersion, owner, then));
    }

    /** Runs {@code then} once everything persisted so far is durable; at once if it is. */
    void whenPersisted(ServerRole owner, Runnable then) {
        if (persisting.isEmpty()) then.run();
        else persisting.add(new Persisting(persistVersion, owner, then));
    }

    void onPersisted(long version) {
        while (!persisting.isEmpty() && persisting.peek().version() <= version) {
            Persisting done = persisting.poll();
            if (done.owner() == role) done.then().run();
        }
        if (persisting.isEmpty()) role.onPersisted();
    }

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        requests.visitQueues(to);
        reads.visitQueues(to);
        history.visitQueues(to);
        delivery.points().visitQueues(to);
        to.queue("states not durable", persisting.size(), PERSISTING_MAX);
        role.visitQueues(to);
    }

    /** This member leads the epoch, with all that it will propose in its log. */
    void leads(int epoch) {
        ledEpoch = epoch;
    }

    boolean hasLed(int epoch) {
        return epoch == ledEpoch && epoch != 0;
    }

    /** Only the present role appends: what another one left behind belongs to its epoch. */
    void append(ServerRole owner, Entry entry) {
        assert owner == role : entry + " of a role that has ended";
        history.append(entry);
    }

    void truncate(long zxid) {
        ledEpoch = 0;
        history.truncate(zxid);
        requests.onTruncated(zxid);
        change.onTruncated(zxid);
        delivery.onTruncated(zxid);
    }

    // Snapshots that replace the history

    boolean isInstalling() {
        return installing != null;
    }

    void install(SnapshotId snapshot, byte[] note) {
        assert installing == null : installing;
        installing = snapshot;
        installingNote = note;
        ledEpoch = 0;
        history.beginInstall(snapshot, note);
    }

    void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        assert snapshot.equals(installing) : snapshot + ", expected " + installing;
        installing = null;
        forgetPartial();
        if (installed) {
            history.installed(snapshot, installingNote);
            requests.onSnapshotInstalled();
            change.onSnapshotInstalled();
            delivery.onSnapshotInstalled(snapshot);
            effects.report("installed snapshot " + snapshot);
        } else {
            effects.report("snapshot " + snapshot + " arrived damaged and was discarded");
        }
        role.onInstalled(snapshot, installed);
    }

    /** How many bytes of {@code snapshot} are here already. */
    long resumeOffset(SnapshotId snapshot) {
        return snapshot.equals(partial) ? partialBytes : 0;
    }

    void partial(SnapshotId snapshot, long bytes) {
        partial = snapshot;
        partialBytes = bytes;
    }

    private void forgetPartial() {
        partial = null;
        partialBytes = 0;
    }

    String describe() {
        return "epoch "
                + epochs.currentEpoch()
                + " (promised "
                + epochs.acceptedEpoch()
                + "), log up to "
                + Zxid.toString(history.last())
                + (epochs.voter() ? "" : ", not a voter")
                + (configuration.zxid() == Zxid.NONE ? "" : ", ensemble " + members);
    }
}
