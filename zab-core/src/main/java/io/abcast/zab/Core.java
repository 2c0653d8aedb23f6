package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.EndSession;
import io.abcast.zab.ZabMessage.Frame;
import io.abcast.zab.ZabMessage.Vote;
import java.util.ArrayDeque;

/** What a server is apart from its role: identity, history, epochs, callers, and the way from one role to the next. */
final class Core {
    final int id;
    final int rank;
    final Membership members;
    final int quorum;
    final ZabConfig config;
    final Policies policies;
    final Effects effects;
    final Figures figures = new Figures();
    final History history;
    final Requests requests;
    final Reads reads;
    final Delivery delivery;

    private EpochState epochs;
    private long persistVersion;
    private final ArrayDeque<Persisting> persisting = new ArrayDeque<>();
    private ServerRole role;
    private long random;
    private long now;

    /** The snapshot that is replacing the history right now, or null. No other change of the log may be asked for then. */
    private SnapshotId installing;

    /** An interrupted transfer that may be resumed, and how far it got; null if there is none. */
    private SnapshotId partial;

    private long partialBytes;

    /** The last epoch that this member has led since it was started, if its log still holds all that it proposed in it. */
    private int ledEpoch;

    private record Persisting(long version, ServerRole owner, Runnable then) {}

    Core(
            int id,
            Membership members,
            int quorum,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        if (!members.contains(id))
            throw new IllegalArgumentException(
                    "id: expected one of the members " + members + ", got " + id);
        this.id = id;
        this.rank = members.rank(id);
        this.members = members;
        this.quorum = quorum;
        this.config = config;
        policies.own().check(members.size());
        this.policies = policies;
        this.effects = effects;
        this.random = seed;
        history = new History(effects, config.cacheBytesMax());
        requests = new Requests(effects, config.pendingMax(), config.pendingBytesMax());
        reads = new Reads(effects);
        delivery =
                new Delivery(
                        id,
                        effects,
                        history,
                        requests,
                        reads,
                        figures,
                        config.snapshotEveryBytes());
    }

    void start(Recovered recovered) {
        history.recover(recovered);
        delivery.recover(recovered);
        partial = recovered.partial();
        partialBytes = recovered.partialBytes();
        epochs =
                recovered.persisted() == null
                        ? EpochState.initial(config.bootstrap())
                        : EpochState.decode(recovered.persisted());
        // As with an empty storage, only a person can know better.
        if (recovered.repaired() && !config.bootstrap()) epochs = epochs.distrusted();
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

    // Roles

    ServerRole role() {
        return role;
    }

    void look(String why) {
        effects.report("looking for a leader: " + why);
        figures.elections++;
        enter(new Looking(this));
    }

    void follow(int leader) {
        effects.report("following " + leader);
        enter(new Following(this, leader));
    }

    /** @param early what followers sent while this member was still looking, by rank */
    void lead(boolean formation, Frame[] early) {
        effects.report("trying to lead" + (formation ? " the first formation" : ""));
        Leading leading = new Leading(this, formation);
        enter(leading);
        for (int r = 0; r < early.length && role == leading; r++) {
            if (early[r] != null) leading.onFrame(members.id(r), early[r]);
        }
    }

    private void enter(ServerRole next) {
        if (role != null) role.leave();
        for (int kind = 0; kind < Timers.KINDS; kind++) effects.cancelTimer(kind);
        role = next;
        next.enter();
    }

    // Messages

    void send(int to, ZabMessage message) {
        figures.messagesSent++;
        effects.send(to, message);
    }

    void endSession(int peer, long session) {
        send(peer, new EndSession(session));
    }

    void dropped() {
        figures.messagesDropped++;
    }

    Vote vote(Role as, int candidate) {
        return new Vote(
                as,
                epochs.voter(),
                isFresh(),
                epochs.acceptedEpoch(),
                epochs.currentEpoch(),
                history.durable(),
                candidate);
    }

    // Durable state

    EpochState epochs() {
        return epochs;
    }

    /** There is no history here: an empty start, or a forgotten past. */
    boolean isFresh() {
        return history.last() == Zxid.NONE && installing == null;
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
    }

    /** This member leads the epoch, with all that it will propose in its log. */
    void leads(int epoch) {
        ledEpoch = epoch;
    }

    boolean hasLed(int epoch) {
        return epoch == ledEpoch && epoch != 0;
    }

    void truncate(long zxid) {
        ledEpoch = 0;
        history.truncate(zxid);
        requests.onTruncated(zxid);
        delivery.onTruncated(zxid);
    }

    // Snapshots that replace the history

    boolean isInstalling() {
        return installing != null;
    }

    void install(SnapshotId snapshot) {
        assert installing == null : installing;
        installing = snapshot;
        ledEpoch = 0;
        history.beginInstall(snapshot);
    }

    void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        assert snapshot.equals(installing) : snapshot + ", expected " + installing;
        installing = null;
        forgetPartial();
        if (installed) {
            history.installed(snapshot);
            requests.onSnapshotInstalled();
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
                + (epochs.voter() ? "" : ", not a voter");
    }
}
