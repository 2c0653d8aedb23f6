package io.abcast.partitions;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tables, procedures, partitioner and initial rows of a store. All servers of a store must use the same definition:
 * servers compare the {@link #text} when they connect. Immutable.
 */
public final class StoreDefinition {
    /** Result of {@link #homeOf} for a row that every partition stores, instead of a partition number. */
    public static final int EVERYWHERE = -1;

    private final StoreTable[] tables = new StoreTable[StoreTable.NUMBER_MAX + 1];
    private final List<StoreTable> tableList;
    private final Map<String, Procedure> procedures = new TreeMap<>();
    private final Partitioner partitioner;
    private final Population population;

    /**
     * Creates the definition of a store.
     *
     * @throws IllegalArgumentException if two tables have the same number or name, or two procedures have the same name
     */
    public StoreDefinition(
            List<StoreTable> tables,
            List<Procedure> procedures,
            Partitioner partitioner,
            Population population) {
        tableList = List.copyOf(tables);
        for (StoreTable table : tableList) {
            StoreTable other = this.tables[table.number()];
            if (other != null)
                throw new IllegalArgumentException(
                        "table %d: expected one table, got %s and %s"
                                .formatted(table.number(), other.name(), table.name()));
            this.tables[table.number()] = table;
        }
        for (Procedure procedure : procedures)
            if (this.procedures.put(procedure.name(), procedure) != null)
                throw new IllegalArgumentException(
                        "procedure " + procedure.name() + ": expected one of this name, got two");
        this.partitioner = partitioner;
        this.population = population;
    }

    /** Returns a definition that differs from this definition only in the initial rows. */
    public StoreDefinition with(Population other) {
        return new StoreDefinition(tableList, List.copyOf(procedures.values()), partitioner, other);
    }

    public List<StoreTable> tables() {
        return tableList;
    }

    /** The table with the number {@code number}; {@code null} if the definition has no table with this number. */
    public StoreTable table(int number) {
        return number < 0 || number > StoreTable.NUMBER_MAX ? null : tables[number];
    }

    /** The procedure with the name {@code name}; {@code null} if the definition has no procedure with this name. */
    public Procedure procedure(String name) {
        return procedures.get(name);
    }

    public Population population() {
        return population;
    }

    /**
     * Returns the number of the partition that stores the row with {@code key}; {@link #EVERYWHERE} if every partition
     * stores the row.
     *
     * @throws AbortException if the definition has no table with the table number in {@code key}
     */
    public int homeOf(RowKey key) {
        StoreTable table = table(key.table());
        if (table == null)
            throw new AbortException("key " + key + ": no table has this number", false);
        if (table.kind() == StoreTable.Kind.EVERYWHERE) return EVERYWHERE;
        return partitioner.homeOf(table.lockOf(key));
    }

    /** Returns {@code key} as text for messages: the name of the table, and the name or number of the row. */
    public String show(RowKey key) {
        StoreTable table = table(key.table());
        String row = key.name() == null ? Long.toString(key.id()) : key.name();
        return (table == null ? Integer.toString(key.table()) : table.name()) + ":" + row;
    }

    /** Returns one line of text with those parts of the definition that must be equal at all servers. */
    public String text() {
        StringBuilder text = new StringBuilder("partitioner=").append(partitioner.name());
        text.append("; population=").append(population.name()).append("; tables=");
        for (StoreTable table : tables)
            if (table != null)
                text.append(table.number()).append(':').append(table.name()).append(',');
        return text.append("; procedures=")
                .append(String.join(",", procedures.keySet()))
                .toString();
    }
}
