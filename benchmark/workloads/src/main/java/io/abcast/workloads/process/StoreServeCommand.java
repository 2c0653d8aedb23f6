package io.abcast.workloads.process;

import io.abcast.command.Usage;
import io.abcast.command.process.Orders;
import io.abcast.command.process.Reports;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.workloads.CsvTable;
import io.abcast.workloads.StoreRunOptions;
import io.abcast.workloads.StoreWorkload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code abcast store serve}: runs one server of the store over CAMU, for {@code bench} and for tests. The command
 * executes orders that it reads from standard input, one per line, and ends when standard input ends.
 */
@Command(
        name = "serve",
        description = {
            "Run one server of the store over CAMU. bench and tests start such servers.",
            "It reads orders from standard input, and answers over the socket of --answers."
        },
        sortOptions = false)
public final class StoreServeCommand implements Callable<Integer> {
    private static final long LAST_ANSWERS_SECONDS = 60;

    private static final long ACTIVE_SECONDS = 80;

    @Spec private CommandSpec spec;

    @Mixin private StoreRunOptions options;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "JGroups stack file with the element CAMU.")
    private Path config;

    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "NAME",
            description = "Name of the JGroups cluster.")
    private String cluster;

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description = "Value of a property of the stack file, such as abcast.id=1. Repeatable.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--set",
            paramLabel = "ATTRIBUTE=VALUE",
            description = "Further attribute of the element CAMU. Repeatable.")
    private Map<String, String> attributes = new LinkedHashMap<>();

    @Option(
            names = "--workers",
            defaultValue = "2",
            paramLabel = "W",
            description = "Number of threads that execute procedures. Default: ${DEFAULT-VALUE}.")
    private int workers;

    @Option(
            names = "--digest-every",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "Number of deliveries after which the replicas compare their digests. Default: ${DEFAULT-VALUE}.")
    private int digestEvery;

    @Option(
            names = "--answers",
            required = true,
            paramLabel = "SOCKET",
            description = "Socket for the answers to the orders.")
    private String answers;

    private final MeasuredStore.Factory factory;
    private StoreWorkload workload;
    private MeasuredStore site;
    private StoreClients clients;

    /** Makes the command for a server of the store over CAMU. */
    public StoreServeCommand() {
        this(StoreSite::start);
    }

    /** Makes the command for a server of another kind of store, such as two-phase commit. */
    public StoreServeCommand(MeasuredStore.Factory factory) {
        this.factory = factory;
    }

    public static void main(String... arguments) {
        System.exit(new CommandLine(new StoreServeCommand()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Usage usage = new Usage(spec.commandLine());
        workload = options.workload(usage);
        usage.readable("--config", config);
        usage.atLeast("--workers", workers, 1);
        usage.atLeast("--digest-every", digestEvery, 1);
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (PrintStream to = Reports.to(answers)) {
            try {
                StoreOptions chosen = StoreOptions.DEFAULT.withWorkers(workers);
                StoreDefinition definition = workload.definition();
                site =
                        factory.start(
                                new StoreSite.Stack(config, cluster, properties, attributes),
                                definition,
                                chosen.withDigestEvery(digestEvery));
            } catch (Exception e) {
                e.printStackTrace();
                Orders.fail(e, to);
                return 1;
            }
            for (String order; (order = orders.readLine()) != null; )
                Orders.answer(order, this::obey, to);
        }
        site.close();
        return 0;
    }

    private String obey(String order) throws Exception {
        List<String> words = List.of(order.split(" "));
        return switch (words.get(0)) {
            case "active" -> {
                site.awaitActive(ACTIVE_SECONDS);
                yield "";
            }
            case "load" -> {
                StoreWorkload.Generator generator =
                        workload.generator(Long.parseLong(words.get(1)));
                clients = new StoreClients(site, generator, Integer.parseInt(words.get(2)));
                yield "";
            }
            case "stop" -> {
                List<CallRecord> records = clients.stop(LAST_ANSWERS_SECONDS);
                CallRecord.write(records, Path.of(words.get(1)));
                yield Integer.toString(records.size());
            }
            case "figures" -> site.figures();
            case "aborts" -> Long.toString(site.abortedAttempts());
            case "dump" -> {
                dump(Path.of(words.get(1)));
                yield "";
            }
            default ->
                    throw new IllegalArgumentException("order: expected a known one, got " + order);
        };
    }

    private void dump(Path directory) throws IOException, InterruptedException, ExecutionException {
        for (int partition : site.hosted()) {
            if (partition >= options.partitions()) continue;
            String name = site.partitions().get(partition);
            FrozenRows rows = site.rows(name).get();
            Path to = directory.resolve(name + "-" + site.server());
            CsvTable.write(workload.dump(), rows, to);
            RowsFile.write(rows, workload.definition().tables(), to.resolve(StoreDumps.ROWS));
        }
    }
}
