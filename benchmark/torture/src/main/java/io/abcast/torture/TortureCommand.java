package io.abcast.torture;

import io.abcast.command.CommandFailedException;
import io.abcast.command.Loggers;
import io.abcast.command.Outputs;
import io.abcast.command.Usage;
import io.abcast.command.process.Directories;
import io.abcast.command.process.ParentWatch;
import io.abcast.report.Environment;
import io.abcast.server.ProtocolNames;
import io.abcast.testkit.ServerJvmOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code abcast torture}: runs real servers under load and faults, and checks everything that clients observed. */
@Command(
        name = "torture",
        description =
                "Runs real servers under load and, at random, kills them, pauses them, cuts their links, damages and"
                        + " fills their disks. Then checks that no acknowledged write is lost and that the clients'"
                        + " histories are linearizable.",
        sortOptions = false,
        defaultValueProvider = TortureCommand.Defaults.class)
final class TortureCommand implements Callable<Integer> {
    private static final String SANDBOXED = "--sandboxed";
    private static final int NODES_MAX = 9;
    private static final int CLIENTS_MAX = 64;

    @Spec private CommandSpec spec;

    @Option(
            names = "--minutes",
            defaultValue = "10",
            paramLabel = "M",
            description = "Minutes for which faults are injected. Default: ${DEFAULT-VALUE}.")
    private double minutes;

    @Option(
            names = "--nodes",
            defaultValue = "3",
            paramLabel = "N",
            description =
                    "Number of servers, 3 to 9; variants of ZAB need an odd number, FBP at least 6."
                            + " Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--protocol",
            defaultValue = ProtocolNames.DEFAULT,
            paramLabel = "NAME",
            description = "Ordering protocol, such as ZAB_CT. Default: ${DEFAULT-VALUE}.")
    private String protocol;

    @Option(
            names = "--durability",
            defaultValue = "fsync",
            paramLabel = "HOW",
            description =
                    "Durability of the servers: memory, file or fsync. With memory, faults kill"
                            + " only one member at a time. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--rate",
            defaultValue = "200",
            paramLabel = "OPS",
            description =
                    "Maximum operations per second of all clients together. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--clients",
            defaultValue = "12",
            paramLabel = "N",
            description =
                    "Number of clients, at least 2; they share the rate. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Kinds of faults, such as kill-leader,flip-bit. Default: all kinds that this"
                            + " host allows.")
    private List<String> faults = List.of();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of all random choices. Default: a random seed, which is printed.")
    private Long seed;

    @Option(
            names = "--recover-within",
            defaultValue = "90",
            paramLabel = "S",
            description =
                    "Seconds within which all members must serve after faults are healed."
                            + " Default: ${DEFAULT-VALUE}.")
    private int recoverWithin;

    @Option(
            names = "--reads",
            defaultValue = "linearizable",
            paramLabel = "HOW",
            description =
                    "Kind of reads: linearizable, or local, which reads the own state of one"
                            + " server. Local reads are not linearizable, so such a run must"
                            + " fail; use it to test the check. Default: ${DEFAULT-VALUE}.")
    private String reads;

    @Mixin private PartitionedOptions partitions;

    @Mixin private ServerJvmOptions servers;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Parent of the directory for data, logs and history. Default: the directory for temporary files.")
    private Path dir;

    @Option(
            names = "--keep",
            description = "Keep logs and history even if the run finds no violation.")
    private boolean keep;

    @Option(
            names = "--no-sandbox",
            description =
                    "Run without network namespaces. JGroups' DISCARD then cuts off one member at"
                            + " a time, and disks are never full.")
    private boolean noSandbox;

    @Option(names = SANDBOXED, hidden = true)
    private boolean sandboxed;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the figures as JSON; - for standard output.")
    private String json;

