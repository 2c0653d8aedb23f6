package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.PartitionSetup;
import io.abcast.benchmark.bench.Plan;
import io.abcast.command.Usage;
import io.abcast.load.Experiment;
import io.abcast.server.ProtocolNames;
import io.abcast.workloads.process.StoreBench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of bench for the transactional store over CAMU. */
final class StoreLoadOptions {
    private static final int WORKERS = 2;
    private static final int WORKERS_MAX = 256;
    private static final String KEY_VALUE = "kv";

    @Option(
            names = "--workload",
            defaultValue = KEY_VALUE,
            paramLabel = "kv|micro|tpcc",
            description =
                    "Workload: kv (the key-value store) or, with --protocol CAMU, a workload of the transactional store:"
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

    /**
     * Whether the transactional store is measured.
     *
     * @throws ParameterException with the expected value
     */
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
        if (workers != null) given = "--workers";
        if (dump != null) given = "--dump";
        if (given != null) throw usage.wrong(given, "--workload micro or tpcc with it", KEY_VALUE);
        return false;
    }

    /**
     * The measurements of a plan, in their order.
     *
     * @throws ParameterException if an option does not fit the workload
     */
    List<StoreBench.Settings> settings(Plan plan, CommandLine command, Path directory) {
        Usage usage = new Usage(command);
        int threads = workers == null ? WORKERS : workers;
        if (threads < 1 || threads > WORKERS_MAX)
            throw usage.wrong("--workers", "1 to " + WORKERS_MAX, threads);
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

    private List<String> arguments(Experiment experiment, int partitions) {
        boolean isTpcc = workload.equalsIgnoreCase("tpcc");
        List<String> all = new ArrayList<>(List.of("--workload", workload));
        all.addAll(List.of("--partitions", String.valueOf(partitions)));
        all.addAll(List.of("--seed", String.valueOf(experiment.load().seed())));
        add(all, "--warehouses", warehouses);
        add(all, "--tpcc", remote);
        int hotKeys = experiment.load().spread().hotKeys();
        if (hotKeys > 0) add(all, "--hot-keys", hotKeys);
        int multi = experiment.load().spread().multiPercent();
        if (!isTpcc || multi > 0) add(all, "--multi", multi);
        if (multi > 0) add(all, "--span", experiment.load().spread().span());
        return all;
    }

    private static void add(List<String> all, String option, Object value) {
        if (value != null) all.addAll(List.of(option, value.toString()));
    }

    /** The attributes of CAMU that {@link PartitionOptions} has set, as properties of the shipped stack file. */
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
