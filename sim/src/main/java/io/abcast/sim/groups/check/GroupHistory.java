package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;
import io.abcast.sim.check.Checkers;
import io.abcast.sim.check.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * The record of one run with several groups: transactions with their answers, the deliveries of each replica, and
 * linearizable reads. Not thread-safe.
 */
public final class GroupHistory {
    private static final long PICOS_PER_NANO = 1_000;

    private final List<String> names;
    private final LongSupplier clock;
    private final GroupChecker[] checkers;
    private LongFunction<String> txnNames = id -> "t" + id;
    private final List<Violation> violations = new ArrayList<>();

    /**
     * Time in picoseconds of the last event; events in one virtual nanosecond get different times, which show their
     * order.
     */
    private long lastPicos;

    private final List<GroupTxn> txns = new ArrayList<>();
    private final Map<Long, GroupTxn> byId = new HashMap<>();
    private final Map<TxnName, GroupTxn> named = new HashMap<>();

    /** Transactions for whose outcome a client waits, by ordinal of the transaction. */
    private final TreeMap<Integer, GroupTxn> pending = new TreeMap<>();

    /** Transactions that some but not all of their groups have delivered, by ordinal of the transaction. */
    private final TreeMap<Integer, GroupTxn> incomplete = new TreeMap<>();

    private final GroupOrder[] orders;

    private final List<TreeMap<Integer, GroupReplica>> replicas = new ArrayList<>();

    /**
     * For each group: the longest prefix of the order, in deliveries, that an answer to a transaction or a read has
     * shown.
     */
    private final long[] shown;

    private final Map<Long, GroupRead> reads = new HashMap<>();
    private final List<GroupRead> answeredReads = new ArrayList<>();

    private int answers;
    private int refusals;

    /**
     * Creates the record of a run in which nothing has happened yet.
     *
     * @param names names of the groups, by number of the group
     * @param servers for each group: the ids of the servers that hold a replica at the start of the run
     * @param clock clock that gives the virtual time in ns
     */
    public GroupHistory(
            List<String> names,
            List<int[]> servers,
            LongSupplier clock,
            List<GroupChecker> checkers) {
        this.names = List.copyOf(names);
        this.clock = clock;
        this.checkers = checkers.toArray(new GroupChecker[0]);
        orders = new GroupOrder[names.size()];
        shown = new long[names.size()];
        for (int group = 0; group < orders.length; group++) {
            orders[group] = new GroupOrder();
            replicas.add(new TreeMap<>());
            for (int server : servers.get(group)) replica(group, server);
        }
        for (GroupChecker checker : this.checkers) checker.watch(this);
    }

    /**
     * Records that a client submits a transaction at a replica. Must be called before {@code GroupNode.onSubmit}.
     *
     * @param txn unique id of the transaction inside the payload
     * @param group number of the group whose replica receives the transaction
     * @param server server id of the replica that receives the transaction
     * @param groups destination groups of the transaction, in ascending order; the caller must not change the array
     */
    public void submitted(long txn, int group, int server, int[] groups) {
        submitted(txn, replica(group, server), groups);
    }

    void submittedSomewhere(long txn, int[] groups) {
        submitted(txn, null, groups);
    }

    private void submitted(long txn, GroupReplica submitter, int[] groups) {
        GroupTxn t = intern(txn);
        assert !t.submitted : name(t) + " was submitted before";
        t.submitted = true;
        t.groups = groups;
        t.submitter = submitter;
        t.submittedAt = tick();
        t.submittedNanos = nowNanos();
        pending.put(t.ordinal, t);
        for (GroupChecker checker : checkers) checker.onSubmitted(t);
    }

    /** Records that the client of a transaction receives a refusal of the transaction. */
    public void refused(long txn, Refusal reason) {
        tick();
        GroupTxn t = intern(txn);
        for (GroupChecker checker : checkers) checker.onRefused(t, reason);
        t.state = GroupTxn.State.REFUSED;
        t.refusal = reason;
        pending.remove(t.ordinal);
        refusals++;
    }

    /** Records that the client of a transaction receives the answer of the groups. */
    public void answered(long txn, GroupAnswers answers) {
        long at = tick();
        GroupTxn t = intern(txn);
        for (GroupChecker checker : checkers) checker.onAnswered(t, answers);
        t.state = GroupTxn.State.ANSWERED;
        t.answeredAt = at;
        pending.remove(t.ordinal);
        this.answers++;
        for (int group : t.groups) shown[group] = Math.max(shown[group], t.places[group]);
    }

    void answeredAtSomeTime(long txn) {
        answered(txn, null);
    }

    /** Records that the client will never know the outcome of its transaction. */
    public void lost(long txn) {
        lose(intern(txn));
    }

