package io.abcast.command;

import java.io.PrintWriter;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs the commands of abcast. The exit code of a command is 0 on success, 1 if the command failed or a check was
 * violated, and 2 for wrong usage.
 *
 * <p>A command is a class with {@code @Command} that implements {@code Callable<Integer>}. A command throws {@link
 * ParameterException} if its options are wrong, and {@link CommandFailedException} if it cannot do its work; the user
 * sees one line. Any other exception is a defect, and its stack trace is printed.
 */
public final class CommandLines {
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private CommandLines() {}

    /**
     * Runs one command like {@code abcast NAME ARGUMENTS}, in a process that has no other command.
     *
     * @return the exit code of the command
     */
    public static int run(Object command, String name, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = name;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return of(command).execute(all);
    }

    /** Makes a command line of {@code abcast} that has only the given commands. */
    public static CommandLine of(Object... commands) {
        CommandLine root = new CommandLine(CommandSpec.create().name("abcast"));
        for (Object command : commands) root.addSubcommand(command);
        return prepare(root);
    }

    /** Gives the option --help and abcast's form of error messages to every command of {@code root}. */
    public static CommandLine prepare(CommandLine root) {
        addHelp(root);
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(CommandLines::onWrongUsage)
                .setExecutionExceptionHandler(CommandLines::onFailure);
    }

    private static void addHelp(CommandLine command) {
        if (command.getCommandSpec().findOption("--help") == null) {
            command.getCommandSpec()
                    .addOption(
                            OptionSpec.builder("--help")
                                    .usageHelp(true)
                                    .description("Explain the command and exit.")
                                    .build());
        }
        command.getSubcommands().values().forEach(CommandLines::addHelp);
    }

    private static int onWrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(oneLine(nameOf(command) + ": " + e.getMessage() + expectation(e)));
        err.flush();
        return WRONG_USAGE;
    }

    private static int onFailure(
            Exception e, CommandLine command, CommandLine.ParseResult arguments) {
        PrintWriter err = command.getErr();
        if (e instanceof CommandFailedException) {
            err.println(oneLine(nameOf(command) + ": " + e.getMessage()));
        } else {
            e.printStackTrace(err);
        }
        err.flush();
        return FAILED;
    }

    /**
     * Returns the values that the command expects instead of a wrong argument, because Picocli's own error message does
     * not contain them.
     */
    private static String expectation(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        if (unmatched.isUnknownOption()) {
            return "; expected "
                    + spec.options().stream()
                            .filter(option -> !option.hidden())
                            .map(OptionSpec::longestName)
                            .collect(Collectors.joining(", "));
        }
        return spec.subcommands().isEmpty()
                ? "; expected options only"
                : "; expected a command: " + names(spec);
    }

    /** Returns the names of the subcommands of a command, for error messages. */
    public static String names(CommandSpec spec) {
        return String.join(", ", spec.subcommands().keySet());
    }

    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName(" ");
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
