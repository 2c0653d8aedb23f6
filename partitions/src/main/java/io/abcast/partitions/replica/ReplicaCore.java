package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreFigures;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * A replica of a store without threads, clock and network: the scheduler of section 4.1.1 of Vandevoorde 2018. One
 * thread at a time calls its methods. Workers execute the tasks, in any order and at any speed.
 *
 * <p>A delivered transaction requests its locks at once. When it has them, its values for other destinations are taken
 * and sent. When it also has the values of the other destinations, a worker executes it. Then its locks go to the next
 * transactions.
 */
public final class ReplicaCore {
    /** Executes tasks. */
    public interface Workers {
        /**
         * Calls {@link TransactionTask#execute} on any thread, and then {@link ReplicaCore#onExecuted}. Does not call
         * either during this call.
         */
        void execute(TransactionTask task);
    }

    /** Bound on the queries in progress; further queries are refused. */
    private static final int QUERIES_MAX = 10_000;

    /** Bound on the readers of rows that wait; further ones are refused. */
    private static final int READERS_MAX = 64;

    private static final long NO_FREEZE = -1;

    private final int partition;
    private final StoreDefinition definition;
    private final RowTables tables;
    private final ReplicaPort port;
    private final Workers workers;
    private final RemoteReads reads;
    private final DigestWatch digests;
    private final LockTable locks = new LockTable();

    /** Seq of each delivery whose result was not reported, in their order. The multicast bounds their number. */
    private final LinkedHashSet<Long> open = new LinkedHashSet<>();

    /** Tasks that have got all their locks. */
    private final ArrayDeque<TransactionTask> locked = new ArrayDeque<>();

    private long delivered;
    private long committed;
    private long aborted;
    private int queries;

    /** Receives the state after {@link #freezeSeq}; {@code null} if no snapshot is being taken. */
    private Consumer<FrozenStore> snapshot;

    /** Readers that wait for rows. */
    private final ArrayDeque<Consumer<FrozenRows>> readers = new ArrayDeque<>();

    /** Seq after which the state is being frozen; {@link #NO_FREEZE} if it is not. */
    private long freezeSeq = NO_FREEZE;

    /** Number of deliveries up to {@link #freezeSeq} that are not executed. */
    private int freezeOpen;

    /** Number of readers that get the state after {@link #freezeSeq}. */
    private int freezeReaders;

    private GroupTimestamp freezeLastMulti;
    private long nowNanos;
    private boolean halted;

    /**
     * Makes a replica.
     *
     * @param server server id of the replica, which is one of its partition's members
     * @param tables rows of the state from which the replica begins
     */
    public ReplicaCore(
            int partition,
            int server,
            StoreDefinition definition,
            StoreOptions options,
            RowTables tables,
            ReplicaPort port,
            Workers workers) {
        this.partition = partition;
        this.definition = definition;
        this.tables = tables;
        this.port = port;
        this.workers = workers;
        reads =
                new RemoteReads(
                        partition, server, port, options.askAfterNanos(), options.readsBytesMax());
        digests = new DigestWatch(options.digestEvery(), port);
    }

    /** Begins after the deliveries that a snapshot includes. The tables have the rows of the snapshot already. */
    void restored(
            long seq,
            GroupTimestamp lastMulti,
            StoreDigest digest,
            List<RetainedReads.Kept> retained) {
        delivered = seq;
        digests.restored(seq, digest);
        for (RetainedReads.Kept each : retained)
            reads.retained().put(each.timestamp(), each.groups(), each.source(), each.values());
        reads.restored(lastMulti);
    }

    /** Delivers the next transaction. */
    public void deliver(GroupDelivery delivery) {
        if (halted) return;
        if (delivery.seq() != delivered + 1)
            throw new IllegalStateException(
                    "delivery: expected seq %d, got %d".formatted(delivered + 1, delivery.seq()));
        delivered++;
        TransactionTask task = TransactionTask.of(partition, delivery, definition, tables);
        open.add(delivered);
        digests.delivered(delivery);
        if (task.isMulti()) reads.delivered(task);
        if (task.isRefused()) {
            end(task);
            return;
        }
        locks.request(task);
        if (task.locksMissing == 0) onLocked(task);
    }

    private void onLocked(TransactionTask task) {
        if (!task.isMulti() || reads.exchange(task, tables, nowNanos)) workers.execute(task);
    }

    /** Handles a message of another replica. */
    public void onMessage(int fromPartition, int fromServer, byte[] message) {
        if (halted) return;
        TransactionTask ready = reads.onMessage(fromPartition, fromServer, message);
        if (ready != null) workers.execute(ready);
    }

    /** Reports that a worker has executed a task. */
    public void onExecuted(TransactionTask task) {
        if (halted) return;
        if (task.error() != null) {
            halt(task.error());
            return;
        }
        locks.release(task, locked);
        if (task.isQuery()) {
            queries--;
            task.answerQuery();
        } else {
            end(task);
        }
        if (halted) return;
        for (TransactionTask next; (next = locked.pollFirst()) != null; ) onLocked(next);
    }

