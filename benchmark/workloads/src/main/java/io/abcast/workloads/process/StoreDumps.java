package io.abcast.workloads.process;

import io.abcast.partitions.StoreTable;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.CsvTable;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.StoreWorkload.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the dumps of all replicas after a run are equal, and whether the conditions of the workload hold. */
final class StoreDumps {
    static final String ROWS = "rows.bin";

    private final Path directory;
    private final StoreWorkload workload;

    private final List<String> names;

    private final List<List<Integer>> servers;

    StoreDumps(
            Path directory,
            StoreWorkload workload,
            List<String> names,
            List<List<Integer>> servers) {
        this.directory = directory;
        this.workload = workload;
        this.names = names;
        this.servers = servers;
    }

    private Path of(int partition, int server) {
        return directory.resolve(names.get(partition) + "-" + server);
    }

    String difference() throws IOException {
        for (int p = 0; p < names.size(); p++)
            for (int server : servers.get(p))
                for (CsvTable table : workload.dump()) {
                    Path first = of(p, servers.get(p).get(0)).resolve(table.name() + ".csv");
                    Path other = of(p, server).resolve(table.name() + ".csv");
                    if (Files.mismatch(first, other) >= 0)
                        return "%s and %s differ at byte %d"
                                .formatted(first, other, Files.mismatch(first, other));
                }
        return "";
    }

    /**
     * Checks the conditions first over the first replica of each partition, then over the second replica of each
     * partition, and so on.
     *
     * @param isComplete whether the records contain the outcome of every transaction
     */
    List<Checked> check(List<CallRecord> records, boolean isComplete) throws IOException {
        int replicas = servers.stream().mapToInt(List::size).max().orElse(0);
        List<StoreTable> tables = workload.definition().tables();
        List<Checked> all = new ArrayList<>();
        for (int i = 0; i < replicas; i++) {
            List<FrozenRows> rows = new ArrayList<>();
            for (int p = 0; p < names.size(); p++) {
                int server = servers.get(p).get(Math.min(i, servers.get(p).size() - 1));
                rows.add(RowsFile.read(tables, of(p, server).resolve(ROWS)));
            }
            StoreWorkload.Check check = workload.check();
            for (CallRecord each : records)
                if (each.outcome() != null) check.outcome(each.call(), each.outcome());
            all.addAll(check.conditions(rows, isComplete));
        }
        return all;
    }

    void clean() throws IOException {
        for (int p = 0; p < names.size(); p++)
            for (int server : servers.get(p)) Files.deleteIfExists(of(p, server).resolve(ROWS));
    }
}
