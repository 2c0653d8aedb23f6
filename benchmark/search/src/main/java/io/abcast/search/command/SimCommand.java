package io.abcast.search.command;

import io.abcast.command.CommandFailedException;
import io.abcast.command.Usage;
import io.abcast.search.ExecutionLog;
import io.abcast.search.ExploredProtocols;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import io.abcast.sim.ScheduleFilter;
import io.abcast.sim.SeedResult;
import io.abcast.sim.Trace;
import io.abcast.sim.explore.Explorer;
import io.abcast.sim.explore.NotEnabledException;
import io.abcast.sim.groups.GroupFuzzCampaign;
import io.abcast.sim.groups.GroupFuzzResult;
import io.abcast.sim.groups.check.DeliveriesFile;
import io.abcast.sim.groups.check.DeliveriesRecorder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code abcast sim}: runs whole clusters in virtual time. */
@Command(
        name = "sim",
        description = {
            "Run whole clusters in virtual time, each from one seed, and check their invariants.",
            "fuzz runs many seeds; replay repeats one seed and prints its events.",
            "corpus chooses a few of many seeds that together reach everything that all of them reach.",
            "explore runs every schedule within bounds; replay --schedule repeats one schedule.",
            "mutants breaks one rule of a protocol at a time, and a check must detect each defect."
        },
        synopsisSubcommandLabel = "fuzz|replay|corpus|explore|mutants",
        subcommands = {
            SimFuzzCommand.class,
            SimCommand.Replay.class,
            SimCorpusCommand.class,
            SimExploreCommand.class,
            SimMutantsCommand.class
        })
