package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Hold;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Settled;
import io.abcast.zab.ZabMessage.Vote;
import java.util.ArrayDeque;

/** The state of a server that does not depend on its role, and the transitions between roles. */
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

    /**
     * Time in phase timeouts (time limits of one phase of Zab) for which a member keeps a snapshot after a follower
     * last fetched a part of it.
     */
    private static final int KEEP_PHASES = 4;

    private static final int PERSISTING_MAX = 1_024;

    /**
     * The ensemble in which this member has its present role; changes only between two roles of this member, see {@link
     * #look}.
     */
    Membership members;

    /** This server's rank in {@link #members}; -1 if this server is not a member. */
    int rank;

    int quorum;

    /**
     * The protocol of the epochs that this member would lead: the configured protocol, or {@code ZAB} if the configured
     * protocol does not support the number of voters.
     */
    BroadcastPolicy policy;

    private Configuration configuration;

    private EpochState epochs = EpochState.initial(false);

    /**
     * The last valid promise that this member gave to a leader since its start; {@code null} without a promise, or
     * after it has accepted another epoch.
     */
    private Promise promise;

    private final LeaderBackoff leaderBackoff;
    private final FailedLeaders failedLeaders;
    private long persistVersion;

    /**
     * Epoch states that the storage is writing. Bound: {@link #PERSISTING_MAX}, never reached, because a role persists
     * only a few states and lasts at least one heartbeat interval.
     */
    private final ArrayDeque<Persisting> persisting = new ArrayDeque<>();

    private ServerRole role;
    private final SplitMix64 random;
    private long now;

    /**
     * The snapshot that is replacing this member's history, or null; meanwhile this member must not request other
     * changes of the log from the storage.
     */
    private SnapshotId installing;

    private byte[] installingNote;

    private SnapshotId partial;

    private long partialBytes;

    /**
     * The last epoch that this member has led since its start, if its log still holds all entries that it proposed in
     * the epoch; otherwise 0.
     */
    private int ledEpoch;

    private int lostLeader;

    private long lostNanos;

    private boolean lostToChange;

    private record Persisting(long version, ServerRole owner, Runnable then) {}

    /**
     * A promise of this member to a leader to ignore lower epochs than {@code epoch}; {@code nonce} is the random
     * number of the leader's attempt to lead the epoch.
     */
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
        random = new SplitMix64(seed);
        leaderBackoff = new LeaderBackoff(config.electionTimeoutNanos());
        failedLeaders = new FailedLeaders(config);
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
        // After a repair of the log by an operator, this member may have lost votes, as with an
        // empty storage. Only the setting bootstrap makes the member a voter again at once.
        if (recovered.repaired() && !config.bootstrap()) epochs = epochs.distrusted();
        history.recover(recovered, epochs.configuration());
        adopt(history.configurations().current());
        effects.reconfigured(0, false, members);
        delivery.recover(recovered);
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
        look("started with " + describe());
    }

    void now(long nanos) {
        now = nanos;
    }

    long now() {
        return now;
    }

    long nextRandom() {
        return random.next();
    }

    /**
     * Returns {@code nanos} plus a random part of at most half of {@code nanos}, so that members do not act at the same
     * moments.
     */
    long jittered(long nanos) {
        return nanos + (nextRandom() >>> 1) % (nanos / 2 + 1);
    }

    Configuration configuration() {
        return configuration;
    }

    boolean isMember() {
        return rank >= 0;
    }

    boolean observes() {
        return !rules.votes(members, rank);
    }

    /** Returns for each rank whether the member with this rank counts in quorums; the array is a copy. */
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
     * Returns the rank of this server in the ensemble {@code of}; -1 if this server does not belong to the ensemble. A
     * joining server that has entered no epoch does not count as a founder; otherwise founders that have lost their
     * storage could found a second ensemble.
     */
    private int rankIn(Configuration of) {
        boolean knowsNothing =
                config.joining() && of.zxid() == Zxid.NONE && epochs.currentEpoch() == 0;
        return knowsNothing ? -1 : of.members().rank(id);
    }

    void learn(long zxid) {
        history.configurations().learn(zxid);
    }

    boolean isOutdated() {
        Configuration present = history.configurations().current();
        return !present.equals(configuration) || (rank < 0 && rankIn(present) >= 0);
    }

    void checkConfiguration() {
        if (!isOutdated() || role.waitsForHistory()) return;
        role.farewell();
        look("the ensemble is " + history.configurations().current().members() + " now");
    }

    ServerRole role() {
        return role;
    }

    void lookWithoutQuorum(long sinceNanos, String why) {
        leaderBackoff.onQuorumLost(sinceNanos, role.isActive(), now);
        look(why);
    }

    void lookWithoutAnswer(int leader, String why) {
        failedLeaders.hasNotAnswered(leader, now);
        look(why);
    }

    boolean isPassedOver(int candidate) {
        return failedLeaders.isPassedOver(candidate, now);
    }

    void wasActive() {
        failedLeaders.forget();
    }

    void followedWithoutSuccess(int leader, boolean broke, long lastedNanos) {
        failedLeaders.hasEnded(leader, broke, lastedNanos, now);
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

    /**
     * @param early by rank: the first frame of a follower's session, if it arrived while this member was still in the
     *     election
     */
    void lead(boolean formation, Frame[] early) {
        effects.report("trying to lead" + (formation ? " the first formation" : ""));
        leave();
        Leading leading = new Leading(this, formation);
        enter(leading);
        for (int r = 0; r < early.length && role == leading; r++) {
            if (early[r] != null) leading.onFrame(members.id(r), early[r]);
        }
    }

    /**
     * Ends the present role; meanwhile, {@link #members} is still the ensemble in which the role began, because the
     * role's ranks refer to it.
     */
    private void leave() {
        if (role != null) role.leave();
        for (int kind = 0; kind < Timers.KINDS; kind++) effects.cancelTimer(kind);
    }

    private void enter(ServerRole next) {
        role = next;
        next.enter();
    }

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

    void informNonMember(int id, long knows) {
        if (knows < configuration.zxid()) send(id, new Settled(configuration.zxid(), false));
        else dropped();
    }

    Vote vote(Role as, int candidate) {
        return vote(as, candidate, Vote.HEARD_ALL);
    }

    Vote vote(Role as, int candidate, int heard) {
        return new Vote(
                as,
                epochs.voter(),
                !observes() && persisting.isEmpty() && leaderBackoff.stands(now),
                isFresh(),
                epochs.acceptedEpoch(),
                epochs.currentEpoch(),
                history.durable(),
                candidate,
                configuration.zxid(),
                heard);
    }

    EpochState epochs() {
        return epochs;
    }

    boolean isFresh() {
        return history.last() == Zxid.NONE && installing == null;
    }

    /**
     * Promises to a leader that this member ignores lower epochs than {@code epoch}, which must be at least the epoch
     * that this member has accepted. A promise is valid for one attempt of one leader, which has the number {@code
     * nonce}, until this member accepts another epoch or restarts.
     *
     * @return whether the promise is valid for the leader's attempt with number {@code nonce}
     */
    boolean promise(int leader, long nonce, int epoch) {
        Promise given = new Promise(leader, nonce, epoch);
        boolean counts = epoch > epochs.acceptedEpoch() || given.equals(promise);
        promise = counts ? given : null;
        return counts;
    }

    /**
     * Persists the epoch state {@code next}. Runs {@code then} once {@code next} is durable, if {@code owner} is still
     * this server's role at that time.
     */
    void persist(EpochState next, ServerRole owner, Runnable then) {
        epochs = next;
        effects.persist(next.encode());
        persisting.add(new Persisting(++persistVersion, owner, then));
    }

    /** Runs {@code then} once all epoch states persisted before the call are durable, perhaps at once. */
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

    void visitQueues(QueueVisitor to) {
        requests.visitQueues(to);
        reads.visitQueues(to);
        history.visitQueues(to);
        delivery.points().visitQueues(to);
        to.queue("states not durable", persisting.size(), PERSISTING_MAX);
        role.visitQueues(to);
    }

    /**
     * Records that this member leads {@code epoch}, and that its log will hold all entries that it proposes in the
     * epoch.
     */
    void leads(int epoch) {
        ledEpoch = epoch;
    }

    boolean hasLed(int epoch) {
        return epoch == ledEpoch && epoch != 0;
    }

    /**
     * Appends an entry to the log for {@code owner}, which must be the present role; entries of an ended role would
     * belong to an earlier epoch.
     */
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
