package io.abcast.workloads.process;

import io.abcast.partitions.StoreOutcome;
import io.abcast.workloads.StoreRunOptions;
import io.abcast.workloads.StoreWorkload;
import io.abcast.workloads.StoreWorkload.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;

/**
 * Measures a store once: starts server processes, runs clients in a closed loop, then compares all replicas and checks
 * the workload's conditions.
 */
public final class StoreBench {
    private static final long MICROS_MAX = 600_000_000;
    private static final long EQUAL_SECONDS = 60;

    /** Time in ms, longer than any pause of a loaded host, after which a transaction without an answer fails. */
    private static final String REQUEST_TIMEOUT_MILLIS = "60000";

    /**
     * Settings of one measurement.
     *
     * @param main main class of the servers, which runs {@link StoreServeCommand}
     * @param map the partitions with their servers, in the format of CAMU's attribute {@code partitions}
     * @param names names of the partitions, sorted
     * @param servers server ids of each partition; the ids of all servers are 1, 2, 3, and so on
     * @param workload workload options for the command line of {@code store serve}
     * @param workers number of threads of a server that execute procedures
     * @param clients number of clients of all servers together
     * @param properties values of properties in the stack file, such as abcast.links
     * @param directory directory of logs and data
     * @param dump directory that keeps the replicas' tables after the run; if {@code null}, the tables are deleted
     */
    public record Settings(
            Class<?> main,
            String map,
            List<String> names,
            List<List<Integer>> servers,
            List<String> workload,
            int workers,
            int clients,
            long seed,
            double warmupSeconds,
            double seconds,
            String durability,
            Path config,
            Map<String, String> properties,
            List<String> jvmFlags,
            Path directory,
            Path dump) {
        int serverCount() {
            return servers.stream().flatMap(List::stream).mapToInt(i -> i).max().orElse(0);
        }
    }

    /**
     * The figures of one measurement.
     *
     * @param description the workload in words
     * @param committed committed transactions in the measured time
     * @param aborted transactions of the measured time that their procedures have aborted
     * @param abortedAttempts attempts of the measured time that the commit protocol has aborted and then retried
     * @param multis transactions of the measured time with several partitions
     * @param failed transactions of the whole run that ended without an outcome, such as by a time-out
     * @param singleMicros latencies of transactions with one partition
     * @param multiMicros latencies of transactions with several partitions
     * @param difference the first difference between dumps of replicas of a partition; empty if they are equal
     */
    public record Result(
            Settings settings,
            String description,
            long committed,
            long aborted,
            long abortedAttempts,
            long multis,
            long failed,
            Histogram singleMicros,
            Histogram multiMicros,
            List<Checked> conditions,
            String difference) {
        /** Number of transactions per second that were committed or aborted by their procedures. */
        public double perSecond() {
            return (committed + aborted) / settings.seconds;
        }

        public double committedPerSecond() {
            return committed / settings.seconds;
        }

        public boolean holds() {
            return difference.isEmpty() && conditions.stream().allMatch(Checked::holds);
        }
    }

    private final Settings settings;
    private final StoreWorkload workload;
    private final Consumer<String> progress;

    private long abortedAttempts;

    /** @param progress receives a line of text before each step of the measurement */
    public StoreBench(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
        workload = workload(settings.workload);
    }

    /** @throws CommandLine.ParameterException if an option is wrong */
    public static StoreWorkload workload(List<String> options) {
        StoreRunOptions chosen = new StoreRunOptions();
        CommandLine command = new CommandLine(chosen);
        command.parseArgs(options.toArray(String[]::new));
        return chosen.workload(new io.abcast.command.Usage(command));
    }

    /** Runs the measurement and returns its figures. */
    public Result run() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(settings.workload);
        arguments.addAll(List.of("--workers", String.valueOf(settings.workers)));
        int count = settings.serverCount();
        StoreEnsemble.Setup setup =
                new StoreEnsemble.Setup(
                        settings.main,
                        settings.map,
                        count,
                        0,
                        settings.config,
                        settings.properties,
                        Map.of("request_timeout", REQUEST_TIMEOUT_MILLIS),
                        settings.durability,
                        settings.jvmFlags,
                        arguments,
                        settings.directory);
        try (StoreEnsemble servers = new StoreEnsemble(setup)) {
            servers.start();
            servers.awaitActive();
            progress.accept(count + " servers serve");
            List<CallRecord> records = load(servers, count);
            servers.awaitEqual(settings.names, EQUAL_SECONDS);
            Path to = settings.dump == null ? settings.directory.resolve("dump") : settings.dump;
            Files.createDirectories(to);
            servers.dump(to);
            progress.accept("the replicas have equal digests; their tables are written");
            return result(records, to);
        }
    }

    private List<CallRecord> load(StoreEnsemble servers, int count)
            throws IOException, InterruptedException {
        for (int id = 1; id <= count; id++) {
            int share = settings.clients / count + (id <= settings.clients % count ? 1 : 0);
            servers.server(id).ask("load " + (settings.seed + id) + " " + share);
        }
        Thread.sleep((long) (settings.warmupSeconds * 1000));
        long before = abortedAttempts(servers);
        Thread.sleep((long) (settings.seconds * 1000));
        abortedAttempts = abortedAttempts(servers) - before;
        List<CallRecord> records = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            Path file = settings.directory.resolve("calls-" + id).toAbsolutePath();
            servers.server(id).ask("stop " + file);
            records.addAll(CallRecord.read(file));
            Files.delete(file);
        }
        progress.accept(records.size() + " transactions have ended");
        return records;
    }

    private static long abortedAttempts(StoreEnsemble servers) throws IOException {
        long sum = 0;
        for (StoreProcess each : servers.servers()) sum += Long.parseLong(each.ask("aborts"));
        return sum;
    }

    private Result result(List<CallRecord> records, Path dump) throws IOException {
        StoreDumps dumps = new StoreDumps(dump, workload, settings.names, settings.servers);
        String difference = dumps.difference();
        long failed = records.stream().filter(each -> each.outcome() == null).count();
        List<Checked> conditions = dumps.check(records, failed == 0);
        dumps.clean();
        Histogram singles = new Histogram(MICROS_MAX, 3);
        Histogram multis = new Histogram(MICROS_MAX, 3);
        long committed = 0;
        long aborted = 0;
        double from = settings.warmupSeconds * 1e6;
        double to = from + settings.seconds * 1e6;
        for (CallRecord each : records) {
            double end = each.startMicros() + each.tookMicros();
            if (each.outcome() == null || end < from || end >= to) continue;
            if (each.outcome().status() == StoreOutcome.Status.COMMITTED) committed++;
            else aborted++;
            Histogram latencies = each.isMulti() ? multis : singles;
            latencies.recordValue(Math.min(each.tookMicros(), MICROS_MAX));
        }
        return new Result(
                settings,
                workload.describe(),
                committed,
                aborted,
                abortedAttempts,
                multis.getTotalCount(),
                failed,
                singles,
                multis,
                conditions,
                difference);
    }
}
