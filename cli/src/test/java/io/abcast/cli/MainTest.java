package io.abcast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.CommandFailedException;
import io.abcast.command.CommandProvider;
import io.abcast.search.command.SimCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

final class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "toy", description = "Ends in the way that --nodes selects.")
    static final class Toy implements Callable<Integer> {
        @Spec CommandSpec spec;

        @Option(names = "--nodes", required = true)
        int nodes;

        @Override
        public Integer call() {
            return switch (nodes) {
                case 0 ->
                        throw new ParameterException(spec.commandLine(), "--nodes 0: expected > 0");
                case 1 -> throw new CommandFailedException("no quorum\nof 1 node");
                case 2 -> throw new IllegalStateException("a defect");
                case 3 -> 1;
                default -> 0;
            };
        }
    }

    @Test
    void exitCodeIsThatOfTheCommand() {
        assertEquals(0, run("toy", "--nodes", "5"));
        assertEquals(1, run("toy", "--nodes", "3"));
        assertEquals("", err.toString());
    }

    @Test
    void commandsAreFoundByTheirNames() {
        Map<String, CommandProvider> commands = Commands.find();
        assertEquals(
                "server status member cast receive bench compare compare-cast compare-forest limits store coin forest log sim torture papers help",
                String.join(" ", commands.keySet()));
        commands.forEach(
                (name, provider) ->
                        assertEquals(
                                List.of(name),
                                List.copyOf(
                                        Main.commandLine(List.of(provider.command()))
                                                .getSubcommands()
                                                .keySet())));
    }

    private static final class First extends CommandProvider {
        First() {
            super("toy", 2);
        }

        @Override
        public Object command() {
            return new Toy();
        }
    }

    private static final class Second extends CommandProvider {
        Second() {
            super("toy", 1);
        }

        @Override
        public Object command() {
            return new Toy();
        }
    }

    @Test
    void twoProvidersOfOneNameAreNamed() {
        CommandFailedException e =
                assertThrows(
                        CommandFailedException.class,
                        () -> Commands.byName(List.of(new First(), new Second())));
        assertEquals(
                "command toy: expected one provider, got "
                        + Second.class.getName()
                        + " and "
                        + First.class.getName(),
                e.getMessage());
    }

    @Test
    void helpListsTheCommands() {
        assertEquals(0, run("help"));
        assertTrue(out.toString().contains("toy"), out::toString);
        assertEquals(0, run("help", "toy"));
        assertEquals(0, run("toy", "--help"));
        assertEquals("", err.toString());
    }

    @Test
    void helpExplainsCommandsWithinCommands() {
        CommandLine all = Main.commandLine(List.of(new HelpCommand(), new SimCommand()));
        all.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        assertEquals(0, all.execute("help", "sim", "fuzz"));
        assertTrue(out.toString().contains("--seeds=FIRST..LAST"), out::toString);
        assertEquals(2, all.execute("help", "sim", "fizz"));
        assertEquals(
                "abcast help: expected one of fuzz, replay, corpus, explore, mutants, got fizz",
                err.toString().strip());
        err.getBuffer().setLength(0);
        assertEquals(2, all.execute("help", "sim", "fuzz", "more"));
        assertEquals(1, err.toString().lines().count(), err::toString);
    }

    @Test
    void versionIsPrinted() {
        assertEquals(0, run("--version"));
        assertTrue(out.toString().startsWith("abcast "), out::toString);
    }

    @Test
    void wrongUsageIsOneLineWithWhatWasExpected() {
        assertWrongUsage("abcast: expected a command: help, toy");
        assertWrongUsage(
                "abcast: Unmatched argument at index 0: 'tyo'; expected a command: help, toy",
                "tyo");
        assertWrongUsage("abcast toy: Missing required option: '--nodes=<nodes>'", "toy");
        assertWrongUsage(
                "abcast toy: Invalid value for option '--nodes': 'x' is not an int",
                "toy",
                "--nodes",
                "x");
        assertWrongUsage(
                "abcast toy: Unknown option: '--node'; expected --nodes, --help",
                "toy",
                "--nodes",
                "5",
                "--node");
        assertWrongUsage(
                "abcast toy: Unmatched argument at index 3: 'y'; expected options only",
                "toy",
                "--nodes",
                "5",
                "y");
        assertWrongUsage("abcast toy: --nodes 0: expected > 0", "toy", "--nodes", "0");
    }

    @Test
    void failureIsOneLine() {
        assertEquals(1, run("toy", "--nodes", "1"));
        assertEquals("abcast toy: no quorum of 1 node", err.toString().strip());
    }

    @Test
    void defectShowsItsStackTrace() {
        assertEquals(1, run("toy", "--nodes", "2"));
        assertTrue(err.toString().contains("at io.abcast.cli.MainTest"), err::toString);
    }

    private void assertWrongUsage(String line, String... args) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(args));
        assertEquals(line, err.toString().strip());
        assertEquals("", out.toString());
    }

    private int run(String... args) {
        return Main.commandLine(List.of(new HelpCommand(), new Toy()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
