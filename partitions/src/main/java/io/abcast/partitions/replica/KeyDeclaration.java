package io.abcast.partitions.replica;

import io.abcast.partitions.AbortException;
import io.abcast.partitions.DeclaredKeys;
import io.abcast.partitions.Procedure;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Collects the keys that a procedure declares, sorted and without duplicates. */
public final class KeyDeclaration implements DeclaredKeys {
    static final int KEYS_MAX = 8192;

    private static final Comparator<DeclaredKey> BY_KEY = Comparator.comparing(each -> each.key);

    private final StoreDefinition definition;
    private final List<DeclaredKey> keys = new ArrayList<>();

    private KeyDeclaration(StoreDefinition definition) {
        this.definition = definition;
    }

    static DeclaredKey[] of(StoreDefinition definition, Procedure procedure, byte[] arguments) {
        return declared(definition, procedure, arguments).merged();
    }

    private static KeyDeclaration declared(
            StoreDefinition definition, Procedure procedure, byte[] arguments) {
        KeyDeclaration declaration = new KeyDeclaration(definition);
        try {
            procedure.declare(arguments, declaration);
        } catch (AbortException e) {
            throw new AbortException(procedure.name() + ": " + e.getMessage(), false);
        } catch (RuntimeException e) {
            throw new AbortException(procedure.name() + ": " + e, false);
        }
        return declaration;
    }

    /**
     * Returns the number of the partition that stores the row of the first declared key; -1 if the procedure declares
     * no key.
     *
     * @throws AbortException if the procedure throws an exception or declares invalid keys
     */
    static int firstHome(StoreDefinition definition, Procedure procedure, byte[] arguments) {
        List<DeclaredKey> keys = declared(definition, procedure, arguments).keys;
        return keys.isEmpty() ? -1 : keys.get(0).home;
    }

    /**
     * Returns the numbers of the destinations of a transaction, ascending.
     *
     * @throws AbortException if the procedure throws an exception or declares invalid keys
     */
    public static int[] destinations(
            StoreDefinition definition, Procedure procedure, byte[] arguments) {
        TreeSet<Integer> homes = new TreeSet<>();
        for (DeclaredKey key : of(definition, procedure, arguments)) homes.add(key.home);
        return homes.stream().mapToInt(home -> home).toArray();
    }

    /**
     * Returns the numbers of the partitions whose rows a query (a procedure that writes nothing) reads, ascending.
     *
     * @throws AbortException if the procedure throws an exception, declares invalid keys, or declares writes
     */
    public static int[] destinationsOfQuery(
            StoreDefinition definition, Procedure procedure, byte[] arguments) {
        for (DeclaredKey key : of(definition, procedure, arguments))
            if (key.has(DeclaredKey.EXCLUSIVE))
                throw new AbortException(
                        "%s: key %s: expected a query, which writes nothing"
                                .formatted(procedure.name(), definition.show(key.key)),
                        false);
        return destinations(definition, procedure, arguments);
    }

    @Override
    public void read(RowKey key) {
        add(key, DeclaredKey.READ);
    }

    @Override
    public void update(RowKey key) {
        add(key, DeclaredKey.READ | DeclaredKey.EXCLUSIVE);
    }

    @Override
    public void write(RowKey key) {
        add(key, DeclaredKey.EXCLUSIVE);
    }

    @Override
    public void homeRead(RowKey key) {
        add(key, DeclaredKey.HOME_READ);
    }

    @Override
    public void homeUpdate(RowKey key) {
        add(key, DeclaredKey.HOME_READ | DeclaredKey.EXCLUSIVE);
    }

    private void add(RowKey key, int rights) {
        StoreTable table = definition.table(key.table());
        if (table == null)
            throw new AbortException("key " + key + ": no table has this number", false);
        if (table.kind() == StoreTable.Kind.FIXED || table.kind() == StoreTable.Kind.EVERYWHERE)
            throw new AbortException(
                    "key %s: expected no declaration, because rows of table %s never change"
                            .formatted(definition.show(key), table.name()),
                    false);
        if (keys.size() == KEYS_MAX)
            throw new AbortException("keys: expected at most " + KEYS_MAX, false);
        RowKey locked = table.lockOf(key);
        keys.add(new DeclaredKey(locked, definition.homeOf(locked), rights));
    }

    private DeclaredKey[] merged() {
        keys.sort(BY_KEY);
        DeclaredKey[] merged = new DeclaredKey[keys.size()];
        int count = 0;
        for (DeclaredKey each : keys) {
            if (count > 0 && merged[count - 1].key.equals(each.key))
                merged[count - 1].rights |= each.rights;
            else merged[count++] = each;
        }
        return count == merged.length ? merged : Arrays.copyOf(merged, count);
    }
}