    private void lose(GroupTxn txn) {
        txn.state = GroupTxn.State.LOST;
        pending.remove(txn.ordinal);
    }

    /**
     * Records that a replica delivers a transaction.
     *
     * @param txn unique id of the transaction inside the payload of the delivery
     */
    public void delivered(int group, int server, GroupDelivery delivery, long txn) {
        tick();
        GroupReplica replica = replica(group, server);
        GroupTxn t = intern(txn);
        GroupTimestamp timestamp = delivery.timestamp();
        if (!t.submitted) t.groups = new int[] {group};
        if (t.timestamp == null) {
            t.timestamp = timestamp;
            named.putIfAbsent(new TxnName(timestamp.session(), timestamp.number()), t);
        }
        GroupOrder order = orders[group];
        boolean first = order.accepts(delivery.seq()) && order.txn(delivery.seq()) == null;
        if (first) {
            int place = (int) delivery.seq();
            order.set(place, t, timestamp);
            if (t.places[group] == 0) t.places[group] = place;
            if (t.isDeliveredEverywhere()) incomplete.remove(t.ordinal);
            else incomplete.put(t.ordinal, t);
        }
        for (GroupChecker checker : checkers) checker.onDelivered(replica, t, delivery, first);
        replica.next = delivery.seq() + 1;
    }

