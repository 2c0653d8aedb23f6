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
 * The execution of one transaction, or of one local query, at one replica. Thread rule: the replica's event loop owns
 * the task, except between {@link ReplicaCore.Workers#execute} and {@link ReplicaCore#onExecuted}, when a worker thread
 * owns it.
 */
public final class TransactionTask {
    private static final byte[] NOTHING = {};

    final int partition;

    /** The delivery of the transaction; {@code null} for a local query. */
    final GroupDelivery delivery;

    final Procedure procedure;

    final byte[] arguments;

    final DeclaredKey[] keys;

    private final StoreDefinition definition;
    private final RowTables tables;

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

    /**
     * Creates the task of a delivered transaction. If the payload is no valid call, the task ends without locks and
     * execution.
     */
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
        refused.refuse(refusal);
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
     * Creates the task of a local query; the replica's partition must store all rows of the query.
     *
     * @throws AbortException if the procedure of the query throws an exception or declares invalid keys
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

    boolean isMulti() {
        return delivery != null && delivery.groups().length > 1;
    }

    GroupTimestamp timestamp() {
        return delivery == null ? null : delivery.timestamp();
    }

    /**
     * Runs the procedure of this task, and applies the procedure's writes if it commits. A worker thread calls {@code
     * execute} once, when the task has the row values of all destinations.
     */
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

    void refuse(String why) {
        refused = true;
        end(Status.ABORTED, why);
    }

    private void end(Status ended, String why) {
        status = ended;
        reason = why;
    }

    void answerQuery() {
        caller.accept(this);
    }

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

    long writesHash() {
        return writesHash;
    }

    Error error() {
        return error;
    }
}