public final class SimCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected fuzz, replay, corpus, explore or mutants");
    }

    @Command(
            name = "replay",
            description = {
                "Run one seed, and print all parameters that it draws, all violations, and the"
                        + " hash of its trace.",
                "With --schedule: run a schedule that explore has written, and print a line for"
                        + " each event and each effect.",
                "Exit code 1 if an invariant is violated, or if an event of the schedule is not possible in this build."
            })
    static final class Replay implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private SimOptions options;

        @Option(names = "--seed", paramLabel = "S", description = "Seed to run.")
        private Long seed;

        @Option(
                names = "--schedule",
                paramLabel = "FILE",
                description =
                        "File with a schedule that explore has written, instead of a seed. The"
                                + " file names protocol and members.")
        private Path schedule;

        @Option(
                names = "--keep",
                paramLabel = "NUMBERS",
                defaultValue = "all",
                description = {
                    "Numbers of the drawn faults and actions to carry out, such as 0,3-7. fuzz"
                            + " prints the numbers that are",
                    "enough for a failure. Default: ${DEFAULT-VALUE}."
                })
        private String keep;

        @Option(
                names = "--list",
                description =
                        "Print all faults and actions that the seed draws, with their numbers,"
                                + " and run nothing.")
        private boolean lists;

        @Option(
                names = "--trace",
                paramLabel = "FILE",
                description =
                        "File to which each event and effect is written as a line; - for"
                                + " standard output.")
        private String trace;

        @Option(
                names = "--executions",
                paramLabel = "FILE",
                description = {
                    "EPAXOS only: file with one JSON line for each execution, request, crash and"
                            + " snapshot, in the order of",
                    "their times. docs/reliability.md describes the lines."
                })
        private Path executions;

        @Option(
                names = "--deliveries",
                paramLabel = "FILE",
                description =
                        "CAMU only: file with one JSON line for each delivery, submission and crash,"
                                + " in the order of their times. docs/reliability.md describes the"
                                + " lines.")
        private Path deliveries;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            if (executions != null && (schedule != null || lists))
                throw new ParameterException(
                        spec.commandLine(), "--executions: expected --seed without --list");
            if ((seed == null) == (schedule == null))
                throw new ParameterException(spec.commandLine(), "expected --seed or --schedule");
            if (schedule != null) return replay(out);
            if (options.hasGroups()) return replayGroups(out);
            if (deliveries != null)
                throw new ParameterException(
                        spec.commandLine(), "--deliveries: expected --protocol CAMU");
            if (lists) {
                out.print(new FuzzCampaign(options.settings()).describe(seed, parsedKeep()));
                out.flush();
                return 0;
            }
            FuzzSettings settings = options.settings();
            ExecutionLog log = executions == null ? null : log(settings);
            FuzzCampaign campaign = new FuzzCampaign(settings);
            FuzzResult result = traced(out, to -> campaign.run(seed, parsedKeep(), to));
            if (log != null) write(log);
            return print(
                    out,
                    result,
                    result.cluster().messages(),
                    result.cluster().history().ordered() + " entries ordered");
        }

        private int replayGroups(PrintWriter out) {
            if (executions != null)
                throw new ParameterException(
                        spec.commandLine(), "--executions: expected --protocol EPAXOS");
            GroupFuzzCampaign campaign = new GroupFuzzCampaign(options.groupSettings());
            if (lists) {
                out.print(campaign.describe(seed, parsedKeep()));
                out.flush();
                return 0;
            }
            DeliveriesRecorder recorder = new DeliveriesRecorder();
            List<DeliveriesRecorder> observers = deliveries == null ? List.of() : List.of(recorder);
            GroupFuzzResult result =
                    traced(out, to -> campaign.run(seed, parsedKeep(), to, observers));
            if (deliveries != null) write(recorder);
            long delivered = 0;
            for (int group = 0; group < result.placement().size(); group++)
                delivered += result.history().order(group).size();
            return print(out, result, result.messages(), delivered + " places in all orders");
        }

        private static int print(
                PrintWriter out, SeedResult result, long messages, String ordered) {
            out.print(result.passed() ? result.parameters() : result.report() + "\n");
            out.printf(
                    "%d events, %d messages, %s, trace hash %016x%n",
                    result.events(), messages, ordered, result.traceHash());
            out.println(result.passed() ? "passed" : "failed");
            out.flush();
            return result.passed() ? 0 : 1;
        }

        private void write(DeliveriesRecorder recorder) {
            try (BufferedWriter file = Files.newBufferedWriter(deliveries)) {
                DeliveriesFile.write(recorder.lines(), file);
            } catch (IOException e) {
                throw new CommandFailedException(
                        "cannot write --deliveries " + deliveries + ": " + e, e);
            }
        }

        private int replay(PrintWriter out) {
            List<String> lines;
            try {
                lines = Files.readAllLines(schedule);
            } catch (IOException e) {
                throw new ParameterException(
                        spec.commandLine(), "--schedule: cannot read " + schedule + ": " + e, e);
            }
            try {
                String protocol = Explorer.protocolOf(lines);
                String violated =
                        Explorer.replay(ExploredProtocols.of(protocol), lines, out::println);
                out.println(violated == null ? "passed" : "violates " + violated + "\nfailed");
                out.flush();
                return violated == null ? 0 : 1;
            } catch (NotEnabledException e) {
                out.println(e.getMessage());
                out.flush();
                return 1;
            } catch (IllegalArgumentException e) {
                throw new ParameterException(
                        spec.commandLine(), "--schedule " + schedule + ": " + e.getMessage(), e);
            }
        }

        private ScheduleFilter parsedKeep() {
            try {
                return ScheduleFilter.parse(keep);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--keep: " + e.getMessage(), e);
            }
        }

        private ExecutionLog log(FuzzSettings settings) {
            try {
                return ExecutionLog.of(settings.subject());
            } catch (IllegalArgumentException e) {
                throw Usage.refused(spec.commandLine(), "--executions", e);
            }
        }

        private void write(ExecutionLog log) {
            try {
                Files.write(executions, log.lines());
            } catch (IOException e) {
                throw new CommandFailedException(
                        "cannot write --executions " + executions + ": " + e, e);
            }
            if (!log.isRenewed()) return;
            PrintWriter err = spec.commandLine().getErr();
            err.println(
                    "All members have forgotten the history in this run: the lines are those of several histories.");
            err.flush();
        }

        private <R extends SeedResult> R traced(PrintWriter out, Function<Trace, R> run) {
            if (trace == null) return run.apply(Trace.off());
            if (trace.equals("-")) return run.apply(new Trace(out::println));
            try (BufferedWriter file = Files.newBufferedWriter(Path.of(trace))) {
                PrintWriter lines = new PrintWriter(file);
                R result = run.apply(new Trace(lines::println));
                if (lines.checkError())
                    throw new IOException("the file cannot be written completely");
                return result;
            } catch (IOException e) {
                throw new CommandFailedException("cannot write --trace " + trace + ": " + e, e);
            }
        }
    }
}
