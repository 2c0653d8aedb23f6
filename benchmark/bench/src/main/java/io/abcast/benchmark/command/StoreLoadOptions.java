package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.PartitionSetup;
import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.compare.StoreRun;
import io.abcast.command.Usage;
import io.abcast.load.Experiment;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.server.ProtocolNames;
import io.abcast.workloads.StoreRunOptions;
import io.abcast.workloads.process.StoreBench;
import io.abcast.workloads.process.StoreServeCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of bench and compare for the transactional store. */
final class StoreLoadOptions {
    private static final int WORKERS = 2;
    private static final int WORKERS_MAX = 256;
    private static final String KEY_VALUE = "kv";

    private static final List<String> STORES =
            List.of(
                    StoreSystem.CAMU,
                    StoreSystem.WITHOUT_LINKS,
                    StoreSystem.WITH_LINKS,
                    StoreSystem.ONE_GROUP,
                    StoreSystem.TWO_PHASE);

    @Option(
            names = "--workload",
            defaultValue = KEY_VALUE,
            paramLabel = "kv|micro|tpcc",
            description =
                    "Workload: kv (the key-value store) or, with CAMU, a workload of the transactional store:"
                            + " micro (ten records per transaction) or tpcc (the five transactions of TPC-C). The clients"
                            + " of micro and tpcc are inside the servers. Default: ${DEFAULT-VALUE}.")
    private String workload;

    @Option(
            names = "--warehouses",
            paramLabel = "W",
            description =
                    "Number of warehouses, for tpcc; at least one per partition. Default: the number of partitions.")
    private Integer warehouses;

    @Option(
            names = "--tpcc",
            paramLabel = "thesis|spec",
            description =
                    "Remote warehouses of an order, for tpcc: thesis (at most one) or spec (each remote line draws its"
                            + " own). Default: thesis.")
    private String remote;

    @Option(
            names = "--scale",
            hidden = true,
            paramLabel = "ITEMS,CUSTOMERS",
            description =
                    "Numbers of items, and of customers per district, for tpcc. Default: those of the specification.")
    private String scale;

    @Option(
            names = "--workers",
            paramLabel = "W",
            description =
                    "Threads of a server that execute procedures, for micro and tpcc. Default: "
                            + WORKERS
                            + ".")
    private Integer workers;

    @Option(
            names = "--dump",
            paramLabel = "DIR",
            description =
                    "Write the tables of all replicas after a run to DIR/PARTITION-SERVER/TABLE.csv, for micro and"
                            + " tpcc.")
    private Path dump;

    boolean wanted(CommandLine command) {
        Usage usage = new Usage(command);
        String kind = usage.oneOf("--workload", workload, List.of(KEY_VALUE, "micro", "tpcc"));
        if (!kind.equals(KEY_VALUE)) {
            if (dump != null && Files.exists(dump) && !Files.isDirectory(dump))
                throw usage.wrong("--dump", "a directory or a new name", dump);
            return true;
        }
        String given = null;
        if (warehouses != null) given = "--warehouses";
        if (remote != null) given = "--tpcc";
        if (scale != null) given = "--scale";
        if (workers != null) given = "--workers";
        if (dump != null) given = "--dump";
        if (given != null) throw usage.wrong(given, "--workload micro or tpcc with it", KEY_VALUE);
        return false;
    }

    List<StoreBench.Settings> settings(Plan plan, CommandLine command, Path directory) {
        Usage usage = new Usage(command);
        int threads = threads(usage);
        List<StoreBench.Settings> all = new ArrayList<>();
        for (Experiment each : plan.experiments()) {
            if (!each.protocol().equals(ProtocolNames.CAMU))
                throw usage.wrong("--workload", "kv with --protocol " + each.protocol(), workload);
            if (each.load().open())
                throw usage.wrong("--rate", "none with --workload " + workload, each.load().rate());
            for (int run = 0; run < plan.runs(); run++)
                all.add(settings(plan, each, run, threads, directory.resolve("run-" + all.size())));
        }
        checkWorkload(usage, all.get(0));
        if (dump != null && all.size() > 1)
            throw usage.wrong("--dump", "it with one measurement", all.size() + " measurements");
        return all;
    }

    private int threads(Usage usage) {
        int threads = workers == null ? WORKERS : workers;
        if (threads < 1 || threads > WORKERS_MAX)
            throw usage.wrong("--workers", "1 to " + WORKERS_MAX, threads);
        return threads;
    }

