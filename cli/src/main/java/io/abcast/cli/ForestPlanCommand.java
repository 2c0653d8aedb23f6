package io.abcast.cli;

import io.abcast.command.JsonOption;
import io.abcast.command.JsonText;
import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code abcast forest plan}: computes the plan of FOREST (rates of sending over each relay) for the sites in a JSON
 * file.
 */
@Command(
        name = "plan",
        description = {
            "Compute how much each site sends directly, and how much over each relay, by the linear programs of"
                    + " ShallowForest.",
            "FILE has {\"sites\": [], \"uplink\": [], \"downlink\": [], \"load\": [], \"latency\": [[]]}: the names"
                    + " of the sites (optional), their rates in one unit, and the latencies from row to column."
        })
final class ForestPlanCommand implements Callable<Integer> {
    private static final MathContext DIGITS = new MathContext(11);

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "JSON file with the sites.")
    private Path file;

    @Option(
            names = "--headroom",
            paramLabel = "H",
            defaultValue = "0",
            description =
                    "Share of every uplink and downlink that the plan leaves free, at least 0 and below 1."
                            + " Default: ${DEFAULT-VALUE}.")
    private double headroom;

    @Option(
            names = "--objective",
            paramLabel = "sum|quorum",
            defaultValue = "SUM",
            description =
                    "Latency that the plan minimises: sum is the sum over all receivers, quorum is the time until a"
                            + " fast quorum of EPAXOS has answered. Default: sum.")
    private PlanObjective objective;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        ForestSites sites;
        try {
            sites = SitesFile.read(file);
        } catch (IllegalArgumentException e) {
            throw wrongUsage(file + ": " + e.getMessage(), e);
        }
        try {
            sites = sites.withHeadroom(headroom);
        } catch (IllegalArgumentException e) {
            throw wrongUsage("--" + e.getMessage(), e);
        }
        ForestPlan plan = new ForestPlanner(new OjAlgoSolver()).plan(sites, objective);
        PrintWriter out = spec.commandLine().getOut();
        if (json.printsText()) print(sites, plan, out);
        json.write(out, document(sites, plan));
        out.flush();
        return 0;
    }

    private ParameterException wrongUsage(String message, Throwable cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }

    private static JsonText document(ForestSites sites, ForestPlan plan) {
        JsonText document = new JsonText().open('{');
        document.key("sustainable")
                .value(plan.sustainable())
                .key("total")
                .value(rounded(plan.total()));
        row(document.key("rates"), plan.rates());
        rows(document.key("r"), plan.r());
        document.key("objective").value(rounded(plan.objective()));
        document.key("gain").value(rounded(plan.gain()));
        rows(document.key("algorithm1"), ForestPlanner.algorithm1(sites, plan));
        return document.close('}');
    }

    /** Rounds to 12 digits, because the linear-program solver computes about 12 exact digits. */
    private static double rounded(double value) {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }

    private static void rows(JsonText document, double[][] rows) {
        document.open('[');
        for (double[] row : rows) row(document, row);
        document.close(']');
    }

    private static void row(JsonText document, double[] row) {
        document.open('[');
        for (double each : row) document.value(rounded(each));
        document.close(']');
    }

    private static void print(ForestSites sites, ForestPlan plan, PrintWriter out) {
        List<String> names = sites.names();
        out.printf(
                "The offered load is %s. Total rate: %s of %s%n",
                plan.sustainable() ? "sustainable" : "not sustainable",
                figure(plan.total()),
                figure(Arrays.stream(sites.load()).sum()));
        out.printf(
                "Gain over direct sending: %.6f; sum of latency x rate: %s%n",
                plan.gain(), figure(plan.objective()));
        if (plan.origin() == ForestPlan.Origin.FALLBACK)
            out.println(
                    "The solver's answer failed the check: the overlays are those of Algorithm 1.");
        int width = 8;
        for (String name : names) width = Math.max(width, name.length());
        String cell = "  %" + Math.max(width, 12) + "s";
        out.printf("%" + width + "s" + cell + cell, "site", "rate", "direct");
        for (String name : names) out.printf(cell, "over " + name);
        out.println();
        for (int i = 0; i < sites.n(); i++) {
            out.printf(
                    "%" + width + "s" + cell + cell,
                    names.get(i),
                    figure(plan.rates()[i]),
                    figure(plan.r()[i][i]));
            for (int j = 0; j < sites.n(); j++)
                out.printf(cell, i == j || plan.r()[i][j] == 0 ? "-" : figure(plan.r()[i][j]));
            out.println();
        }
    }

    private static String figure(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%.7g", value);
    }
}
