package io.abcast.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.workloads.CsvTable;
import io.abcast.workloads.StoreRuns;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.tpcc.TpccWorkload.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TpccDumpTest {
    @TempDir Path directory;

    private static Map<String, byte[]> files(Path folder) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.toList())
                found.put(each.getFileName().toString(), Files.readAllBytes(each));
        }
        return found;
    }

    @Test
    void replicasWriteEqualFiles() throws Exception {
        StoreWorkload workload = new TpccWorkload(new TpccScale(2, 100, 30), 2, Remote.THESIS, 5);
        StoreRuns runs = new StoreRuns(workload, 2, 3);
        runs.generate(6, 2_000);
        StoreRuns.Outcome outcome = runs.execute(3);
        for (int i = 0; i < outcome.rows().size(); i++)
            CsvTable.write(
                    workload.dump(),
                    outcome.rows().get(i),
                    directory.resolve(outcome.directories().get(i)));
        assertEquals(List.of("A-1", "A-2", "A-3", "B-1", "B-2", "B-3"), outcome.directories());
        for (String partition : List.of("A", "B")) {
            Map<String, byte[]> first = files(directory.resolve(partition + "-1"));
            assertEquals(
                    new TreeSet<>(
                            List.of(
                                    "customer.csv",
                                    "district.csv",
                                    "history.csv",
                                    "item.csv",
                                    "new_order.csv",
                                    "order.csv",
                                    "order_line.csv",
                                    "stock.csv",
                                    "warehouse.csv")),
                    first.keySet());
            for (int server = 2; server <= 3; server++) {
                Map<String, byte[]> other = files(directory.resolve(partition + "-" + server));
                first.forEach((name, bytes) -> assertArrayEquals(bytes, other.get(name), name));
            }
        }
        checkForm(directory.resolve("B-1"));
    }

    private static void checkForm(Path folder) throws IOException {
        for (Path file : Stream.of(folder.toFile().listFiles()).map(f -> f.toPath()).toList()) {
            List<String> lines = Files.readAllLines(file);
            int columns = lines.get(0).split(",", -1).length;
            assertTrue(lines.size() > 1, file::toString);
            for (String line : lines)
                assertEquals(columns, line.split(",", -1).length, file + ": " + line);
        }
        List<String> warehouse = Files.readAllLines(folder.resolve("warehouse.csv"));
        assertEquals(2, warehouse.size());
        String[] cells = warehouse.get(1).split(",", -1);
        assertEquals("2", cells[0]);
        assertTrue(cells[7].matches("0\\.\\d{4}"), cells[7]);
        assertTrue(cells[8].matches("\\d+\\.\\d{2}"), cells[8]);
        List<String> orders = Files.readAllLines(folder.resolve("order.csv"));
        assertTrue(
                orders.stream()
                        .anyMatch(
                                line ->
                                        line.matches(
                                                "\\d+,\\d+,2,\\d+,2026-01-01 [0-9:.]+,,\\d+,[01]")),
                "an order without a carrier");
        List<String> customers = Files.readAllLines(folder.resolve("customer.csv"));
        assertTrue(customers.get(1).startsWith("1,1,2,"), customers.get(1));
        assertTrue(customers.get(2).startsWith("2,1,2,"), customers.get(2));
    }
}
