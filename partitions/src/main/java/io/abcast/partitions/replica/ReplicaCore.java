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
 * thread at a time calls the methods of a {@code ReplicaCore}; worker threads execute the tasks of transactions, in any
 * order.
 *
 * <p>At its delivery, a transaction requests all its locks. When a transaction has all its locks, the partition's
 * leader sends the values of the locked rows to the transaction's other destinations. When the row values of all other
 * destinations have arrived, a worker thread executes the transaction, and its locks go to waiting transactions.
 */
public final class ReplicaCore {
    /** The threads that execute tasks of transactions. */
    public interface Workers {
        /**
         * Arranges that {@link TransactionTask#execute} runs on any thread, and then {@link ReplicaCore#onExecuted} on
         * the core's thread. Both calls must come after this method has returned.
         */
        void execute(TransactionTask task);
    }

    private static final int QUERIES_MAX = 10_000;

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

    /**
     * The numbers (seq) of the deliveries without a reported result, ascending; the multicast protocol bounds these
     * deliveries.
     */
    private final LinkedHashSet<Long> open = new LinkedHashSet<>();

    private final ArrayDeque<TransactionTask> locked = new ArrayDeque<>();

    private long delivered;
    private long committed;
    private long aborted;
    private int queries;

    private Consumer<FrozenStore> snapshot;

    private final ArrayDeque<Consumer<FrozenRows>> readers = new ArrayDeque<>();

    /**
     * Number (seq) of the last delivery in the state that is being frozen (copied consistently); {@link #NO_FREEZE} if
     * no freeze is in progress.
     */
    private long freezeSeq = NO_FREEZE;

    private int freezeOpen;

    private int freezeReaders;

    private GroupTimestamp freezeLastMulti;
    private long nowNanos;
    private boolean halted;

    /**
     * Creates a replica of one partition.
     *
     * @param server server id of this replica, which is a member of the partition
     * @param tables rows of the state with which this replica begins
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

    /** Delivers the next transaction to this replica. */
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

    /** Processes another replica's message about row values ({@code ReadsFrame}). */
    public void onMessage(int fromPartition, int fromServer, byte[] message) {
        if (halted) return;
        TransactionTask ready = reads.onMessage(fromPartition, fromServer, message);
        if (ready != null) workers.execute(ready);
    }

    /** Reports that a worker thread has executed the task of a transaction. */
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
        // Complete the frozen state before the replica reports the last result for which the
        // snapshot waits.
        if (seq <= freezeSeq && --freezeOpen == 0) finishFreeze();
        port.result(task.delivery, StoreCall.Answer.encode(task));
        if (difference != null) differs(difference);
    }

    /**
     * Compares this replica's digest of the state after delivery {@code seq} with the digest on which f+1 replicas
     * agree, where f is the number of tolerated faulty replicas.
     */
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

    /** Makes this object ignore all further events. */
    void stop() {
        halted = true;
    }

    /**
     * Executes a procedure that writes nothing, only at this replica, after all earlier deliveries.
     *
     * @param caller receives the executed task, in the thread that calls this {@code ReplicaCore}
     * @throws AbortException if the replica refuses the query
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
     * Makes a consistent copy of this replica's state after the last delivery, for a snapshot. The replica may execute
     * later deliveries before the copy is complete.
     *
     * @param ready receives the frozen state once, in the thread that calls this {@code ReplicaCore}
     */
    void freeze(Consumer<FrozenStore> ready) {
        if (halted) return;
        if (snapshot != null)
            throw new IllegalStateException(
                    "snapshot at %d: expected one at a time, the one at %d is not complete"
                            .formatted(delivered, freezeSeq));
        // If a freeze for callers of rows() is in progress, the callers of rows() get the newer
        // state of this freeze instead.
        if (freezeSeq != NO_FREEZE) tables.finishFreeze();
        snapshot = ready;
        beginFreeze();
    }

    /**
     * Makes a consistent copy of this replica's rows, which includes all earlier deliveries and possibly later
     * deliveries.
     *
     * @param ready receives the rows once, in the thread that calls this {@code ReplicaCore}
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

    void onSnapshotDurable(long seq) {
        if (!halted) reads.onSnapshotDurable(seq);
    }

    /**
     * Sets the present time, and asks other replicas for row values for which a transaction has waited too long. The
     * owner of the replica must call {@code onTime} several times per second.
     */
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

    StoreDigest digest() {
        return digests.present();
    }
}
