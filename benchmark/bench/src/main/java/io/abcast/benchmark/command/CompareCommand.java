package io.abcast.benchmark.command;

import io.abcast.benchmark.compare.StoreRun;
import io.abcast.benchmark.report.CompareJson;
import io.abcast.benchmark.report.CompareReport;
import io.abcast.benchmark.report.CompareTable;
import io.abcast.command.CommandFailedException;
import io.abcast.command.Loggers;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.Usage;
import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.Isolation;
import io.abcast.load.contest.Outcome;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.report.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast compare}: puts the same load on abcast and then on each of its peers. */
@Command(
        name = "compare",
        description =
                "Put the same load on abcast and on other systems, in alternating runs. Each"
                        + " system has its own JVMs, and, where the host allows it, its own"
                        + " network. docs/comparison.md describes how each system is configured."
                        + " The first time, the other systems are fetched from Maven Central.",
        sortOptions = false,
        defaultValueProvider = CompareCommand.Defaults.class)
final class CompareCommand implements Callable<Integer> {
    /**
     * With a measurement of 4 s, a comparison of six systems at two loads, with three runs each, takes about a quarter
     * of an hour.
     */
    private static final double SECONDS = 4;

    private static final long GIVE_UP_SECONDS = 10;

    private static final int INTERRUPTED = 130;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Spec private CommandSpec spec;

    @Option(
            names = "--systems",
            split = ",",
            defaultValue = "abcast:ZAB,zookeeper,jgroups-raft,ratis,aeron,etcd",
            paramLabel = "NAME",
            description =
                    "Systems to compare: abcast:PROTOCOL, zookeeper, jgroups-raft, ratis, aeron, etcd. With"
                            + " --partitions: abcast:CAMU, camu-to (CAMU without links), camu-pb (CAMU with all"
                            + " links), one-zab (one ZAB group for all partitions), 2pc (two-phase commit), toa"
                            + " (TOA of JGroups 4.2). Default: ${DEFAULT-VALUE}.")
    private List<String> systems;

    @Mixin private LoadOptions load;

    @Mixin private PartitionOptions partitions;

    @Mixin private StoreLoadOptions store;

    @Option(
            names = "--etcd",
            paramLabel = "FILE",
            description =
                    "Path of the program etcd. Default: the program on the PATH, if there is one.")
    private Path etcd;

    @Mixin private MeasurementOutput output;

    static final class Defaults implements IDefaultValueProvider {
        private static final Map<String, String> OURS =
                Map.of(
                        "--runs",
                        "3",
                        "--warmup",
                        "4",
                        "--warmup-max",
                        "35",
                        "--attach",
                        LoadOptions.NATURAL);

