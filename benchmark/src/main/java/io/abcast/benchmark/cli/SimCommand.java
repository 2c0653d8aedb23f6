package io.abcast.benchmark.cli;

import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.Keep;
import io.abcast.sim.Trace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs whole clusters in virtual time. */
@Command(
        name = "sim",
        description = {
            "Run whole clusters in virtual time, from one seed each, and check their invariants.",
            "fuzz runs many seeds; replay runs one again and writes down what happened."
        },
        synopsisSubcommandLabel = "fuzz|replay",
        subcommands = {SimFuzzCommand.class, SimCommand.Replay.class})
final class SimCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected fuzz or replay");
    }

    /** One seed, with every event and effect written down. */
    @Command(
            name = "replay",
            description = {
                "Run one seed and print what was drawn, what was found and the hash of its trace.",
                "Exit code 1 if an invariant is violated."
            })
    static final class Replay implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private SimOptions options;

        @Option(names = "--seed", required = true, paramLabel = "S", description = "Which seed.")
        private long seed;

        @Option(
                names = "--keep",
                paramLabel = "NUMBERS",
                defaultValue = "all",
                description = {
                    "Which of the faults and actions that the seed draws happen, such as 0,3-7: what fuzz has found to be",
                    "enough for a failure. Default: ${DEFAULT-VALUE}."
                })
        private String keep;

        @Option(
                names = "--list",
                description = "Print all that the seed draws, with its numbers, and run nothing.")
        private boolean lists;

        @Option(
                names = "--trace",
                paramLabel = "FILE",
                description = "Write a line for each event and effect; - for standard output.")
        private String trace;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            if (lists) {
                out.print(new FuzzCampaign(options.settings()).describe(seed, parsedKeep()));
                out.flush();
                return 0;
            }
            FuzzResult result = run(out);
            out.print(result.passed() ? result.parameters() : result.report() + "\n");
            out.printf(
                    "%d events, %d messages, %d entries ordered, trace hash %016x%n",
                    result.events(),
                    result.cluster().messages(),
                    result.cluster().history().ordered(),
                    result.traceHash());
            out.println(result.passed() ? "passed" : "failed");
            out.flush();
            return result.passed() ? 0 : 1;
        }

        private Keep parsedKeep() {
            try {
                return Keep.parse(keep);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--keep: " + e.getMessage(), e);
            }
        }

        private FuzzResult run(PrintWriter out) {
            FuzzCampaign campaign = new FuzzCampaign(options.settings());
            Keep kept = parsedKeep();
            if (trace == null) return campaign.run(seed, kept, Trace.off());
            if (trace.equals("-")) return campaign.run(seed, kept, new Trace(out::println));
            try (BufferedWriter file = Files.newBufferedWriter(Path.of(trace))) {
                PrintWriter lines = new PrintWriter(file);
                FuzzResult result = campaign.run(seed, kept, new Trace(lines::println));
                if (lines.checkError()) throw new IOException("the disk took no more");
                return result;
            } catch (IOException e) {
                throw new CommandFailedException("cannot write --trace " + trace + ": " + e, e);
            }
        }
    }
}
