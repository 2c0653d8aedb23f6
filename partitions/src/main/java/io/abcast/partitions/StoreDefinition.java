package io.abcast.partitions;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tables, procedures, partitioner and initial rows of a store. All servers must use the same definition: servers
 * compare the {@link #text} when they meet. Immutable.
 */
public final class StoreDefinition {
    /** Home of rows that every partition has. */
    public static final int EVERYWHERE = -1;

    private final StoreTable[] tables = new StoreTable[StoreTable.NUMBER_MAX + 1];
    private final List<StoreTable> tableList;
    private final Map<String, Procedure> procedures = new TreeMap<>();
    private final Partitioner partitioner;
    private final Population population;

    /**
     * Makes a definition.
     *
     * @throws IllegalArgumentException if two tables or two procedures have the same number or name
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

    /** A definition that differs in its initial rows only. */
    public StoreDefinition with(Population other) {
        return new StoreDefinition(tableList, List.copyOf(procedures.values()), partitioner, other);
    }

    public List<StoreTable> tables() {
        return tableList;
    }

    /** The table with this number; {@code null} if there is no such table. */
    public StoreTable table(int number) {
        return number < 0 || number > StoreTable.NUMBER_MAX ? null : tables[number];
    }

    /** The procedure with this name; {@code null} if there is no such procedure. */
    public Procedure procedure(String name) {
        return procedures.get(name);
    }

    public Population population() {
        return population;
    }

    /**
     * The number of the partition that stores a row, or {@link #EVERYWHERE}.
     *
     * @throws AbortException if there is no such table
     */
    public int homeOf(RowKey key) {
        StoreTable table = table(key.table());
        if (table == null)
            throw new AbortException("key " + key + ": no table has this number", false);
        if (table.kind() == StoreTable.Kind.EVERYWHERE) return EVERYWHERE;
        return partitioner.homeOf(table.lockOf(key));
    }

    /** The names of a key's table and of the key, for messages. */
    public String show(RowKey key) {
        StoreTable table = table(key.table());
        String row = key.name() == null ? Long.toString(key.id()) : key.name();
        return (table == null ? Integer.toString(key.table()) : table.name()) + ":" + row;
    }

    /** The parts of the definition that all servers must share, as one line. */
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