        @Override
        public String defaultValue(ArgSpec argument) {
            return argument instanceof OptionSpec option ? OURS.get(option.longestName()) : null;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        PeerLibraries peers = peers();
        List<SystemName> names = SystemName.parse(spec.commandLine(), peers, systems);
        ComparisonPlan comparison =
                load.comparison(spec.commandLine(), names, partitions, peers, SECONDS);
        boolean isStore = store.wanted(spec.commandLine());
        // Report wrong options before the command makes a directory.
        if (isStore) runs(comparison, names, Path.of("."));
        output.check();
        Loggers.quiet();
        try {
            return isStore ? runStore(comparison, names) : run(comparison);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private List<StoreRun> runs(ComparisonPlan comparison, List<SystemName> names, Path directory) {
        return store.comparison(
                comparison,
                names,
                partitions.setup(new Usage(spec.commandLine())),
                spec.commandLine(),
                directory);
    }

    private int runStore(ComparisonPlan comparison, List<SystemName> names)
            throws IOException, InterruptedException {
        return new StoreComparison(
                        directory -> runs(comparison, names, directory),
                        load.storeConditions()
                                + partitions.storeConditions(comparison.partitions()),
                        output,
                        spec.commandLine().getErr())
                .run();
    }

    private PeerLibraries peers() {
        try {
            return new PeerLibraries(PeerLibraries.ofLauncher(), programs());
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private Map<String, Path> programs() {
        if (etcd == null) return Map.of();
        if (Files.isRegularFile(etcd) && Files.isExecutable(etcd))
            return Map.of("etcd", etcd.toAbsolutePath());
        throw new ParameterException(
                spec.commandLine(), "--etcd: expected the program etcd, got " + etcd);
    }

    private int run(ComparisonPlan comparison) throws IOException, InterruptedException {
        PrintWriter out = output.text();
        Path report = output.directory();
        Environment environment =
                Environment.here(comparison.configs().values(), comparison.serverFlags());
        Path work = report == null ? Files.createTempDirectory("abcast-compare-") : report;
        Path memory =
                Files.isWritable(SHARED_MEMORY)
                        ? Files.createTempDirectory(SHARED_MEMORY, "abcast-compare-")
                        : null;
        Isolation isolation = Isolation.best();
        ProcessRegistry registry = new ProcessRegistry();
        CountDownLatch through = new CountDownLatch(1);
        Thread hook = new Thread(() -> interrupted(registry, through, work, memory), "end-servers");
        Runtime.getRuntime().addShutdownHook(hook);
        List<Outcome> outcomes;
        try {
            CompareProgress progress = new CompareProgress(out, comparison);
            outcomes = comparison.run(work, memory, isolation, registry, progress);
        } catch (IllegalStateException e) {
            if (!registry.over()) throw e;
            return INTERRUPTED;
        } finally {
            registry.end();
            through.countDown();
            if (memory != null) Directories.delete(memory);
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        Map<String, String> versions = comparison.versions();
        String conditions =
                String.join(
                        "; ",
                        load.conditions() + partitions.conditions(comparison.partitions()),
                        lives(comparison),
                        network(isolation),
                        versions(versions));
        Map<String, String> notes = comparison.notes();
        out.println();
        out.print(CompareTable.of(outcomes));
        out.println(conditions);
        notes.forEach((system, note) -> out.println(system + ": " + note));
        output.write(
                () ->
                        CompareJson.document(
                                environment,
                                isolation.ownNetwork(),
                                comparison.keep(),
                                versions,
                                notes,
                                outcomes),
                () -> new CompareReport(environment, outcomes, conditions, notes));
        out.flush();
        List<String> problems =
                outcomes.stream()
                        .filter(o -> !o.problem().isEmpty())
                        .map(o -> CompareTable.label(o.experiment()) + ": " + o.problem())
                        .toList();
        if (!problems.isEmpty())
            throw new CommandFailedException(String.join("; ", problems) + "; logs in " + work);
        if (report == null) Directories.delete(work);
        return 0;
    }

    private static String lives(ComparisonPlan comparison) {
        if (comparison.runs() == 1) return "one run";
        return comparison.keep()
                ? "servers of abcast, jgroups-raft and Ratis keep running between runs, others are started for each run"
                : "new servers in each run";
    }

    private static String versions(Map<String, String> versions) {
        if (versions.isEmpty()) return "versions unknown";
        return versions.entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String network(Isolation isolation) {
        return isolation.ownNetwork()
                ? "each run in a network namespace of its own"
                : "runs use the network of the host and its byte counters";
    }

    private void interrupted(
            ProcessRegistry registry, CountDownLatch through, Path work, Path memory) {
        registry.end();
        try {
            // Wait until the command has ended before deleting, because a run that is just starting
            // still creates directories.
            through.await(GIVE_UP_SECONDS, TimeUnit.SECONDS);
            if (memory != null) Directories.delete(memory);
            if (output.directory() == null) Directories.delete(work);
        } catch (IOException | InterruptedException e) {
            spec.commandLine().getErr().println("abcast compare: could not delete all data: " + e);
        }
    }
}
