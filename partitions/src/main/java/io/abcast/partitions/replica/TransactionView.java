package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.AbortException;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.Transaction;
import io.abcast.partitions.rows.RowTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that one running procedure can read, and its writes so far. Outside of home blocks (code that runs at one
 * partition only), a procedure reads the same values and makes the same decisions at all destinations.
 */
final class TransactionView implements Transaction {
    private static final int KEYS_WITH_LINEAR_SEARCH = 4;

    private final TransactionTask task;
    private final StoreDefinition definition;
    private final RowTables tables;

    /** Writes outside of home blocks (blocks that run at one partition); the value null removes the row. */
    private final Map<RowKey, byte[]> writes = new LinkedHashMap<>();

    /** Writes in home blocks, which run at one partition. Code outside of home blocks must not read these writes. */
    private final Map<RowKey, byte[]> homeWrites = new LinkedHashMap<>();

    private boolean atHome;

    private DeclaredKey found;

    TransactionView(TransactionTask task, StoreDefinition definition, RowTables tables) {
        this.task = task;
        this.definition = definition;
        this.tables = tables;
    }

    /**
     * Returns the writes in the order in which they take effect: first the writes outside of home blocks, then the
     * others.
     */
    List<Map<RowKey, byte[]>> writes() {
        return List.of(writes, homeWrites);
    }

    @Override
    public byte[] get(RowKey key) {
        if (atHome && homeWrites.containsKey(key)) return homeWrites.get(key);
        if (writes.containsKey(key)) return writes.get(key);
        StoreTable table = definition.table(key.table());
        if (table == null) throw undeclared(key, "no table has this number");
        switch (table.kind()) {
            case EVERYWHERE -> {
                // Every partition has the rows of an EVERYWHERE table and no procedure changes
                // them, so reads need no lock and no declaration.
            }
            case FIXED -> {
                if (!atHome || definition.homeOf(key) != task.partition)
                    throw undeclared(key, "a fixed row can be read at its home only");
            }
            case COVERED -> {
                if (!atHome) throw undeclared(key, "a covered row can be read at its home only");
                checkHome(key, protecting(table, key));
            }
            case ROWS -> {
                return locked(key, protecting(table, key));
            }
        }
        return tables.get(key);
    }

    private byte[] locked(RowKey key, DeclaredKey declared) {
        if (declared.has(DeclaredKey.READ))
            return task.isMulti() ? declared.value : tables.get(key);
        if (!atHome) throw undeclared(key, "not declared for reads outside of its home");
        checkHome(key, declared);
        return tables.get(key);
    }

    private void checkHome(RowKey key, DeclaredKey declared) {
        if (declared.home != task.partition)
            throw undeclared(key, "a block at home reads a row of another partition");
        if (!declared.has(DeclaredKey.READ | DeclaredKey.HOME_READ))
            throw undeclared(key, "declared for writes only");
    }

    @Override
    public void put(RowKey key, byte[] row) {
        if (row == null) throw new NullPointerException("row of " + definition.show(key));
        write(key, row);
    }

    @Override
    public void remove(RowKey key) {
        write(key, null);
    }

    private void write(RowKey key, byte[] row) {
        if (task.isQuery()) throw undeclared(key, "a query writes nothing");
        StoreTable table = definition.table(key.table());
        if (table == null) throw undeclared(key, "no table has this number");
        if (table.kind() == StoreTable.Kind.FIXED || table.kind() == StoreTable.Kind.EVERYWHERE)
            throw undeclared(key, "the rows of this table never change");
        DeclaredKey declared = protecting(table, key);
        if (!declared.has(DeclaredKey.EXCLUSIVE)) throw undeclared(key, "declared for reads only");
        if (atHome && declared.home != task.partition)
            throw undeclared(key, "a block at home writes a row of another partition");
        (atHome ? homeWrites : writes).put(key, row);
    }

    private DeclaredKey protecting(StoreTable table, RowKey key) {
        RowKey locked = table.lockOf(key);
        if (found == null || !found.key.equals(locked)) found = find(key, locked);
        return found;
    }

    private DeclaredKey find(RowKey key, RowKey locked) {
        DeclaredKey[] keys = task.keys;
        int low = 0;
        int high = keys.length - 1;
        while (high - low >= KEYS_WITH_LINEAR_SEARCH) {
            int middle = (low + high) >>> 1;
            int order = keys[middle].key.compareTo(locked);
            if (order == 0) return keys[middle];
            if (order < 0) low = middle + 1;
            else high = middle - 1;
        }
        for (int i = low; i <= high; i++) if (keys[i].key.equals(locked)) return keys[i];
        throw undeclared(key, "not declared");
    }

    @Override
    public void atHome(RowKey key, Runnable block) {
        int home = definition.homeOf(key);
        if (home == StoreDefinition.EVERYWHERE || !isDestination(home))
            throw undeclared(key, "no destination is the home of this key");
        if (atHome) throw undeclared(key, "a block at home is inside another one");
        if (home != task.partition) return;
        atHome = true;
        try {
            block.run();
        } catch (RuntimeException e) {
            if (!task.isMulti()) throw e;
            throw new AssertionError(
                    "procedure %s: a block at the home of %s failed, which the other destinations cannot see: %s"
                            .formatted(task.procedure.name(), definition.show(key), e),
                    e);
        } finally {
            atHome = false;
        }
    }

    private boolean isDestination(int home) {
        return task.delivery == null
                ? home == task.partition
                : TransactionTask.indexOf(task.delivery.groups(), home) >= 0;
    }

    private AbortException undeclared(RowKey key, String why) {
        return new AbortException(
                "procedure %s: undeclared key %s: %s"
                        .formatted(task.procedure.name(), definition.show(key), why),
                false);
    }

    @Override
    public AbortException abort(String reason) {
        return new AbortException(reason, false);
    }

    @Override
    public AbortException stale() {
        return new AbortException(task.procedure.name() + ": keys have changed", true);
    }

    @Override
    public GroupTimestamp timestamp() {
        return task.timestamp();
    }
}
