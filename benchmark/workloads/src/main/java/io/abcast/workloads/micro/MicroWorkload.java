package io.abcast.workloads.micro;

import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.Partitioner;
import io.abcast.partitions.Population;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOutcome;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.CsvTable;
import io.abcast.workloads.StoreWorkload;
import java.io.IOException;
import java.util.List;

/**
 * The workload {@code micro} (Vandevoorde 2018, section 5.1.1), in which every transaction uses ten records. If there
 * are hot (often used) records, every transaction uses one hot record in each of its partitions.
 */
public final class MicroWorkload implements StoreWorkload {
    private static final int BYTES_PER_RECORD = 80;

    private final MicroSettings settings;
    private final MicroTransaction update = new MicroTransaction(true);
    private final MicroTransaction read = new MicroTransaction(false);

    public MicroWorkload(MicroSettings settings) {
        this.settings = settings;
    }

    @Override
    public String describe() {
        return "micro, %d keys per partition, %d %% multis over %d partitions, %d hot keys, %d %% reads"
                .formatted(
                        settings.keys(),
                        settings.multiPercent(),
                        settings.span(),
                        settings.hotKeys(),
                        settings.readPercent());
    }

    @Override
    public StoreDefinition definition() {
        return new StoreDefinition(
                List.of(StoreTable.rows(MicroTransaction.RECORDS, "record")),
                List.of(update, read),
                partitioner(),
                population());
    }

    private Partitioner partitioner() {
        return new Partitioner() {
            @Override
            public String name() {
                return "record of " + settings.partitions();
            }

            @Override
            public int homeOf(RowKey key) {
                return MicroTransaction.partitionOf(key);
            }
        };
    }

    private Population population() {
        return new Population() {
            @Override
            public String name() {
                return settings.keys() + " records";
            }

            @Override
            public void populate(int partition, Sink rows) {
                for (int i = 0; i < settings.keys(); i++) {
                    RowKey key = MicroTransaction.key(partition, i);
                    rows.put(key, MicroTransaction.record(0, SplitMix64.mix(key.id())));
                }
            }
        };
    }

    @Override
    public Generator generator(long seed) {
        MicroGenerator generator = new MicroGenerator(settings, seed);
        return () -> {
            boolean reads = generator.reads();
            byte[] arguments = MicroTransaction.arguments(generator.keys());
            return new Call(reads ? read.name() : update.name(), arguments);
        };
    }

    @Override
    public Check check() {
        return new Check() {
            private long written;

            @Override
            public void outcome(Call call, StoreOutcome outcome) {
                if (outcome.committed() && call.procedure().equals(update.name()))
                    written += MicroTransaction.keys(call.arguments()).length;
            }

            @Override
            public List<Checked> conditions(List<FrozenRows> partitions, boolean complete) {
                if (!complete) return List.of();
                long[] counted = new long[1];
                for (FrozenRows rows : partitions)
                    rows.forEach(
                            MicroTransaction.RECORDS,
                            (key, row) -> counted[0] += MicroTransaction.countOf(row));
                String violation =
                        counted[0] == written
                                ? ""
                                : "expected %d, got %d".formatted(written, counted[0]);
                return List.of(
                        Checked.of("sum of the records' counts = records written", violation));
            }
        };
    }

    @Override
    public List<CsvTable> dump() {
        return List.of(
                new CsvTable() {
                    @Override
                    public String name() {
                        return "record";
                    }

                    @Override
                    public List<String> columns() {
                        return List.of("R_PARTITION", "R_ID", "R_COUNT", "R_NUMBER");
                    }

                    @Override
                    public void lines(FrozenRows rows, Lines lines) throws IOException {
                        rows.forEach(
                                MicroTransaction.RECORDS,
                                (key, row) ->
                                        lines.add(
                                                MicroTransaction.partitionOf(key)
                                                        + ","
                                                        + (int) key.id()
                                                        + ","
                                                        + MicroTransaction.countOf(row)
                                                        + ","
                                                        + MicroTransaction.numberOf(row)));
                    }
                });
    }

    @Override
    public long bytesPerReplica() {
        return (long) settings.keys() * BYTES_PER_RECORD;
    }
}
