package io.abcast.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code abcast help [COMMAND...]}: prints the help of a command or sub-command. This class replaces picocli's help
 * command, which supports only one level of commands.
 */
@Command(name = "help", description = "Explain a command, such as bench or sim fuzz.")
final class HelpCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND",
            description = "Command to explain. Default: list all commands.")
    private List<String> path = new ArrayList<>();

    @Override
    public void run() {
        CommandLine command = spec.parent().commandLine();
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null)
                throw new ParameterException(
                        spec.commandLine(),
                        "expected "
                                + (command.getSubcommands().isEmpty()
                                        ? "no argument after " + command.getCommandName()
                                        : "one of "
                                                + String.join(
                                                        ", ", command.getSubcommands().keySet()))
                                + ", got "
                                + name);
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