    private static void checkWorkload(Usage usage, StoreBench.Settings first) {
        try {
            StoreBench.workload(first.workload());
        } catch (ParameterException e) {
            throw new ParameterException(usage.command(), e.getMessage(), e);
        }
    }

    private StoreBench.Settings settings(
            Plan plan, Experiment experiment, int run, int threads, Path directory) {
        PartitionSetup setup = plan.partitions();
        int nodes = experiment.nodes();
        return new StoreBench.Settings(
                StoreServeCommand.class,
                setup.map(nodes),
                setup.names(nodes),
                setup.byPartition(nodes),
                arguments(experiment, setup.names(nodes).size()),
                threads,
                experiment.load().clients(),
                experiment.load().seed() + 1000L * run,
                plan.warmupSeconds(),
                plan.durationSeconds(),
                experiment.durability(),
                plan.configs().get(experiment.protocol()),
                properties(setup),
                plan.jvmFlags(),
                directory,
                dump);
    }

    List<StoreRun> comparison(
            ComparisonPlan plan,
            List<SystemName> systems,
            PartitionSetup setup,
            CommandLine command,
            Path directory) {
        Usage usage = new Usage(command);
        int threads = threads(usage);
        for (SystemName each : systems)
            if (!STORES.contains(each.label()))
                throw usage.wrong(
                        "--systems",
                        "only "
                                + String.join(", ", STORES)
                                + " with --workload "
                                + workload
                                + ", because the other systems cannot execute the procedures of the transactional"
                                + " store",
                        each.label());
        if (dump != null) throw usage.wrong("--dump", "it in bench only", dump);
        Map<String, Experiment> loads = new LinkedHashMap<>();
        for (Experiment each : plan.experiments()) {
            if (each.load().open())
                throw usage.wrong("--rate", "none with --workload " + workload, each.load().rate());
            String key =
                    each.nodes()
                            + " "
                            + each.load().clients()
                            + " "
                            + each.load().spread().multiPercent();
            loads.putIfAbsent(key, each);
        }
        List<StoreRun> all = new ArrayList<>();
        for (Experiment load : loads.values())
            for (int run = 0; run < plan.runs(); run++)
                for (SystemName system : systems) {
                    StoreBench.Settings settings =
                            new StoreSystem(system.label(), plan.partitions().get(load.nodes()))
                                    .settings(
                                            plan,
                                            load,
                                            this::arguments,
                                            properties(setup),
                                            threads,
                                            run,
                                            directory.resolve("run-" + all.size()));
                    int multi = load.load().spread().multiPercent();
                    all.add(
                            new StoreRun(
                                    system.label(),
                                    load.nodes(),
                                    multi,
                                    run + 1,
                                    settings,
                                    null,
                                    ""));
                }
        for (StoreRun each : all) checkWorkload(usage, each.settings());
        return all;
    }

    private List<String> arguments(Experiment experiment, int partitions) {
        return arguments(experiment, partitions, partitions);
    }

    private List<String> arguments(Experiment experiment, int partitions, int groups) {
        boolean isTpcc = workload.equalsIgnoreCase("tpcc");
        boolean isOne = groups < partitions;
        List<String> all = new ArrayList<>(List.of("--workload", workload));
        all.addAll(List.of("--partitions", String.valueOf(groups)));
        all.addAll(List.of("--seed", String.valueOf(experiment.load().seed())));
        if (warehouses != null) add(all, "--warehouses", warehouses);
        else if (isTpcc && isOne) add(all, "--warehouses", partitions);
        add(all, "--tpcc", remote);
        add(all, "--scale", scale);
        int more = isOne ? partitions : 1;
        int hotKeys = experiment.load().spread().hotKeys();
        if (hotKeys > 0) add(all, "--hot-keys", hotKeys * more);
        if (isOne && !isTpcc) add(all, "--keys", StoreRunOptions.KEYS_DEFAULT * more);
        int multi = experiment.load().spread().multiPercent();
        if (isOne && !isTpcc) multi = 0;
        if (!isTpcc || multi > 0) add(all, "--multi", multi);
        if (multi > 0) add(all, "--span", experiment.load().spread().span());
        return all;
    }

    private static void add(List<String> all, String option, Object value) {
        if (value != null) all.addAll(List.of(option, value.toString()));
    }

    private static Map<String, String> properties(PartitionSetup setup) {
        Map<String, String> properties = new TreeMap<>();
        for (String argument : setup.arguments())
            if (argument.startsWith("CAMU.")) {
                String[] sides = argument.substring("CAMU.".length()).split("=", 2);
                properties.put("abcast." + sides[0], sides[1]);
            }
        return properties;
    }
}
