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

/**
 * The state of a server that does not depend on its role (identity, history, epochs, callers), and the transitions
 * between roles.
 */
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
     * Number of phase timeouts for which a snapshot is kept after a follower last fetched a part of it. During this
     * time the follower or the leader may be restarted.
     */
    private static final int KEEP_PHASES = 4;

    private static final int PERSISTING_MAX = 1_024;

    /**
     * The ensemble in which this member has its present role. The field changes only when one role has ended and before
     * the next one begins; see {@link #look}.
     */
    Membership members;

    /** This member's rank in {@link #members}; -1 if it is not a member. */
    int rank;

    int quorum;

    /**
     * The protocol of the epochs that this member would lead: its configured protocol, or Zab if that protocol cannot
     * run with the present number of voters.
     */
    BroadcastPolicy policy;

    private Configuration configuration;

    private EpochState epochs = EpochState.initial(false);

    /**
     * The last promise that this member gave since its start and that counts; {@code null} without such a promise, or
     * if another epoch was accepted later.
     */
    private Promise promise;

    private final LeaderBackoff leaderBackoff;
    private final FailedLeaders failedLeaders;
    private long persistVersion;

    /**
     * Persisted states that are not durable yet. Bound: {@link #PERSISTING_MAX} states. The bound is not exceeded,
     * because a role persists only a few states and lasts at least one heartbeat interval.
     */
    private final ArrayDeque<Persisting> persisting = new ArrayDeque<>();

    private ServerRole role;
    private final SplitMix64 random;
    private long now;

    /**
     * The snapshot that is replacing the history, or null. While this field is set, no other change of the log may be
     * requested.
     */
    private SnapshotId installing;

    private byte[] installingNote;

    /** An interrupted snapshot transfer that may be resumed, or null. */
    private SnapshotId partial;

    private long partialBytes;

    /**
     * The last epoch that this member has led since its start; 0 without such an epoch, or if the log no longer holds
     * all entries that this member proposed in the epoch.
     */
    private int ledEpoch;

    /** The leader that was lost, until a successor is found; otherwise 0. */
    private int lostLeader;

    private long lostNanos;

    /** Whether this member left the last leader because the ensemble changed. */
    private boolean lostToChange;

    private record Persisting(long version, ServerRole owner, Runnable then) {}

    /**
     * A promise to a leader. {@code nonce} is the random number that the leader has drawn for its attempt to lead the
     * epoch.
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
        // After a repair only an operator can assert that no vote was lost, as with an empty
        // storage.
        if (recovered.repaired() && !config.bootstrap()) epochs = epochs.distrusted();
        history.recover(recovered, epochs.configuration());
        adopt(history.configurations().current());
        effects.reconfigured(0, false, members);
        delivery.recover(recovered);
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
        look("started with " + describe());
    }

    // Time and randomness

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

    /** Returns {@code nanos} plus a random share of up to one half, so that members do not act at the same moments. */
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

    /** Whether this member is an observer. */
    boolean observes() {
        return !rules.votes(members, rank);
    }

    /** Returns for each rank whether the member counts in quorums. The array is a copy. */
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
     * Returns the rank of this server in an ensemble. A joining server that has entered no epoch does not count as a
     * member of the founding ensemble. If it counted, founders that have lost their storage could found a second
     * ensemble besides the running one.
     */
    private int rankIn(Configuration of) {
        boolean knowsNothing =
                config.joining() && of.zxid() == Zxid.NONE && epochs.currentEpoch() == 0;
        return knowsNothing ? -1 : of.members().rank(id);
    }

    /** Reports that a peer knows that the change at {@code zxid} is committed. */
    void learn(long zxid) {
        history.configurations().learn(zxid);
    }

    /** Whether this member took its present role in an ensemble that is no longer in effect. */
    boolean isOutdated() {
        Configuration present = history.configurations().current();
        return !present.equals(configuration) || (rank < 0 && rankIn(present) >= 0);
    }

    /** Ends the present role if the ensemble has changed. Called after each event. */
    void checkConfiguration() {
        if (!isOutdated() || role.waitsForHistory()) return;
        role.farewell();
        look("the ensemble is " + history.configurations().current().members() + " now");
    }

    // Roles

    ServerRole role() {
        return role;
    }

    /**
     * Begins an election because this member has led and lost its quorum.
     *
     * @param sinceNanos time at which this member began to lead
     */
    void lookWithoutQuorum(long sinceNanos, String why) {
        leaderBackoff.onQuorumLost(sinceNanos, role.isActive(), now);
        look(why);
    }

    /**
     * Begins an election because the leader that this member followed has never answered.
     *
     * @param leader the leader that this member has followed
     */
    void lookWithoutAnswer(int leader, String why) {
        failedLeaders.hasNotAnswered(leader, now);
        look(why);
    }

    /** Whether {@code candidate} must not be chosen, regardless of its vote. */
    boolean isPassedOver(int candidate) {
        return failedLeaders.isPassedOver(candidate, now);
    }

    /** Reports that this member has led, or has followed an established leader. */
    void wasActive() {
        failedLeaders.forget();
    }

    /** Reports that a session of this member has ended before its leader was established. */
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
     * Called when a new leader is found. Returns a text for the operator that states how long this member had no
     * leader.
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
     * Starts an attempt to lead.
     *
     * @param early first frames of followers that arrived while this member was still electing, by rank
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
     * Ends the present role. {@link #members} still is the ensemble in which the role was taken, because the ranks of
     * the role refer to it.
     */
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

    /**
     * Informs a server that acts as a member but is not in this ensemble, because the server may not know that it was
     * removed.
     */
    void informNonMember(int id, long knows) {
        if (knows < configuration.zxid()) send(id, new Settled(configuration.zxid(), false));
        else dropped();
    }

    Vote vote(Role as, int candidate) {
        return vote(as, candidate, Vote.HEARD_ALL);
    }

    /** @param heard the field of this name in {@link Vote} */
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

    // Durable state

    EpochState epochs() {
        return epochs;
    }

    /** Whether this member has no history, because its storage was empty or has lost the history. */
    boolean isFresh() {
        return history.last() == Zxid.NONE && installing == null;
    }

    /**
     * Accepts an epoch for a leader. The epoch must be at least as high as the accepted epoch. A promise counts for one
     * attempt of one leader. If the session breaks, this member may repeat the promise for the same attempt. The
     * promise ends when this member accepts another epoch or is restarted.
     *
     * @return whether the promise counts
     */
    boolean promise(int leader, long nonce, int epoch) {
        Promise given = new Promise(leader, nonce, epoch);
        boolean counts = epoch > epochs.acceptedEpoch() || given.equals(promise);
        promise = counts ? given : null;
        return counts;
    }

    /** Runs {@code then} once {@code next} is durable, unless {@code owner} is no longer the role of this server. */
    void persist(EpochState next, ServerRole owner, Runnable then) {
        epochs = next;
        effects.persist(next.encode());
        persisting.add(new Persisting(++persistVersion, owner, then));
    }

    /**
     * Runs {@code then} once all states that were persisted before this call are durable. If all of them are durable
     * already, runs {@code then} at once.
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

    /** See {@link io.abcast.kernel.Probe#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        requests.visitQueues(to);
        reads.visitQueues(to);
        history.visitQueues(to);
        delivery.points().visitQueues(to);
        to.queue("states not durable", persisting.size(), PERSISTING_MAX);
        role.visitQueues(to);
    }

    /**
     * Reports that this member leads the epoch. From now on, this member's log holds all entries that it proposes in
     * the epoch.
     */
    void leads(int epoch) {
        ledEpoch = epoch;
    }

    boolean hasLed(int epoch) {
        return epoch == ledEpoch && epoch != 0;
    }

    /**
     * Appends an entry for {@code owner}, which must be the present role. Entries of a role that has ended belong to an
     * earlier epoch and must not be appended.
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

    /** The number of bytes of {@code snapshot} that have been received. */
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