    private void end(TransactionTask task) {
        long seq = task.delivery.seq();
        open.remove(seq);
        if (task.status() == Status.COMMITTED) committed++;
        else aborted++;
        if (task.isMulti()) reads.ended(task);
        String difference = digests.ended(task);
        // A snapshot is ready before the last result that it waits for.
        if (seq <= freezeSeq && --freezeOpen == 0) finishFreeze();
        port.result(task.delivery, StoreCall.Answer.encode(task));
        if (difference != null) differs(difference);
    }

    /** Handles the digest after a delivery that f+1 replicas share. */
    public void onDigest(long seq, StoreDigest agreed) {
        if (halted) return;
        String difference = digests.onAgreed(seq, agreed);
        if (difference != null) differs(difference);
    }

    private void differs(String difference) {
        halt(new IllegalStateException("partition %d: %s".formatted(partition, difference)));
    }

    private void halt(Throwable cause) {
        halted = true;
        port.halt(cause);
    }

    /** Ignores all further events, because this object is replaced or its replica stops. */
    void stop() {
        halted = true;
    }

    /**
     * Executes a procedure that writes nothing, at this replica only. It sees the state after the deliveries so far.
     *
     * @param caller receives the executed task, in the thread that calls this object
     * @throws AbortException if the query is refused
     */
    void query(Procedure procedure, byte[] arguments, Consumer<TransactionTask> caller) {
        if (halted) throw new AbortException("the replica has stopped", false);
        if (queries == QUERIES_MAX)
            throw new AbortException("expected at most " + QUERIES_MAX + " queries", false);
        TransactionTask task =
                TransactionTask.query(partition, procedure, arguments, definition, tables, caller);
        queries++;
        locks.request(task);
        if (task.locksMissing == 0) onLocked(task);
    }

    /**
     * Freezes the state after the last delivery for a snapshot of the multicast. The state is complete as soon as all
     * deliveries so far are executed. Later deliveries go on.
     *
     * @param ready receives the state once, in the thread that calls this object
     */
    void freeze(Consumer<FrozenStore> ready) {
        if (halted) return;
        if (snapshot != null)
            throw new IllegalStateException(
                    "snapshot at %d: expected one at a time, the one at %d is not complete"
                            .formatted(delivered, freezeSeq));
        // The readers get this state, which is newer than the one that they wait for.
        if (freezeSeq != NO_FREEZE) tables.finishFreeze();
        snapshot = ready;
        beginFreeze();
    }

    /**
     * Reads the rows after all deliveries so far, or after later ones.
     *
     * @param ready receives the rows once, in the thread that calls this object
     */
    void rows(Consumer<FrozenRows> ready) {
        if (halted) return;
        if (readers.size() == READERS_MAX)
            throw new IllegalStateException("expected at most " + READERS_MAX + " readers of rows");
        readers.add(ready);
        if (freezeSeq == NO_FREEZE) beginFreeze();
    }

    private void beginFreeze() {
        freezeSeq = delivered;
        freezeOpen = open.size();
        freezeReaders = readers.size();
        freezeLastMulti = reads.last();
        if (snapshot != null) reads.snapshotBegins(delivered);
        tables.beginFreeze(delivered);
        digests.freeze(delivered);
        if (freezeOpen == 0) finishFreeze();
    }

    private void finishFreeze() {
        long seq = freezeSeq;
        Consumer<FrozenStore> ready = snapshot;
        freezeSeq = NO_FREEZE;
        snapshot = null;
        FrozenRows rows = tables.finishFreeze();
        StoreDigest digest = digests.frozen();
        if (ready != null)
            ready.accept(
                    new FrozenStore(seq, freezeLastMulti, digest, rows, reads.retained().all()));
        for (; freezeReaders > 0; freezeReaders--) readers.remove().accept(rows);
        if (!readers.isEmpty()) beginFreeze();
    }

    /** Reports that a snapshot of this replica is durable. */
    void onSnapshotDurable(long seq) {
        if (!halted) reads.onSnapshotDurable(seq);
    }

    /** Reports the time, some times per second. */
    public void onTime(long nanos) {
        nowNanos = nanos;
        if (!halted) reads.onTime(nanos);
    }

    StoreFigures figures() {
        return new StoreFigures(
                delivered,
                open.isEmpty() ? delivered : open.iterator().next() - 1,
                committed,
                aborted,
                reads.waiting(),
                locks.size(),
                reads.retained().bytes(),
                reads.retained().dropped(),
                reads.asked(),
                reads.malformed());
    }

    /** Digest of all deliveries, if all of them are executed. */
    StoreDigest digest() {
        return digests.present();
    }
}
