package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Ask;
import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import io.abcast.ordering.epaxos.EpaxosMessage.CommitProposed;
import io.abcast.ordering.epaxos.EpaxosMessage.Executed;
import io.abcast.ordering.epaxos.EpaxosMessage.Heartbeat;
import io.abcast.ordering.epaxos.EpaxosMessage.OfInstance;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Question;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadAsk;
import io.abcast.ordering.epaxos.EpaxosMessage.ReadOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Recover;
import io.abcast.ordering.epaxos.EpaxosMessage.RecoverOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Stale;
import io.abcast.ordering.epaxos.EpaxosMessage.Validate;
import io.abcast.ordering.epaxos.EpaxosMessage.ValidateOk;
import io.abcast.ordering.epaxos.EpaxosMessage.Waiting;
import java.util.List;

/**
 * The consensus protocol of EPaxos at one member. For each instance, the members agree on one value, which is a batch
 * of requests, and on its dependencies. Every member opens instances for its own requests. An instance commits after
 * one round trip if all members of a fast quorum vote for the same dependencies.
 *
 * <p>The protocol is EPaxos* (Ryabinin, Gotsman and Sutra 2025), extended by restarts and the deletion of old
 * instances. The protocol keeps two invariants. <em>Agreement</em>: all members commit an instance with the same value
 * and the same set X of dependencies. <em>Visibility</em>: if two committed instances interfere, and neither is a Nop,
 * one instance is among the dependencies of the other.
 *
 * <p>The thread rule of {@code Epaxos} is that of {@link io.abcast.kernel.Node}.
 */
final class Epaxos {
    /** Maximum distance above the executed prefix at which a heartbeat makes this member look for unknown instances. */
    private static final int NOTICED_MAX = 256;

    private final EpaxosHost host;
    private final Membership members;
    private final InstanceTable table;
    private final KnownValues known;
    private final Frontiers frontiers;
    private final EpaxosDecisions decisions;
    private final EpaxosAcceptor acceptor;
    private final SecondPhase second;
    private final Coordinator coordinator;
    private final Recoveries recoveries;
    private final EpaxosReads reads;
    private final Parked parked = new Parked();

    Epaxos(EpaxosHost host) {
        this(host, EpaxosQuorums.of(host.members().size()));
    }

    Epaxos(EpaxosHost host, EpaxosQuorums quorums) {
        this.host = host;
        members = host.members();
        table = new InstanceTable(members);
        known = new KnownValues(host);
        frontiers = new Frontiers(host, table);
        decisions = new EpaxosDecisions(host, known, this::onDecided);
        acceptor = new EpaxosAcceptor(host, table, known, frontiers, decisions);
        second = new SecondPhase(host, quorums, acceptor, decisions);
        coordinator = new Coordinator(host, quorums, table, known, frontiers, decisions, second);
        recoveries = new Recoveries(host, quorums, table, frontiers, second, coordinator);
        reads = new EpaxosReads(host, quorums, known, frontiers);
    }

    /**
     * @param dropped by origin, the number up to which this member has dropped all instances; not above {@code
     *     executed}
     * @param executed by origin, the number up to which the snapshot of this member contains all instances
     * @param lastOwn highest number that this member must not use again for an instance, even if its record is deleted
     * @param records journal records of instances, oldest first; must contain each decision in {@code executed} that is
     *     not dropped
     */
    void restore(Prefixes dropped, Prefixes executed, long lastOwn, List<InstanceRecord> records) {
        for (int r = 0; r < members.size(); r++) table.drop(r, dropped.at(r));
        table.used(members.rank(host.id()), lastOwn);
        for (InstanceRecord record : records)
            if (!table.isDropped(record.id())) table.open(record.id()).restore(record);
        frontiers.onDone(executed);
        table.forEach(known::update);
    }

    void start() {
        table.forEach(
                instance -> {
                    if (instance.isCommitted()) decisions.announce(instance);
                    else recoveries.onRestored(instance);
                });
    }

    /** @param value batch of at least one request; this member must hold the payloads */
    InstanceId open(RequestBatch value) {
        EpaxosInstance instance = coordinator.open(value);
        recoveries.onOpened(instance);
        return instance.id;
    }

    boolean read(long number, Keys keys) {
        return reads.begin(number, keys);
    }

    void forgetRead(long number) {
        reads.forget(number);
    }

    void onMessage(int from, EpaxosMessage message) {
        if (message instanceof OfInstance m) onInstance(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof ReadAsk m) reads.onReadAsk(from, m);
        else if (message instanceof ReadOk m) reads.onReadOk(from, m);
    }

    /** Returns {@code null} if this member does not know the value that the initial coordinator has proposed. */
    RequestBatch proposed(InstanceId id) {
        EpaxosInstance instance = table.get(id);
        return instance == null || instance.initCmd == null
                ? parked.proposed(id)
                : instance.initCmd;
    }

    void onIncomplete(int from, OfInstance message) {
        InstanceId id = message.id();
        if (!table.isDropped(id)) host.send(from, new Ask(id, true));
        else if (host.votes() && !(message instanceof CommitProposed))
            host.send(from, new Executed(id, frontiers.line()));
    }

