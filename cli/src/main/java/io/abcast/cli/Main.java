package io.abcast.cli;

import io.abcast.command.CommandFailedException;
import io.abcast.command.CommandLines;
import io.abcast.command.CommandProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Finds all commands of {@code abcast}, runs the command that the arguments name, and exits with the command's exit
 * code ({@link CommandLines}).
 */
@Command(
        name = "abcast",
        description =
                "Replicated ordering protocols for JGroups: run them, measure them, break them.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed or a check was violated, 2 wrong usage.",
            "Environment: ABCAST_JAVA names the JDK to use, ABCAST_OPTS adds JVM flags."
        },
        versionProvider = Main.Version.class)
public final class Main implements Runnable {
    @Spec private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        CommandLine commandLine;
        try {
            commandLine = commandLine(Commands.find(), args);
        } catch (CommandFailedException e) {
            System.err.println("abcast: " + e.getMessage());
            System.exit(1);
            return;
        }
        System.exit(commandLine.execute(args));
    }

    /**
     * Makes picocli's model of the command line, with only the command that the arguments name, because constructing
     * all commands takes half a second of CPU time.
     */
    static CommandLine commandLine(Map<String, CommandProvider> commands, String... args) {
        CommandProvider named = args.length > 0 ? commands.get(args[0]) : null;
        if (named != null && !named.name().equals("help"))
            return commandLine(List.of(named.command()));
        return commandLine(commands.values().stream().map(CommandProvider::command).toList());
    }

    static CommandLine commandLine(List<Object> commands) {
        CommandLine root = new CommandLine(new Main());
        root.getCommandSpec()
                .addOption(
                        OptionSpec.builder("--version")
                                .type(boolean.class)
                                .versionHelp(true)
                                .description("Print the version and exit.")
                                .build());
        commands.forEach(root::addSubcommand);
        return CommandLines.prepare(root);
    }

    /** Called if the command line names no command; reports the error. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected a command: " + CommandLines.names(spec));
    }

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
