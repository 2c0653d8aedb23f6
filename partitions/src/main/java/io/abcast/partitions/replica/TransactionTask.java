package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOutcome.Status;
import io.abcast.partitions.rows.ByteHash;
import io.abcast.partitions.rows.RowTables;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One transaction, or one local query, at one replica. The loop of the replica owns a task, except between {@link
 * ReplicaCore.Workers#execute} and {@link ReplicaCore#onExecuted}, when a worker owns it.
 */
public final class TransactionTask {
    private static final byte[] NOTHING = {};

    final int partition;

    /** The delivery; {@code null} for a query. */
    final GroupDelivery delivery;

    /** The procedure; {@code null} if the payload names no procedure. */
    final Procedure procedure;

    final byte[] arguments;

    /** All keys of all destinations, in their order. */
    final DeclaredKey[] keys;

    private final StoreDefinition definition;
    private final RowTables tables;

    /** The caller of a query; {@code null} for a transaction. */
    private final Consumer<TransactionTask> caller;

    int locksMissing;

    private Status status;
    private byte[] answer = NOTHING;
    private String reason = "";
    private long writesHash;
    private Error error;
    private boolean refused;

    private TransactionTask(
            int partition,
            GroupDelivery delivery,
            Procedure procedure,
            byte[] arguments,
            DeclaredKey[] keys,
            StoreDefinition definition,
            RowTables tables,
            Consumer<TransactionTask> caller) {
        this.partition = partition;
        this.delivery = delivery;
        this.procedure = procedure;
        this.arguments = arguments;
        this.keys = keys;
        this.definition = definition;
        this.tables = tables;
        this.caller = caller;
    }

    /** Makes the task of a delivery. A delivery that is no valid call of a procedure becomes an aborted task. */
    static TransactionTask of(
            int partition, GroupDelivery delivery, StoreDefinition definition, RowTables tables) {
        Procedure procedure = null;
        byte[] arguments = NOTHING;
        String refusal;
        try {
            StoreCall call = StoreCall.decode(delivery.payload());
            procedure = definition.procedure(call.procedure());
            arguments = call.arguments();
            if (procedure == null)
                throw new AbortException("no procedure " + call.procedure(), false);
            DeclaredKey[] keys = KeyDeclaration.of(definition, procedure, arguments);
            checkHomes(procedure, definition, delivery, keys);
            return new TransactionTask(
                    partition, delivery, procedure, arguments, keys, definition, tables, null);
        } catch (AbortException e) {
            refusal = e.getMessage();
        }
        DeclaredKey[] none = {};
        TransactionTask refused =
                new TransactionTask(
                        partition, delivery, procedure, arguments, none, definition, tables, null);
        refused.refused = true;
        refused.end(Status.ABORTED, refusal);
        return refused;
    }

    private static void checkHomes(
            Procedure procedure,
            StoreDefinition definition,
            GroupDelivery delivery,
            DeclaredKey[] keys) {
        for (DeclaredKey each : keys)
            if (indexOf(delivery.groups(), each.home) < 0)
                throw new AbortException(
                        "%s: key %s: expected a key of the destinations, got one of partition %d"
                                .formatted(procedure.name(), definition.show(each.key), each.home),
                        false);
    }

    /**
     * Makes the task of a query, whose keys are all in this partition.
     *
     * @throws AbortException if the keys cannot be declared
     */
    static TransactionTask query(
            int partition,
            Procedure procedure,
            byte[] arguments,
            StoreDefinition definition,
            RowTables tables,
            Consumer<TransactionTask> caller) {
        DeclaredKey[] keys = KeyDeclaration.of(definition, procedure, arguments);
        return new TransactionTask(
                partition, null, procedure, arguments, keys, definition, tables, caller);
    }

    static int indexOf(int[] groups, int group) {
        for (int i = 0; i < groups.length; i++) if (groups[i] == group) return i;
        return -1;
    }

    boolean isQuery() {
        return delivery == null;
    }

    /** Whether the transaction has several destinations. */
    boolean isMulti() {
        return delivery != null && delivery.groups().length > 1;
    }

    GroupTimestamp timestamp() {
        return delivery == null ? null : delivery.timestamp();
    }

    /** Runs the procedure, and applies its writes if it commits. A worker calls this once, when all values are here. */
    public void execute() {
        TransactionView view = new TransactionView(this, definition, tables);
        try {
            byte[] result = procedure.run(arguments, view);
            if (result != null) answer = result;
            end(Status.COMMITTED, "");
        } catch (AbortException e) {
            end(e.isStale() ? Status.STALE : Status.ABORTED, e.getMessage());
        } catch (RuntimeException e) {
            end(Status.ABORTED, procedure.name() + ": " + e);
        } catch (Error e) {
            error = e;
            return;
        }
        if (status == Status.COMMITTED) apply(view);
    }

    private void apply(TransactionView view) {
        long hash = 0;
        for (Map<RowKey, byte[]> writes : view.writes()) {
            for (Map.Entry<RowKey, byte[]> write : writes.entrySet()) {
                RowKey key = write.getKey();
                if (definition.homeOf(key) != partition) continue;
                tables.put(key, write.getValue(), delivery.seq());
                hash = ByteHash.of(hash + key.table(), key.id());
                hash = write.getValue() == null ? hash + 1 : ByteHash.of(hash, write.getValue());
            }
        }
        writesHash = hash;
    }

    private void end(Status ended, String why) {
        status = ended;
        reason = why;
    }

    /** Reports to the caller of a query. */
    void answerQuery() {
        caller.accept(this);
    }

    /** Whether the payload is no valid call, so that the task ends without locks. */
    boolean isRefused() {
        return refused;
    }

    Status status() {
        return status;
    }

    byte[] answer() {
        return answer;
    }

    String reason() {
        return reason;
    }

    /** Digest of the writes at this partition, in the order in which the procedure made them. */
    long writesHash() {
        return writesHash;
    }

    /** The error that ended the procedure; {@code null} without one. */
    Error error() {
        return error;
    }
}