    private void onInstance(int from, OfInstance message) {
        boolean learns = message instanceof Commit || message instanceof Executed;
        if (!learns && !host.votes() && !(message instanceof Ask)) return;
        InstanceId id = message.id();
        EpaxosInstance instance = table.get(id);
        boolean forgotten = table.isDropped(id);
        // This member has executed and deleted the instance, so it answers a question about the
        // instance with Executed.
        if (forgotten) {
            if (message instanceof Question) host.send(from, new Executed(id, frontiers.line()));
            return;
        }
        if (instance == null) {
            if (!table.hasRoom(id)) return;
            instance = table.open(id);
            recoveries.onOpened(instance);
        } else if (from == id.origin() && drives(message)) {
            recoveries.onDriven(id);
        }
        if (message instanceof PreAccept m) {
            if (holds(from, m, m.value())) acceptor.onPreAccept(from, instance, m);
        } else if (message instanceof PreAcceptOk m) coordinator.onPreAcceptOk(from, instance, m);
        else if (message instanceof Accept m) {
            if (holds(from, m, m.value())) acceptor.onAccept(from, instance, m);
        } else if (message instanceof AcceptOk m) second.onAcceptOk(from, instance, m.ballot());
        else if (message instanceof Commit m) {
            if (holds(from, m, m.value())) decisions.learn(instance, m.value(), m.deps());
        } else if (message instanceof Recover m) acceptor.onRecover(from, instance, m);
        else if (message instanceof RecoverOk m) {
            if (m.value() == null || holds(from, m, m.value())) recoveries.onRecoverOk(from, m);
        } else if (message instanceof Validate m) {
            if (holds(from, m, m.value())) acceptor.onValidate(from, instance, m);
        } else if (message instanceof ValidateOk m) recoveries.onValidateOk(from, m);
        else if (message instanceof Waiting m) recoveries.onWaiting(id, m.fastVotes());
        else if (message instanceof Stale m) recoveries.onStale(id, m.joined());
        else if (message instanceof Ask) onAsk(from, instance);
        else if (message instanceof Executed && !instance.isCommitted()) host.behind(id, from);
    }

    private static boolean drives(OfInstance message) {
        return message instanceof PreAccept || message instanceof Accept;
    }

    /** Stores the message until missing payloads have arrived, because a member without the payloads may not vote. */
    private boolean holds(int from, OfInstance message, RequestBatch value) {
        if (value.isNop() || host.holds(value)) return true;
        parked.add(from, message);
        host.want(message.id(), value, from);
        return false;
    }

    void onBytes(InstanceId id) {
        for (Parked.Received each : parked.take(id)) onInstance(each.from(), each.message());
    }

    private void onAsk(int from, EpaxosInstance instance) {
        if (instance.isCommitted()) decisions.tell(from, instance);
        else recoveries.urge(instance.id);
    }

    private void onHeartbeat(int from, Heartbeat m) {
        int rank = members.rank(from);
        frontiers.onHeartbeat(rank, m.done(), m.frontier());
        for (int r = 0; r < members.size(); r++)
            notice(r, Math.max(m.done().at(r), table.highest(r)));
        drop();
    }

    /** Members number their instances without gaps, so all numbers below an existing instance exist. */
    private void notice(int rank, long through) {
        long done = frontiers.done().at(rank);
        for (long n = done + 1; n <= Math.min(through, done + NOTICED_MAX); n++)
            require(new InstanceId(members.id(rank), n));
    }

    void urge(InstanceId id) {
        require(id);
        recoveries.urge(id);
    }

    private void require(InstanceId id) {
        if (table.isDropped(id) || table.get(id) != null || !table.hasRoom(id)) return;
        recoveries.onOpened(table.open(id));
    }

    private void onDecided(EpaxosInstance instance) {
        coordinator.forget(instance.id);
        second.forget(instance.id);
        recoveries.forget(instance.id);
    }

    /**
     * @param done by origin, the number up to which all instances are executed, and their decisions or effects are
     *     durable
     */
    void onDone(Prefixes done) {
        frontiers.onDone(done);
        drop();
    }

    /**
     * This member drops all instances in the executed prefixes of the snapshot, and keeps its votes and promises in
     * later instances.
     */
    void onInstalled(Prefixes executed) {
        frontiers.onDone(executed.max(frontiers.line()));
        for (int r = 0; r < members.size(); r++) dropThrough(r, executed.at(r));
        // The snapshot has changed the set of executed instances, so the index of instances by key
        // is built again.
        known.clear();
        table.forEach(known::update);
    }

    /** If a recovery waits for an instance, this instance and all later instances of its origin are not dropped. */
    private void drop() {
        Prefixes line = frontiers.droppable();
        for (int r = 0; r < members.size(); r++)
            dropThrough(r, Math.min(line.at(r), recoveries.awaitedFrom(r) - 1));
    }

    private void dropThrough(int rank, long through) {
        for (EpaxosInstance instance : table.drop(rank, through)) {
            known.remove(instance);
            parked.forget(instance.id);
            host.dropped(instance);
            onDecided(instance);
        }
    }

    void end() {
        recoveries.end();
    }

    long recoveriesBegun() {
        return recoveries.begun();
    }

    long recovered() {
        return decisions.recovered();
    }

    /** Returns {@code null} if every instance is decided. */
    OldestUndecided oldestUndecided() {
        return recoveries.oldest();
    }

    int undecided() {
        return recoveries.size();
    }

    void onTick() {
        coordinator.onTick();
        recoveries.onTick();
        reads.onTick();
    }

    Prefixes done() {
        return frontiers.done();
    }

    Prefixes frontier() {
        return frontiers.frontier();
    }

    /** The node must call {@link KeyIndex#executed} for each executed instance. */
    KeyIndex index() {
        return known.index();
    }

    InstanceTable table() {
        return table;
    }

    void visitQueues(QueueVisitor to) {
        table.visitQueues(to);
        recoveries.visitQueues(to);
        parked.visitQueues(to);
        reads.visitQueues(to);
    }
}
