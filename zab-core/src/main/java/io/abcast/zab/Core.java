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
     * Time for which a member keeps a snapshot after a follower last fetched a part of it, in phase timeouts (time
     * limits of one phase of Zab). Until the member deletes its snapshot, a follower can continue an interrupted
     * snapshot transfer.
     */
    private static final int KEEP_PHASES = 4;

    private static final int PERSISTING_MAX = 1_024;

    /**
     * The ensemble of voters and observers in which this member has its present role. The field changes only between
     * two roles of this member; see {@link #look}.
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
     * The last valid promise that this member gave to a leader since its start. The field {@code promise} is
     * {@code null} if this member has given no promise, or has accepted another epoch later.
     */
    private Promise promise;

    private final LeaderBackoff leaderBackoff;
    private final FailedLeaders failedLeaders;
    private long persistVersion;

    /**
     * Epoch states of this member that the storage is writing and that are not durable yet. Bound: {@link
     * #PERSISTING_MAX}, which is never reached, because a role persists only a few states and lasts at least one
     * heartbeat interval.
     */
    private final ArrayDeque<Persisting> persisting = new ArrayDeque<>();

    private ServerRole role;
    private final SplitMix64 random;
    private long now;

    /**
     * The snapshot that is replacing this member's history; null if no snapshot is being installed. While a snapshot
     * replaces the history, this member must not request other changes of the log from the storage.
     */
    private SnapshotId installing;

    private byte[] installingNote;

    /**
     * The partly received snapshot whose transfer was interrupted and may be resumed; null if no transfer may be
     * resumed.
     */
    private SnapshotId partial;

    private long partialBytes;

    /**
     * The last epoch that this member has led since its start, provided that its log still holds all entries that it
     * proposed in the epoch; otherwise 0.
     */
    private int ledEpoch;

    /** Server id of the leader that this member has lost; 0 once this member has found the next leader. */
    private int lostLeader;

    private long lostNanos;

    /** Whether this member left its last leader because the ensemble changed. */
    private boolean lostToChange;

    private record Persisting(long version, ServerRole owner, Runnable then) {}

    /**
     * A promise of this member to a leader to ignore lower epochs than {@code epoch}. {@code nonce} is the random
     * number that the leader has drawn for its attempt to lead the epoch.
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
        // An operator has repaired the log, so this member may have lost votes, as with an empty
        // storage. Only the setting bootstrap, which the operator chooses, makes a member with a
        // repaired log a voter again at once.
        if (recovered.repaired() && !config.bootstrap()) epochs = epochs.distrusted();
        history.recover(recovered, epochs.configuration());
        adopt(history.configurations().current());
        effects.reconfigured(0, false, members);
        delivery.recover(recovered);
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
        look("started with " + describe());
    }

    // Methods for time and randomness

    void now(long nanos) {
        now = nanos;
    }

    long now() {
        return now;
    }

    /** Returns the next random number. */
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

    // Methods about the present ensemble

    Configuration configuration() {
        return configuration;
    }

    boolean isMember() {
        return rank >= 0;
    }

    /** Whether this member is an observer. */
    boolean observes() {
        return !rules.votes(members, rank);
    }

    /** Returns for each rank whether the member with this rank counts in quorums. The returned array is a copy. */
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
     * joining server that has entered no epoch does not count as a member of the founding ensemble. If joining servers
     * counted, founders that have lost their storage and rejoin could found a second ensemble besides the running one.
     */
    private int rankIn(Configuration of) {
        boolean knowsNothing =
                config.joining() && of.zxid() == Zxid.NONE && epochs.currentEpoch() == 0;
        return knowsNothing ? -1 : of.members().rank(id);
    }

    /** Records that, according to another member, the change of the ensemble at {@code zxid} is committed. */
    void learn(long zxid) {
        history.configurations().learn(zxid);
    }

    /** Whether the ensemble has changed since this member's present role began. */
    boolean isOutdated() {
        Configuration present = history.configurations().current();
        return !present.equals(configuration) || (rank < 0 && rankIn(present) >= 0);
    }

    /**
     * Ends this member's present role if the ensemble has changed. The node calls this method after each event of the
     * driver.
     */
    void checkConfiguration() {
        if (!isOutdated() || role.waitsForHistory()) return;
        role.farewell();
        look("the ensemble is " + history.configurations().current().members() + " now");
    }

    // Methods that change the role of this server

    ServerRole role() {
        return role;
    }

    /**
     * Begins an election because this member was leader and lost its quorum.
     *
     * @param sinceNanos time in ns at which this member began to lead
     */
    void lookWithoutQuorum(long sinceNanos, String why) {
        leaderBackoff.onQuorumLost(sinceNanos, role.isActive(), now);
        look(why);
    }

    /**
     * Begins an election because the leader that this member followed has never answered.
     *
     * @param leader server id of the leader that has never answered
     */
    void lookWithoutAnswer(int leader, String why) {
        failedLeaders.hasNotAnswered(leader, now);
        look(why);
    }

    /**
     * Whether this member must not vote for {@code candidate} now, because the candidate has recently failed as leader.
     */
    boolean isPassedOver(int candidate) {
        return failedLeaders.isPassedOver(candidate, now);
    }

    /** Records that this member has led as established leader, or has followed an established leader. */
    void wasActive() {
        failedLeaders.forget();
    }

    /** Records that a session of this follower with {@code leader} has ended before the leader was established. */
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

    /**
     * Records that this member has found a leader. Returns a text for the operator that states how long this member had
     * no leader.
     */
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
     * Starts this member's attempt to lead a new epoch.
     *
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
     * Ends the present role of this member, for example leader or follower. During this call, {@link #members} is still
     * the ensemble in which the role began, because the role's ranks refer to that ensemble.
     */
    private void leave() {
        if (role != null) role.leave();
        for (int kind = 0; kind < Timers.KINDS; kind++) effects.cancelTimer(kind);
    }

    private void enter(ServerRole next) {
        role = next;
        next.enter();
    }

    // Methods that send messages

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

    /** Informs a server outside the ensemble that it is no member; the server may not know that it was removed. */
    void informNonMember(int id, long knows) {
        if (knows < configuration.zxid()) send(id, new Settled(configuration.zxid(), false));
        else dropped();
    }

    Vote vote(Role as, int candidate) {
        return vote(as, candidate, Vote.HEARD_ALL);
    }

    /** @param heard bits of the members whose votes this member has received lately, as in {@link Vote} */
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

    // Methods about the durable state

    EpochState epochs() {
        return epochs;
    }

    /** Whether this member has no history of entries, because its storage was empty or has lost the history. */
    boolean isFresh() {
        return history.last() == Zxid.NONE && installing == null;
    }

    /**
     * Promises to a leader that this member ignores lower epochs than {@code epoch}, which must be at least the epoch
     * that this member has accepted. A promise is valid for one attempt of one leader, which has the number {@code
     * nonce}. If a session breaks, this member may repeat the promise for the same attempt. The promise ends when this
     * member accepts another epoch or restarts.
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

    /**
     * Runs {@code then} once all epoch states that this member persisted before the call are durable. If all persisted
     * epoch states are durable already, {@code then} runs at once.
     */
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

    /**
     * Reports the fill levels of this member's queues to {@code to}; see {@link io.abcast.kernel.Probe#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        requests.visitQueues(to);
        reads.visitQueues(to);
        history.visitQueues(to);
        delivery.points().visitQueues(to);
        to.queue("states not durable", persisting.size(), PERSISTING_MAX);
        role.visitQueues(to);
    }

    /**
     * Records that this member now leads the epoch {@code epoch}, and that its log will hold all entries that it
     * proposes in the epoch.
     */
    void leads(int epoch) {
        ledEpoch = epoch;
    }

    boolean hasLed(int epoch) {
        return epoch == ledEpoch && epoch != 0;
    }

    /**
     * Appends an entry to the log for {@code owner}, which must be the present role of this member. A role that has
     * ended must not append, because its entries belong to an earlier epoch.
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

    // Methods about snapshots that replace the history

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

    /**
     * Returns the offset from which this member continues to fetch {@code snapshot}: the number of bytes that it
     * already has.
     */
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