    /** Small default heap for each server, because all servers of the run share the memory of this host. */
    static final class Defaults implements IDefaultValueProvider {
        @Override
        public String defaultValue(ArgSpec argument) {
            boolean heap =
                    argument instanceof OptionSpec option
                            && option.longestName().equals("--server-heap");
            return heap ? "160m" : null;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        if (json != null && !json.equals("-"))
            Outputs.checkFile(spec.commandLine(), "--json", Path.of(json));
        try {
            if (!sandboxed && !noSandbox) {
                Sandbox sandbox = Sandbox.find();
                if (sandbox != null) return sandbox.run(arguments());
                err().println(
                                "abcast torture: runs without namespaces: this user cannot create them on this host");
            }
            Loggers.quiet();
            return run(settings());
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private List<String> arguments() {
        List<String> all = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        all.add(SANDBOXED);
        return all;
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private void check() {
        Usage usage = new Usage(spec.commandLine());
        if (!(minutes > 0)) throw usage.wrong("--minutes", "a positive number", minutes);
        ProtocolNames.checkNodes(usage, protocol, nodes, 3, NODES_MAX);
        durability = usage.durability("--durability", durability);
        if (!(rate > 0)) throw usage.wrong("--rate", "a positive number", rate);
        if (clients < 2 || clients > CLIENTS_MAX)
            throw usage.wrong("--clients", "2.." + CLIENTS_MAX, clients);
        if (recoverWithin < 1)
            throw usage.wrong("--recover-within", "at least 1 second", recoverWithin);
        if (!reads.equals("linearizable") && !reads.equals("local"))
            throw usage.wrong("--reads", "linearizable or local", reads);
        servers.check(usage);
        partitions.checked(usage, protocol);
        usage.readable("--config", servers.config(protocol));
        kinds();
    }

    private List<FaultKind> kinds() {
        if (faults.isEmpty()) return List.of(FaultKind.values());
        List<FaultKind> kinds = new ArrayList<>();
        for (String name : faults) {
            FaultKind kind =
                    List.of(FaultKind.values()).stream()
                            .filter(k -> name(k).equals(name))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            new Usage(spec.commandLine())
                                                    .wrong("--faults", allNames(), name));
            kinds.add(kind);
        }
        return kinds;
    }

    private static String name(FaultKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String allNames() {
        return List.of(FaultKind.values()).stream()
                .map(TortureCommand::name)
                .collect(Collectors.joining(", "));
    }

    private TortureSpec settings() throws IOException {
        if (seed == null) seed = ThreadLocalRandom.current().nextLong(1_000_000_000);
        List<String> flags =
                new ArrayList<>(
                        List.of(
                                "-Xmx" + servers.heap(),
                                "-ea:io.abcast...",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-Dabcast.probe=false"));
        flags.addAll(servers.more());
        if (dir == null) dir = Path.of(System.getProperty("java.io.tmpdir"));
        Files.createDirectories(dir);
        Path directory = Files.createTempDirectory(dir, "abcast-torture-");
        Path deliveries = TortureDeliveries.directory(directory.toAbsolutePath());
        Files.createDirectories(deliveries);
        if (protocol.equals(ProtocolNames.CAMU)) flags.add("-Dabcast.deliveries=" + deliveries);
        return new TortureSpec(
                minutes,
                nodes,
                protocol,
                servers.config(protocol),
                durability,
                rate,
                clients,
                seed,
                kinds(),
                recoverWithin,
                reads.equals("local"),
                flags,
                directory.toAbsolutePath(),
                partitions.checked(new Usage(spec.commandLine()), protocol),
                sandboxed);
    }

    private int run(TortureSpec settings) throws IOException, InterruptedException {
        // If the JSON goes to standard output, all other text goes to standard error.
        PrintWriter out = "-".equals(json) ? err() : spec.commandLine().getOut();
        if (sandboxed) ParentWatch.exitWithStdin(1);
        Torture torture;
        boolean[] interrupted = new boolean[1];
        torture =
                new Torture(
                        settings,
                        line -> {
                            if (interrupted[0]) return;
                            out.println(line);
                            out.flush();
                        });
        Thread hook =
                new Thread(
                        () -> {
                            interrupted[0] = true;
                            cleanUp(torture, settings.directory());
                        },
                        "end-torture");
        Runtime.getRuntime().addShutdownHook(hook);
        TortureResult result;
        try (torture) {
            result = torture.run();
            if (!result.passed()) torture.keepData();
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage() + "; " + kept(settings), e);
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        TortureReport report = new TortureReport(settings, result);
        out.println();
        out.print(report.text());
        if (json != null) write(report.json(environment(settings), rerun()).toString());
        if (!result.passed()) out.println("again: " + rerun());
        if (result.passed() && !keep) Directories.delete(settings.directory());
        else out.println(kept(settings));
        out.flush();
        return result.passed() ? 0 : 1;
    }

    private static String kept(TortureSpec settings) {
        return "data, logs and history: " + settings.directory();
    }

    private static Environment environment(TortureSpec settings) throws IOException {
        return Environment.here(List.of(settings.config()), settings.jvmFlags());
    }

    private void write(String text) throws IOException {
        if (json.equals("-")) spec.commandLine().getOut().println(text);
        else Files.writeString(Path.of(json), text + System.lineSeparator());
        spec.commandLine().getOut().flush();
    }

    private String rerun() {
        List<String> all = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        all.remove(SANDBOXED);
        int at = all.indexOf("--seed");
        if (at < 0 && all.stream().noneMatch(a -> a.startsWith("--seed=")))
            all.addAll(List.of("--seed", Long.toString(seed)));
        return "./abcast " + String.join(" ", all);
    }

    /** Called after Ctrl-C or the end of the parent process. */
    private void cleanUp(Torture torture, Path directory) {
        try {
            torture.close();
            Directories.delete(directory);
        } catch (IOException e) {
            err().println("abcast torture: left behind: " + directory + ": " + e);
        }
    }
}
