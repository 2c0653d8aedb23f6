package io.abcast.workloads;

import io.abcast.partitions.Population;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The initial rows (population) of a store, which all replicas in this process share to save time and memory. Sharing
 * is safe, because the rows are immutable.
 */
final class SharedPopulation implements Population {
    private final Population population;
    private final List<StoreTable> tables;
    private final Map<Integer, FrozenRows> made = new HashMap<>();

    private SharedPopulation(Population population, List<StoreTable> tables) {
        this.population = population;
        this.tables = tables;
    }

    static StoreDefinition of(StoreDefinition definition) {
        return definition.with(new SharedPopulation(definition.population(), definition.tables()));
    }

    @Override
    public String name() {
        return population.name();
    }

    @Override
    public void populate(int partition, Sink rows) {
        FrozenRows shared = shared(partition);
        for (StoreTable table : tables) shared.forEach(table.number(), rows::put);
    }

    private synchronized FrozenRows shared(int partition) {
        return made.computeIfAbsent(
                partition,
                p -> {
                    RowTables rows = new RowTables(tables);
                    population.populate(p, rows::load);
                    rows.beginFreeze(0);
                    return rows.finishFreeze();
                });
    }
}
