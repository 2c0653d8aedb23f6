package io.abcast.workloads.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.partitions.StoreOptions;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.StoreWorkload.Checked;
import io.abcast.workloads.tpcc.TpccScale;
import io.abcast.workloads.tpcc.TpccWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Runs the workload tpcc over real servers with fsync, while the test kills servers. The clients are in the test's own
 * process, which is never killed and therefore gets the answer of every transaction.
 */
@Tag("process")
@Isolated
final class StoreProcessesTest {
    private static final int ITEMS = 500;
    private static final int CUSTOMERS = 30;
    private static final int SEED = 3;
    private static final int CLIENTS = 12;
    private static final long ANSWER_SECONDS = 120;
    private static final List<String> NAMES = List.of("A", "B");
    private static final List<List<Integer>> SERVERS = List.of(List.of(1, 2, 3), List.of(4, 5, 6));

    private static final int SEAT = 7;

    @TempDir private Path directory;

    private StoreEnsemble.Setup setup() {
        List<String> arguments =
                List.of(
                        "--workload",
                        "tpcc",
                        "--partitions",
                        "2",
                        "--scale",
                        ITEMS + "," + CUSTOMERS,
                        "--seed",
                        String.valueOf(SEED),
                        "--digest-every",
                        "100");
        return new StoreEnsemble.Setup(
                StoreServeCommand.class,
                "A=1,2,3;B=4,5,6;clients=" + SEAT,
                SEAT - 1,
                1,
                Path.of(System.getProperty("abcast.root", "../.."), "config", "camu-tcp.xml"),
                Map.of(),
                Map.of(
                        "request_timeout",
                        String.valueOf(ANSWER_SECONDS * 1000),
                        // A small interval, so that members also take snapshots and delete log
                        // segments during the test.
                        "snapshot_every_bytes",
                        "100000"),
                "fsync",
                List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                arguments,
                directory.resolve("servers"));
    }

    @Test
    void conditionsHoldAfterReplicasAndAPartitionWereKilled() throws Exception {
        StoreWorkload workload =
                new TpccWorkload(
                        new TpccScale(2, ITEMS, CUSTOMERS), 2, TpccWorkload.Remote.THESIS, SEED);
        try (StoreEnsemble servers = new StoreEnsemble(setup())) {
            servers.start();
            try (StoreSite seat =
                    StoreSite.start(
                            servers.stack(SEAT, "memory"),
                            workload.definition(),
                            StoreOptions.DEFAULT.withDigestEvery(100))) {
                servers.awaitActive();
                seat.awaitActive(60);
                StoreClients clients = new StoreClients(seat, workload.generator(SEED), CLIENTS);
                awaitMore(clients, 200);
                for (int victim = 1; victim <= 3; victim++) {
                    servers.server(victim).kill();
                    awaitMore(clients, 100);
                    servers.server(victim).start();
                    servers.server(victim).ask("active");
                    awaitMore(clients, 100);
                }
                for (int victim : SERVERS.get(1)) servers.server(victim).kill();
                Thread.sleep(3_000);
                for (int victim : SERVERS.get(1)) servers.server(victim).start();
                servers.awaitActive();
                awaitMore(clients, 200);
                List<CallRecord> records = clients.stop(ANSWER_SECONDS);
                for (CallRecord each : records) assertEquals("", each.failure());
                check(servers, workload, records);
            }
        }
    }

    private void check(StoreEnsemble servers, StoreWorkload workload, List<CallRecord> records)
            throws Exception {
        servers.awaitEqual(NAMES, ANSWER_SECONDS);
        Path dump = directory.resolve("dump");
        servers.dump(dump);
        StoreDumps dumps = new StoreDumps(dump, workload, NAMES, SERVERS);
        assertEquals("", dumps.difference());
        List<Checked> conditions = dumps.check(records, true);
        assertEquals(3 * 14, conditions.size());
        for (Checked each : conditions)
            assertTrue(each.holds(), () -> each.condition() + ": " + each.detail());
        assertTrue(records.stream().anyMatch(CallRecord::isMulti));
    }

    private static void awaitMore(StoreClients clients, int count) throws InterruptedException {
        int goal = clients.ended() + count;
        long deadline = System.nanoTime() + ANSWER_SECONDS * 1_000_000_000;
        while (clients.ended() < goal) {
            assertTrue(
                    System.nanoTime() < deadline, "expected " + goal + ", got " + clients.ended());
            Thread.sleep(10);
        }
    }
}
