package io.abcast.workloads.tpcc;

import io.abcast.partitions.Partitioner;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.CsvTable;
import io.abcast.workloads.StoreWorkload;
import java.util.List;

/** The workload {@code tpcc}: the transactions of TPC-C on warehouses that are divided among the partitions. */
public final class TpccWorkload implements StoreWorkload {
    /** Rule that chooses the supplying warehouses of an order's remote lines. */
    public enum Remote {
        /** All remote lines of an order come from one warehouse (Vandevoorde 2018, section 4.1.1). */
        THESIS,
        /** Each remote line of an order comes from a randomly chosen warehouse (TPC-C 2.4.1.5). */
        SPEC
    }

    /** Approximate heap memory in bytes, in the full scale of TPC-C. */
    private static final long WAREHOUSE_BYTES = 125L << 20;

    private final TpccScale scale;
    private final int partitions;
    private final Remote remote;
    private final long seed;

    /**
     * Makes the workload.
     *
     * @param seed random seed of the initial rows
     */
    public TpccWorkload(TpccScale scale, int partitions, Remote remote, long seed) {
        this.scale = scale;
        this.partitions = partitions;
        this.remote = remote;
        this.seed = seed;
    }

    @Override
    public String describe() {
        return "tpcc (%s), %d warehouses in %d partitions"
                .formatted(
                        remote == Remote.THESIS ? "thesis" : "spec",
                        scale.warehouses(),
                        partitions);
    }

    private int partitionOf(int warehouse) {
        return (warehouse - 1) % partitions;
    }

    @Override
    public StoreDefinition definition() {
        Partitioner partitioner =
                new Partitioner() {
                    @Override
                    public String name() {
                        return "warehouse modulo " + partitions;
                    }

                    @Override
                    public int homeOf(RowKey key) {
                        return partitionOf(TpccTables.warehouseOf(key));
                    }
                };
        return new StoreDefinition(
                TpccTables.all(),
                List.of(
                        new NewOrder(),
                        new Payment(),
                        new DeliveryRun(),
                        new OrderStatus(),
                        new StockLevel(),
                        new CustomerChoice.ByName(),
                        new StockLevel.RecentItems()),
                partitioner,
                new TpccPopulation(scale, seed, this::partitionOf));
    }

    @Override
    public Generator generator(long generatorSeed) {
        TpccGenerator generator =
                new TpccGenerator(generatorSeed, seed, scale, remote == Remote.THESIS);
        return generator::next;
    }

    @Override
    public Check check() {
        return new Check() {
            private final long[] delivered = new long[scale.warehouses() * TpccScale.DISTRICTS];

            @Override
            public void outcome(Call call, StoreOutcome outcome) {
                if (!outcome.committed() || !call.procedure().equals(DeliveryRun.NAME)) return;
                int w = DeliveryRun.Input.decode(call.arguments()).warehouse();
                int[] orders = DeliveryRun.delivered(outcome.results().get(0));
                for (int d = 1; d <= orders.length; d++)
                    if (orders[d - 1] > 0) delivered[scale.district(w, d)]++;
            }

            @Override
            public List<Checked> conditions(List<FrozenRows> rows, boolean complete) {
                return new TpccConditions(scale, rows, complete ? delivered : null).all();
            }
        };
    }

    @Override
    public List<CsvTable> dump() {
        return TpccDump.all();
    }

    @Override
    public long bytesPerReplica() {
        int perPartition = (scale.warehouses() + partitions - 1) / partitions;
        return WAREHOUSE_BYTES * perPartition;
    }
}
