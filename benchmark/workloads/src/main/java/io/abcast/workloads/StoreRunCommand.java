package io.abcast.workloads;

import io.abcast.command.CommandFailedException;
import io.abcast.command.JsonOption;
import io.abcast.command.Usage;
import io.abcast.report.Environment;
import io.abcast.report.TextTable;
import io.abcast.workloads.StoreOrderRun.Replica;
import io.abcast.workloads.StoreOrderRun.Result;
import io.abcast.workloads.StoreWorkload.Call;
import io.abcast.workloads.StoreWorkload.Checked;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code abcast store run}: executes one order of transactions with several numbers of worker threads, and compares the
 * digests of all replicas.
 */
@Command(
        name = "run",
        description = {
            "Execute one generated order of transactions in one process, once for each number of workers.",
            "All runs must end with equal digests of order and writes, and the workload's conditions must hold."
        },
        sortOptions = false)
final class StoreRunCommand implements Callable<Integer> {
    private static final int TRANSACTIONS_MAX = 10_000_000;
    private static final int WORKERS_MAX = 256;
    private static final int REPLICAS_MAX = 9;

    @Spec private CommandSpec spec;

    @Mixin private StoreRunOptions options;

    @Option(
            names = "--transactions",
            defaultValue = "10000",
            paramLabel = "T",
            description = "Number of transactions. Default: ${DEFAULT-VALUE}.")
    private int transactions;

    @Option(
            names = "--workers",
            split = ",",
            defaultValue = "1,2",
            paramLabel = "W",
            description =
                    "Numbers of threads that execute procedures; one run for each number. Default: ${DEFAULT-VALUE}.")
    private List<Integer> workers;

    @Option(
            names = "--replicas",
            defaultValue = "1",
            paramLabel = "R",
            description = "Replicas of each partition, 1 to 9. Default: ${DEFAULT-VALUE}.")
    private int replicas;

    @Option(
            names = "--dump",
            paramLabel = "DIR",
            description = "Write the tables after the first run to DIR/PARTITION-SERVER/TABLE.csv.")
    private Path dump;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws InterruptedException {
        Usage usage = new Usage(spec.commandLine());
        StoreWorkload workload = options.workload(usage);
        StoreRunOptions.within(usage, "--transactions", transactions, 1, TRANSACTIONS_MAX);
        StoreRunOptions.within(usage, "--replicas", replicas, 1, REPLICAS_MAX);
        Set<Integer> different = new HashSet<>();
        for (int each : workers) {
            StoreRunOptions.within(usage, "--workers", each, 1, WORKERS_MAX);
            if (!different.add(each)) throw usage.wrong("--workers", "different numbers", workers);
        }
        if (dump != null && Files.exists(dump) && !Files.isDirectory(dump))
            throw usage.wrong("--dump", "a directory or a new name", dump);
        checkHeap(usage, workload);
        PrintWriter out =
                json.printsText() ? spec.commandLine().getOut() : spec.commandLine().getErr();
        try {
            return run(workload, out);
        } catch (ExecutionException e) {
            throw new CommandFailedException("a transaction failed: " + e.getCause(), e);
        } catch (IOException e) {
            throw new CommandFailedException("cannot write --dump " + dump + ": " + e, e);
        }
    }

    /** Refuses a workload whose rows do not fit into the heap, because the run would fail only after a long time. */
    private void checkHeap(Usage usage, StoreWorkload workload) {
        long needed = workload.bytesPerReplica() * options.partitions();
        long available = Runtime.getRuntime().maxMemory();
        if (needed > available)
            throw usage.wrong(
                    "--partitions",
                    "rows that fit into the heap of %d MB (ABCAST_OPTS=-Xmx sets it)"
                            .formatted(available >> 20),
                    (needed >> 20) + " MB");
    }

    private int run(StoreWorkload workload, PrintWriter out)
            throws InterruptedException, ExecutionException, IOException {
        StoreOrderRun runs = new StoreOrderRun(workload, options.partitions(), replicas);
        out.println(
                workload.describe()
                        + "; "
                        + transactions
                        + " transactions, seed "
                        + options.seed());
        out.flush();
        List<Call> calls = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        results.add(runs.generate(options.seed(), transactions, calls).withoutRows());
        print(results.get(0), out);
        for (int each : workers) {
            Result result = runs.execute(calls, each);
            if (dump != null && results.size() == 1) write(result, workload);
            results.add(result.withoutRows());
            print(results.get(results.size() - 1), out);
        }
        String difference = difference(results);
        printDigests(results.get(0), out);
        out.println(
                difference.isEmpty()
                        ? "digests: equal in all runs"
                        : "digests: DIFFERENT: " + difference);
        boolean holds = results.stream().allMatch(Result::holds);
        out.flush();
        if (json.wanted()) {
            Environment environment = Environment.here(List.of(), List.of());
            json.write(
                    spec.commandLine().getOut(),
                    StoreRunJson.document(
                            environment,
                            workload,
                            options,
                            transactions,
                            replicas,
                            results,
                            difference.isEmpty()));
            spec.commandLine().getOut().flush();
        }
        return holds && difference.isEmpty() ? 0 : 1;
    }

    private void write(Result result, StoreWorkload workload) throws IOException {
        for (Replica each : result.replicas())
            CsvTable.write(workload.dump(), each.rows(), dump.resolve(each.directory()));
    }

    private static void print(Result result, PrintWriter out) {
        int all = (int) (result.committed() + result.aborted());
        String who = result.workers() == 0 ? "generated in order" : "workers " + result.workers();
        out.printf(
                Locale.ROOT,
                "%s: %.2f s, %.0f transactions/s, %d committed, %d aborted, %.1f %% multis, digest %016x%n",
                who,
                result.seconds(),
                all / result.seconds(),
                result.committed(),
                result.aborted(),
                100.0 * result.multis() / all,
                result.digest());
        for (Checked each : result.conditions())
            if (!each.holds())
                out.println("  VIOLATED: " + each.condition() + ": " + each.detail());
        if (result.holds()) out.println("  all " + result.conditions().size() + " conditions hold");
        out.flush();
    }

    private static void printDigests(Result result, PrintWriter out) {
        TextTable table = new TextTable("partition", "deliveries", "order", "writes");
        for (Replica each : result.replicas())
            table.row(
                    each.partition(),
                    Long.toString(each.deliveries()),
                    String.format("%016x", each.digest().order()),
                    String.format("%016x", each.digest().writes()));
        out.print(table);
    }

    private static String difference(List<Result> results) {
        TreeMap<String, Replica> expected = new TreeMap<>();
        for (Replica each : results.get(0).replicas()) expected.put(each.partition(), each);
        for (Result result : results)
            for (Replica each : result.replicas()) {
                Replica first = expected.get(each.partition());
                if (!each.digest().equals(first.digest()))
                    return "partition %s, server %d, %d workers: expected %s, got %s"
                            .formatted(
                                    each.partition(),
                                    each.server(),
                                    result.workers(),
                                    first.digest(),
                                    each.digest());
            }
        return "";
    }
}
