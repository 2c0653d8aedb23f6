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
 * The agreement of EPaxos at one member: the members agree on one value and one dependency set for each instance. Any
 * member opens instances. An instance commits after one round trip if all members of a fast quorum vote for the same
 * dependencies.
 *
 * <p>The protocol is EPaxos* (Ryabinin, Gotsman and Sutra 2025), with restarts and dropped instances added. Two
 * invariants hold. <em>Agreement</em>: all members commit an instance with the same value and the same X.
 * <em>Visibility</em>: of two committed instances that interfere and are not Nops, at least one is in the dependency
 * set of the other.
 *
 * <p>The thread rule of {@code Epaxos} is that of {@link io.abcast.kernel.Node}.
 */
final class Epaxos {
    /**
     * Maximum number of instances of an origin, after the executed ones, that one heartbeat adds to the instance table
     * of this member.
     */
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
     * Restores the state that this member had before a restart.
     *
     * @param dropped the drop line: by origin, the number up to which all instances are dropped; at most the executed
     *     prefix of the snapshot. The records must contain the decisions of the instances between the drop line and the
     *     executed prefix
     * @param executed executed prefixes of the snapshot: by origin, the number up to which all instances are executed
     * @param lastOwn the highest number of this member's instances that the snapshot contains. The record of the
     *     instance {@code lastOwn} may be purged, but its number must not be used again
     * @param records instance records of the journal, in the order of the journal
     */
    void restore(Prefixes dropped, Prefixes executed, long lastOwn, List<InstanceRecord> records) {
        for (int r = 0; r < members.size(); r++) table.drop(r, dropped.at(r));
        table.used(members.rank(host.id()), lastOwn);
        for (InstanceRecord record : records)
            if (!table.isDropped(record.id())) table.open(record.id()).restore(record);
        frontiers.onDone(executed);
        table.forEach(known::update);
    }

    /** Starts the agreement; the caller has called {@link #restore} before. */
    void start() {
        table.forEach(
                instance -> {
                    if (instance.isCommitted()) decisions.announce(instance);
                    else recoveries.onRestored(instance);
                });
    }

    /**
     * Opens an instance with this member as its initial coordinator.
     *
     * @param value batch of requests whose payloads this member holds; not Nop
     */
    InstanceId open(RequestBatch value) {
        EpaxosInstance instance = coordinator.open(value);
        recoveries.onOpened(instance);
        return instance.id;
    }

    /** Begins a linearizable read, see {@link EpaxosReads#begin}. */
    boolean read(long number, Keys keys) {
        return reads.begin(number, keys);
    }

    /** Ends a read whose caller no longer needs the result, see {@link EpaxosReads#forget}. */
    void forgetRead(long number) {
        reads.forget(number);
    }

    /** Handles a message that a voter, possibly this member, has sent. */
    void onMessage(int from, EpaxosMessage message) {
        if (message instanceof OfInstance m) onInstance(from, m);
        else if (message instanceof Heartbeat m) onHeartbeat(from, m);
        else if (message instanceof ReadAsk m) reads.onReadAsk(from, m);
        else if (message instanceof ReadOk m) reads.onReadOk(from, m);
    }

    /**
     * Returns the value that the instance's initial coordinator has proposed; {@code null} if this member does not know
     * the value. This member may lack request payloads of the proposed value.
     */
    RequestBatch proposed(InstanceId id) {
        EpaxosInstance instance = table.get(id);
        return instance == null || instance.initCmd == null
                ? parked.proposed(id)
                : instance.initCmd;
    }

    /** Handles a message that omits the value of its instance, if this member does not have the value. */
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
        // A member answers each question about a dropped instance with an Executed message.
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

    /**
     * Returns whether this member holds the payloads of the requests in the value. If payloads of the value are
     * missing, the message waits until they have arrived. A member may only vote for payloads that are durable at the
     * member, and Validate needs the keys of the payloads.
     */
    private boolean holds(int from, OfInstance message, RequestBatch value) {
        if (value.isNop() || host.holds(value)) return true;
        parked.add(from, message);
        host.want(message.id(), value, from);
        return false;
    }

    /**
     * Handles the messages about an instance that have waited for the instance's payloads. The caller calls {@code
     * onBytes} when all payloads of the instance have arrived.
     */
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

    /**
     * Adds all instances of an origin up to the number {@code through} to the table, so that this member asks for their
     * decisions. The instance {@code through} exists, and the numbers of an origin have no gaps, so all lower instances
     * exist as well.
     */
    private void notice(int rank, long through) {
        long done = frontiers.done().at(rank);
        for (long n = done + 1; n <= Math.min(through, done + NOTICED_MAX); n++)
            require(new InstanceId(members.id(rank), n));
    }

    /**
     * Requests the decision of an instance for which an execution or a read waits. This member may know the urged
     * instance only as a dependency of another instance.
     */
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
     * Reports the instances that this member has executed, and whose decisions or effects are durable at this member.
     *
     * @param done executed prefixes
     */
    void onDone(Prefixes done) {
        frontiers.onDone(done);
        drop();
    }

    /**
     * Reports that another member's snapshot has replaced this member's state. The executed prefix of the installed
     * snapshot becomes the drop line of this member. This member keeps its votes and promises in all instances that the
     * snapshot does not contain.
     */
    void onInstalled(Prefixes executed) {
        frontiers.onDone(executed.max(frontiers.line()));
        for (int r = 0; r < members.size(); r++) dropThrough(r, executed.at(r));
        // The set of executed instances has changed, so the key index is built again.
        known.clear();
        table.forEach(known::update);
    }

    /**
     * Drops instances that enough members have executed, except instances for which a recovery of this member waits.
     */
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

    /** Ends the agreement of this member, because the ensemble has changed. */
    void end() {
        recoveries.end();
    }

    /** Returns the number of recoveries that this member has begun since its start. */
    long recoveriesBegun() {
        return recoveries.begun();
    }

    /** Returns the number of instances that recoveries by this member have decided. */
    long recovered() {
        return decisions.recovered();
    }

    /**
     * Returns the instance that has been undecided at this member for the longest time; {@code null} if every instance
     * is decided.
     */
    OldestUndecided oldestUndecided() {
        return recoveries.oldest();
    }

    /** Returns the number of instances that this member knows and that are undecided. */
    int undecided() {
        return recoveries.size();
    }

    /** Handles a timer tick: evaluates votes, repeats messages and begins recoveries. */
    void onTick() {
        coordinator.onTick();
        recoveries.onTick();
        reads.onTick();
    }

    /** Returns the prefixes of the instances that this member has executed durably; its heartbeat contains them. */
    Prefixes done() {
        return frontiers.done();
    }

    Prefixes frontier() {
        return frontiers.frontier();
    }

    /**
     * Returns the index of the known instances by their keys. The caller must report to the key index which instances
     * are executed.
     */
    KeyIndex index() {
        return known.index();
    }

    /** Returns the table of the instances that this member knows, for the node and for checkers. */
    InstanceTable table() {
        return table;
    }

    /** Visits the queues of the agreement, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        table.visitQueues(to);
        recoveries.visitQueues(to);
        parked.visitQueues(to);
        reads.visitQueues(to);
    }
}
