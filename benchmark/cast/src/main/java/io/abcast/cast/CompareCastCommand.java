package io.abcast.cast;

import io.abcast.cast.lab.CastCell;
import io.abcast.cast.lab.CastComparison;
import io.abcast.cast.lab.CastJson;
import io.abcast.cast.lab.CastOutcome;
import io.abcast.cast.lab.CastPlan;
import io.abcast.cast.lab.CastReport;
import io.abcast.cast.lab.CastSystem;
import io.abcast.cast.lab.CastTable;
import io.abcast.cast.lab.LabDisturbance;
import io.abcast.command.BitRateConverter;
import io.abcast.command.CommandFailedException;
import io.abcast.command.MeasurementOutput;
import io.abcast.command.NamedChoices;
import io.abcast.command.SecondsConverter;
import io.abcast.command.SizeConverter;
import io.abcast.lab.CannotException;
import io.abcast.lab.LabSeries;
import io.abcast.report.Environment;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code abcast compare-cast}: sends one file to all hosts, first by abcast and then by each of the other programs. */
@Command(
        name = "compare-cast",
        description =
                "Send one file to all hosts with abcast and with other programs, in alternating"
                        + " runs. The hosts of each run are network namespaces whose links have a"
                        + " limited rate. Needs Linux and root.",
        sortOptions = false)
