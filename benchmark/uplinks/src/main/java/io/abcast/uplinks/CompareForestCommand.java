package io.abcast.uplinks;

import io.abcast.command.BitRateConverter;
import io.abcast.command.CommandFailedException;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.NamedChoices;
import io.abcast.lab.CannotException;
import io.abcast.lab.LabSeries;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.hosts.HostPlan;
import io.abcast.report.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code abcast compare-forest}: compares groups whose hosts have uplinks of limited rates, with and without FOREST.
 */
@Command(
        name = "compare-forest",
        description =
                "Measure how many requests groups order, or how much they multicast, over uplinks"
                        + " of limited rates, with FOREST and without it, in alternating runs."
                        + " The hosts of each run are network namespaces. Needs Linux and root.",
        sortOptions = false)
final class CompareForestCommand implements Callable<Integer> {
    private static final int HOSTS_MAX = 9;
    private static final long RATE_MIN = 1_000_000;
    private static final int PAYLOAD_MAX = 60_000;
    private static final Path CONFIG = Path.of(System.getProperty("abcast.root", "."), "config");

    @Spec private CommandSpec spec;

    @Option(
            names = "--systems",
            split = ",",
            defaultValue = "forest,direct",
            paramLabel = "NAME",
            description =
                    "Systems to compare: forest and direct (EPAXOS with and without FOREST), zab, paxos, jgroups-raft"
                            + " (which the launcher builds when it is named), daisychain, multicast-forest and"
                            + " multicast-tcp (plain multicasts). All systems that order requests have the"
                            + " retransmission intervals of epaxos-forest-tcp.xml, because shorter intervals waste full"
                            + " uplinks. The command compares the first system with each other system. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<String> systems;

    @Option(
            names = "--hosts",
            defaultValue = "5",
            paramLabel = "N",
            description = "Number of hosts, 3 to 9. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(
            names = "--uplinks",
            split = ",",
            defaultValue = "40mbit",
            converter = BitRateConverter.class,
            paramLabel = "BITS",
            description =
                    "Rates of the hosts' uplinks; one rate stands for all hosts. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Long> uplinks;

    @Option(
            names = "--downlinks",
            split = ",",
            defaultValue = "40mbit",
            converter = BitRateConverter.class,
            paramLabel = "BITS",
            description =
                    "Rates of the hosts' downlinks; one rate stands for all hosts. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Long> downlinks;

    @Option(
            names = "--load",
            defaultValue = "printed:1.5",
            paramLabel = "LOAD",
            description =
                    "Division of the load among the hosts; several divisions are separated by /."
                            + " printed:S: as Tan 2019 prints it for skewness S. zipf:S: by"
                            + " Zipf's law with exponent S. Otherwise one number per host, such"
                            + " as 40,30,10,10,10. Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(
            names = "--offered",
            split = ",",
            defaultValue = "1",
            paramLabel = "X",
            description =
                    "Offered total loads, as multiples of the largest total load that FOREST can"
                            + " sustain with this division. Default: ${DEFAULT-VALUE}.")
    private List<Double> offered;

    @Option(
            names = "--payload",
            defaultValue = "4096",
            paramLabel = "BYTES",
            description =
                    "Size of each request or multicast in bytes, 20 to 60000. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int payload;

    @Option(
            names = "--disturb",
            split = ",",
            defaultValue = "none",
            paramLabel = "WHAT",
            description =
                    "Disturbances after a third of the measured time: none, relay-killed,"
                            + " root-killed, uplink-halved, load-moves. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<String> disturbances;

    @Option(
            names = "--runs",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Number of runs of each system in each case, 1 to 100. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--warmup",
            defaultValue = "10",
            paramLabel = "S",
            description =
                    "Seconds under load before the measured time, 1 to 600. Default: ${DEFAULT-VALUE}.")
    private int warmup;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            paramLabel = "S",
            description = "Measured seconds of each run, 6 to 3600. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Mixin private MeasurementOutput output;

    @Override
    public Integer call() throws InterruptedException {
        ForestContest contest = contest();
        output.check();
        try {
            HostCommands commands =
                    new HostCommands(
                            CONFIG, new PeerLibraries(PeerLibraries.ofLauncher(), Map.of()));
            for (UplinkSystem system : contest.systems()) {
                String missing = commands.missing(system);
                if (missing != null) throw wrong("--systems: " + missing);
            }
            return run(contest, commands);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private ForestContest contest() {
        within("--hosts", hosts, 3, HOSTS_MAX);
        within("--payload", payload, HostPlan.HEADER_BYTES, PAYLOAD_MAX);
        within("--runs", runs, 1, 100);
        within("--warmup", warmup, 1, 600);
        within("--seconds", seconds, 6, 3600);
        for (double each : offered)
            if (!(each > 0 && each <= 100))
                throw wrong("--offered: expected numbers above 0, at most 100, got " + each);
        return new ForestContest(
                NamedChoices.of(spec, "--systems", systems, UplinkSystem::of),
                rates("--uplinks", uplinks),
                rates("--downlinks", downlinks),
                NamedChoices.of(
                        spec,
                        "--load",
                        List.of(load.split("/", -1)),
                        text -> OfferedLoad.of(text, hosts)),
                offered,
                payload,
                NamedChoices.of(spec, "--disturb", disturbances, UplinkDisturbance::of),
                runs,
                warmup,
                seconds);
    }

    private void within(String option, int value, int min, int max) {
        if (value < min || value > max)
            throw wrong(option + ": expected " + min + " to " + max + ", got " + value);
    }

    private double[] rates(String option, List<Long> rates) {
        if (rates.size() != 1 && rates.size() != hosts)
            throw wrong(
                    option + ": expected one rate, or " + hosts + " rates, got " + rates.size());
        for (long rate : rates)
            if (rate < RATE_MIN)
                throw wrong(option + ": expected at least 1mbit, got " + rate + "bit");
        double[] all = new double[hosts];
        for (int i = 0; i < hosts; i++) all[i] = rates.get(rates.size() == 1 ? 0 : i);
        return all;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int run(ForestContest contest, HostCommands commands)
            throws IOException, InterruptedException {
        PrintWriter out = output.text();
        Environment environment = Environment.here(List.of(), List.of());
        out.println(conditions(contest));
        out.flush();
        int count = contest.turns().size();
        try (LabSeries labs =
                new LabSeries(
                        "compare-forest",
                        output.directory(),
                        UplinkComparison.CONGESTION,
                        spec.commandLine().getErr())) {
            labs.check();
            List<UplinkOutcome> outcomes =
                    new UplinkComparison(contest, labs, commands)
                            .run(outcome -> finished(out, outcome, count));
            print(out, environment, contest, outcomes);
            if (outcomes.stream().anyMatch(outcome -> outcome.failure() != null))
                throw new CommandFailedException("a run failed; logs in " + labs.logs());
            labs.clean();
        } catch (CannotException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
        return 0;
    }

    private void print(
            PrintWriter out,
            Environment environment,
            ForestContest contest,
            List<UplinkOutcome> outcomes)
            throws IOException {
        List<UplinkCase> cases = UplinkCase.of(contest, outcomes);
        out.println();
        out.print(UplinkTable.figures(contest, cases));
        List<UplinkRatio> ratios = UplinkRatio.of(contest, cases);
        if (!ratios.isEmpty()) out.print(UplinkTable.ratios(ratios));
        output.write(
                () -> UplinkJson.document(environment, contest, outcomes),
                () -> new UplinkReport(environment, contest, cases, conditions(contest)));
        out.flush();
    }

    private static void finished(PrintWriter out, UplinkOutcome outcome, int count) {
        ForestContest.Turn turn = outcome.turn();
        String what =
                outcome.failure() != null
                        ? "FAILED: " + outcome.failure()
                        : String.format(
                                Locale.ROOT,
                                "committed %.1f of %.1f Mbit/s, plan %.1f",
                                outcome.measurement().committedBits() / 1e6,
                                outcome.measurement().offeredBits() / 1e6,
                                outcome.measurement().plannedBits() / 1e6);
        out.printf(
                "[%d/%d] %s, %s, %s, %s, run %d: %s%n",
                turn.position(),
                count,
                turn.load().name(),
                turn.offered(),
                turn.disturbance().text(),
                turn.system().text(),
                turn.run(),
                what);
        out.flush();
    }

    private static String conditions(ForestContest contest) {
        return String.format(
                Locale.ROOT,
                "%d hosts, uplinks %s Mbit/s, downlinks %s Mbit/s, payloads of %,d bytes, durability memory,"
                        + " %d s after %d s.",
                contest.hosts(),
                Arrays.toString(Arrays.stream(contest.up()).map(r -> r / 1e6).toArray()),
                Arrays.toString(Arrays.stream(contest.down()).map(r -> r / 1e6).toArray()),
                contest.payloadBytes(),
                contest.seconds(),
                contest.warmSeconds());
    }
}