    /** Records the application's result for the delivery with number {@code seq} of a replica. */
    public void result(int group, int server, long seq, byte[] result) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onResult(replica, seq, result);
    }

    /** Records that the process of a replica has crashed, and that clients of the replica get no more answers. */
    public void crashed(int group, int server) {
        tick();
        GroupReplica replica = replica(group, server);
        replica.down = true;
        for (GroupTxn txn : List.copyOf(pending.values()))
            if (replica.equals(txn.submitter)) lose(txn);
        for (GroupChecker checker : checkers) checker.onCrashed(replica);
    }

    /** Records that a replica starts again with the initial state, so that its next delivery has number 1. */
    public void started(int group, int server) {
        GroupReplica replica = replica(group, server);
        replica.down = false;
        replica.next = 1;
    }

    /**
     * Records that the state of a replica is set to a snapshot.
     *
     * @param next number ({@code seq}) of the next delivery of the restored replica
     */
    public void restored(int group, int server, long next) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onRestored(replica, next);
        replica.next = next;
    }

    /** Records that the server is no longer a member of the group, so that it need not deliver transactions. */
    public void left(int group, int server) {
        replica(group, server).left = true;
    }

    /** Records that a replica sends a message that concerns a transaction. */
    public void message(
            int fromGroup, int fromServer, int toGroup, int toServer, String kind, long txn) {
        message(
                new GroupMessage(
                        replica(fromGroup, fromServer),
                        replica(toGroup, toServer),
                        kind,
                        intern(txn),
                        null));
    }

    /**
     * Records that a replica sends a message that concerns a transaction but has no payload.
     *
     * @param session session of the transaction, see {@link GroupTimestamp#session}
     * @param number number of the transaction in its session
     */
    public void message(
            int fromGroup,
            int fromServer,
            int toGroup,
            int toServer,
            String kind,
            long session,
            long number) {
        TxnName name = new TxnName(session, number);
        message(
                new GroupMessage(
                        replica(fromGroup, fromServer),
                        replica(toGroup, toServer),
                        kind,
                        named.get(name),
                        name));
    }

    /** Records that a replica sends a message that concerns no transaction. */
    public void message(int fromGroup, int fromServer, int toGroup, int toServer, String kind) {
        message(
                new GroupMessage(
                        replica(fromGroup, fromServer),
                        replica(toGroup, toServer),
                        kind,
                        null,
                        null));
    }

    private void message(GroupMessage message) {
        for (GroupChecker checker : checkers) checker.onMessage(message);
    }

    /**
     * Records that a client starts a linearizable read at a replica.
     *
     * @param read unique number of the read in this run
     */
    public void readStarted(long read, int group, int server) {
        GroupReplica replica = replica(group, server);
        GroupRead started = new GroupRead(replica, tick(), nowNanos(), shown[group]);
        GroupRead other = reads.put(read, started);
        assert other == null : "read " + read + " has the number of " + other;
    }

    /**
     * Records that the client of a read receives the state of the group.
     *
     * @param seq number of the last delivery that the received state includes; 0 for the initial state
     */
    public void readAnswered(long read, long seq) {
        GroupRead r = reads.remove(read);
        assert r != null : "no read " + read + " waits for an answer";
        r.answeredAt = tick();
        r.seq = seq;
        answeredReads.add(r);
        for (GroupChecker checker : checkers) checker.onReadAnswered(r);
        int group = r.replica.group;
        shown[group] = Math.max(shown[group], seq);
    }

    /**
     * Records a digest of a replica's state (or of its order and writes) after the delivery with number {@code seq}.
     */
    public void digest(int group, int server, long seq, long digest) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onDigest(replica, seq, digest);
    }

    public void halted(int group, int server, String reason) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onHalted(replica, reason);
    }

    /** Records that a node or a codec violated the contract between nodes and drivers. */
    public void breach(int group, int server, String what) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onBreach(replica, what);
    }

    /** Records that the run does not end, because it has handled the maximum number of events of a run. */
    public void endless(long events) {
        report(new Violation(Checkers.PROGRESS, nowNanos(), Checkers.endless(events)));
    }

    /** Records that a queue of the replica exceeds its declared bound. */
    public void overflow(int group, int server, String queue, long size, long bound) {
        GroupReplica replica = replica(group, server);
        for (GroupChecker checker : checkers) checker.onOverflow(replica, queue, size, bound);
    }

    /**
     * Makes all checkers check the whole history of the run. A call is needed for a run that ends before its faults are
     * healed.
     */
    public void audit() {
        for (GroupChecker checker : checkers) checker.audit();
    }

    /** Records the end of the run: all faults are healed, and the groups are at rest. */
    public void end() {
        audit();
        for (GroupChecker checker : checkers) checker.onEnd();
    }

    private GroupTxn intern(long id) {
        GroupTxn known = byId.get(id);
        if (known != null) return known;
        GroupTxn txn = new GroupTxn(txns.size(), id, orders.length);
        byId.put(id, txn);
        txns.add(txn);
        return txn;
    }

    private long tick() {
        lastPicos = Math.max(lastPicos + 1, nowNanos() * PICOS_PER_NANO);
        return lastPicos;
    }

    /**
     * Sets a function from the id of a transaction to its name in descriptions of violations. By default, the name of a
     * transaction is "t" followed by its id.
     */
    public void nameTxns(LongFunction<String> by) {
        txnNames = by;
    }

    /** All violations of the run so far, at most one violation for each checker. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    public boolean ok() {
        return violations.isEmpty();
    }

    long nowNanos() {
        return clock.getAsLong();
    }

    /** Number of groups in the run. */
    public int groups() {
        return orders.length;
    }

    public String groupName(int group) {
        return names.get(group);
    }

    List<String> groupNames(int[] groups) {
        return Arrays.stream(groups)
                .mapToObj(group -> group >= 0 && group < names.size() ? names.get(group) : "?")
                .toList();
    }

    /** The order of the deliveries of the group {@code group} so far. */
    public GroupOrder order(int group) {
        return orders[group];
    }

    /** The replica of the group {@code group} at the server {@code server}. */
    public GroupReplica replica(int group, int server) {
        return replicas.get(group)
                .computeIfAbsent(
                        server, s -> new GroupReplica(group, s, names.get(group) + "-" + s));
    }

    /** All replicas that were ever members of the group {@code group}, by server id. */
    public Collection<GroupReplica> replicas(int group) {
        return replicas.get(group).values();
    }

    /** All transactions of the run, in the order in which they first appeared. */
    public List<GroupTxn> txns() {
        return txns;
    }

    /** The transaction whose payload contains the id {@code id}; {@code null} if the record does not know the id. */
    public GroupTxn txn(long id) {
        return byId.get(id);
    }

    /** Number of transactions for whose outcome clients wait. */
    public int pending() {
        return pending.size();
    }

    /** Number of transactions whose clients have received an answer. */
    public int answers() {
        return answers;
    }

    /** Number of transactions that a replica has refused. */
    public int refusals() {
        return refusals;
    }

    /** Number of reads whose clients have received a state. */
    public int readAnswers() {
        return answeredReads.size();
    }

    /** The transaction that the protocol identifies by {@code name}; {@code null} if no replica has delivered it. */
    GroupTxn txn(TxnName name) {
        return named.get(name);
    }

    /**
     * The first running replica that lacks deliveries of its group's order; {@code null} if no running replica lacks
     * any.
     */
    public GroupReplica laggard() {
        for (TreeMap<Integer, GroupReplica> each : replicas)
            for (GroupReplica replica : each.values())
                if (replica.isUp() && replica.next <= orders[replica.group].size()) return replica;
        return null;
    }

    /**
     * The first transaction that some but not all destinations have delivered; {@code null} if there is no incomplete
     * transaction.
     */
    public GroupTxn incomplete() {
        return incomplete.isEmpty() ? null : incomplete.firstEntry().getValue();
    }

    String name(GroupTxn txn) {
        return txnNames.apply(txn.id);
    }

    long nowPicos() {
        return lastPicos;
    }

    List<GroupRead> answeredReads() {
        return answeredReads;
    }

    void report(Violation violation) {
        violations.add(violation);
    }
}
