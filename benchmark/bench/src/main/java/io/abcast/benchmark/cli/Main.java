package io.abcast.benchmark.cli;

import io.abcast.cast.CastCommand;
import io.abcast.cast.CompareCastCommand;
import io.abcast.cast.ReceiveCommand;
import io.abcast.bulk.BulkTransfer;
import io.abcast.command.CommandLines;
import io.abcast.search.command.SimCommand;
import io.abcast.server.ServerCommand;
import java.lang.reflect.Constructor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Runs one command and ends with its exit code; {@link CommandLines} says how. A command is a class with {@code @Command} that implements
 * {@code Callable<Integer>}, or the model of one.
 */
public final class Main implements Runnable {
    /** What is run before a command's arguments are read, whatever they are. */
    private static final Map<String, Runnable> AHEAD =
            Map.of("cast", Main::aheadOfCast, "receive", Main::nameSelectors);

    private static final String SELECTORS = "java.nio.channels.spi.SelectorProvider";
    private static final String LINUX_SELECTORS = "sun.nio.ch.EPollSelectorProvider";

    private static final CommandLine.IFactory FACTORY = new Factory();

    private final CommandSpec spec = model(this);

    /** What every start makes has no annotations: to read the first takes longer than the rest of a start. */
    private Main() {
        spec.name("abcast").versionProvider(new Version());
        spec.usageMessage()
                .description(
                        "Replicated ordering protocols for JGroups: run them, measure them, break them.")
                .synopsisSubcommandLabel("COMMAND")
                .footer(
                        "",
                        "Exit codes: 0 done, 1 failed or a check was violated, 2 wrong usage.",
                        "Environment: ABCAST_JAVA names the JDK to use, ABCAST_OPTS adds JVM flags.");
        spec.addOption(
                OptionSpec.builder("--version")
                        .type(boolean.class)
                        .versionHelp(true)
                        .description("Print the version and exit.")
                        .build());
    }

    /** An empty model of a command without annotations. */
    static CommandSpec model(Object command) {
        return CommandSpec.wrapWithoutInspection(command, FACTORY);
    }

    /** The commands by name, in the order in which help lists them. A new command is one more line here. */
    static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("server", ServerCommand::new);
        commands.put("status", StatusCommand::new);
        commands.put("member", MemberCommand::new);
        commands.put("cast", CastCommand::model);
        commands.put("receive", ReceiveCommand::model);
        commands.put("bench", BenchCommand::new);
        commands.put("compare", CompareCommand::new);
        commands.put("compare-cast", CompareCastCommand::new);
        commands.put("limits", LimitsCommand::new);
        commands.put("coin", CoinCommand::new);
        commands.put("log", LogCommand::new);
        commands.put("sim", SimCommand::new);
        commands.put("torture", TortureCommand::new);
        commands.put("papers", PapersCommand::new);
        commands.put("help", HelpCommand::new);
        return commands;
    }

    public static void main(String[] args) {
        if (args.length > 0 && AHEAD.containsKey(args[0])) AHEAD.get(args[0]).run();
        int code = commandLine(args).execute(args);
        // Since JDK 21 Runtime.exit looks for a logger in every jar, which takes longer than all
        // else at the end.
        if (code != 0 || othersGoOn()) System.exit(code);
    }

    /** Whether the JVM would not end with this thread. */
    private static boolean othersGoOn() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 1];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++)
            if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) return true;
        return false;
    }

    private static void aheadOfCast() {
        BulkTransfer.warmUp();
        nameSelectors();
    }

    /** Names what the JDK takes on Linux anyway; else it first looks for something else in every jar. */
    private static void nameSelectors() {
        if (System.getProperty(SELECTORS) != null) return;
        try {
            Class.forName(LINUX_SELECTORS);
            System.setProperty(SELECTORS, LINUX_SELECTORS);
        } catch (ClassNotFoundException e) {
            // Another system, or a JDK that names it otherwise: it looks.
        }
    }

    /**
     * For these arguments: to make all commands takes half a second of a processor, and whoever names one needs no other.
     */
    static CommandLine commandLine(String... args) {
        Map<String, Supplier<Object>> commands = commands();
        if (args.length > 0 && !args[0].equals("help") && commands.containsKey(args[0]))
            commands.keySet().retainAll(List.of(args[0]));
        return commandLine(commands.values().stream().map(Supplier::get).toList());
    }

    static CommandLine commandLine(List<Object> commands) {
        CommandLine root = new CommandLine(new Main().spec, FACTORY);
        commands.forEach(root::addSubcommand);
        return CommandLines.prepare(root);
    }

    /** Makes what picocli's default factory does, without loading that one: it looks for Groovy in every jar. */
    private static final class Factory implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type.isInterface()) return CommandLine.defaultFactory().create(type);
            Constructor<K> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        }
    }

    /** Reached when no command is given. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected a command: " + CommandLines.names(spec));
    }

    /** The version of the jar, and the JVM, because every figure hangs on it too. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version =
                    Objects.requireNonNullElse(
                            Main.class.getPackage().getImplementationVersion(), "(not packaged)");
            return new String[] {
                "abcast " + version,
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")
            };
        }
    }
}