final class CompareCastCommand implements Callable<Integer> {
    private static final long RATE_LEAST = 1_000_000;
    private static final int RUNS_MAX = 1_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--systems",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Systems to compare: ours (abcast), aria2, rtorrent, chain (a pipeline of TCP"
                            + " connections), udpcast, rsync (a binomial tree), random-block"
                            + " (abcast, with random blocks that are not coded). Default: all.")
    private List<String> systems = CastSystem.names();

    @Option(
            names = "--disturb",
            split = ",",
            defaultValue = "none",
            paramLabel = "WHAT",
            description =
                    "Disturbances during a run: none, slow-host (one host has a quarter of the"
                            + " rate), killed (two hosts, in the middle), loss (2 %% of all"
                            + " packets), late (one host joins in the middle). Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<String> disturbances;

    @Option(
            names = "--hosts",
            defaultValue = "8",
            paramLabel = "N",
            description = "Number of hosts, including the source. Default: ${DEFAULT-VALUE}.")
    private int hosts;

    @Option(
            names = "--size",
            defaultValue = "64m",
            converter = SizeConverter.class,
            paramLabel = "BYTES",
            description =
                    "Size of the file. Each host has a copy in memory. Default: ${DEFAULT-VALUE}.")
    private long size;

    @Option(
            names = "--rate",
            defaultValue = "100mbit",
            converter = BitRateConverter.class,
            paramLabel = "BITS",
            description = "Rate of each link in each direction. Default: ${DEFAULT-VALUE}.")
    private long rate;

    @Option(
            names = "--congestion",
            defaultValue = "cubic",
            paramLabel = "NAME",
            description =
                    "Congestion control of TCP on all hosts. host: the default of this machine."
                            + " Default: ${DEFAULT-VALUE}.")
    private String congestion;

    @Option(
            names = "--runs",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Number of runs of each system. Several runs give confidence intervals."
                            + " Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--limit",
            defaultValue = "0",
            converter = SecondsConverter.class,
            paramLabel = "S",
            description =
                    "Seconds after which a run counts as failed. Default: eight times the ideal"
                            + " time plus half a minute.")
    private double limit;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of the file's bytes. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin private MeasurementOutput output;

    @Override
    public Integer call() throws InterruptedException {
        CastPlan plan = plan();
        output.check();
        try {
            return run(plan);
        } catch (IOException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    private CastPlan plan() {
        List<CastSystem> who = NamedChoices.of(spec, "--systems", systems, CastSystem::of);
        List<LabDisturbance> what =
                NamedChoices.of(spec, "--disturb", disturbances, LabDisturbance::of);
        int least = what.stream().mapToInt(LabDisturbance::hostsLeast).max().orElse(2);
        if (hosts < least || hosts > CastPlan.HOSTS_MAX)
            throw wrong(
                    "--hosts: expected " + least + " to " + CastPlan.HOSTS_MAX + ", got " + hosts);
        if (size < 1) throw wrong("--size: expected at least 1 byte, got " + size);
        if (rate < RATE_LEAST) throw wrong("--rate: expected at least 1mbit, got " + rate + "bit");
        if (runs < 1 || runs > RUNS_MAX)
            throw wrong("--runs: expected 1 to " + RUNS_MAX + ", got " + runs);
        if (!(limit >= 0)) throw wrong("--limit: expected at least 0, got " + limit);
        if (!congestion.matches("[a-z][a-z0-9_]{0,15}"))
            throw wrong("--congestion: expected a name such as cubic, got " + congestion);
        return new CastPlan(
                who,
                what,
                hosts,
                size,
                rate,
                congestion.equals("host") ? "" : congestion,
                runs,
                limit,
                seed);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int run(CastPlan plan) throws IOException, InterruptedException {
        PrintWriter out = output.text();
        Environment environment = Environment.here(List.of(), List.of());
        double floor;
        List<CastOutcome> outcomes;
        try (LabSeries labs =
                        new LabSeries(
                                "compare-cast",
                                output.directory(),
                                plan.congestionControl(),
                                spec.commandLine().getErr());
                CastComparison comparison = new CastComparison(plan, labs)) {
            labs.check();
            floor = comparison.floor();
            out.println(floor(floor));
            outcomes = comparison.run(new CompareCastProgress(out, plan));
            print(out, environment, plan, floor, outcomes);
            check(outcomes, labs);
            labs.clean();
        } catch (CannotException e) {
            throw new CommandFailedException(e.getMessage(), e);
        }
        return 0;
    }

    private void print(
            PrintWriter out,
            Environment environment,
            CastPlan plan,
            double floor,
            List<CastOutcome> outcomes)
            throws IOException {
        out.println();
        out.print(CastTable.of(CastCell.of(outcomes), plan));
        List<String> conditions = List.of(conditions(plan), floor(floor));
        conditions.forEach(out::println);
        output.write(
                () -> CastJson.document(environment, plan, floor, outcomes),
                () -> new CastReport(environment, plan, outcomes, conditions));
        out.flush();
    }

    private static void check(List<CastOutcome> outcomes, LabSeries labs) {
        List<String> problems =
                outcomes.stream()
                        .filter(o -> o.failure() != null)
                        .map(o -> o.turn().disturbance().text() + ", " + o.turn().system().text())
                        .collect(Collectors.toCollection(LinkedHashSet::new))
                        .stream()
                        .toList();
        if (!problems.isEmpty())
            throw new CommandFailedException(
                    "failed: " + String.join("; ", problems) + "; logs in " + labs.logs());
        if (outcomes.stream().allMatch(o -> o.measurement() == null))
            throw new CommandFailedException("nothing could be measured");
    }

    private static String floor(double floor) {
        return String.format(
                Locale.ROOT,
                "One TCP stream in this lab reaches %.3f of a link's rate: no run over TCP can take less than %.3f"
                        + " times the ideal.",
                floor,
                1 / floor);
    }

    private static String conditions(CastPlan plan) {
        return String.format(
                Locale.ROOT,
                "%d hosts including the source, %,d bytes, links of %,d bit/s each way, TCP with %s, %d %s.",
                plan.hosts(),
                plan.bytes(),
                plan.bitsPerSecond(),
                plan.congestionControl().isEmpty()
                        ? "this machine's congestion control"
                        : plan.congestionControl(),
                plan.runs(),
                plan.runs() == 1 ? "run" : "runs");
    }
}
