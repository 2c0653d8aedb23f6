package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Answers questions about overlays that Tan 2019 does not ask. The class computes plans for the loads and latencies of
 * Tan 2019, and runs no simulation. Each reported time is the latency of a path without queueing and transmission. The
 * latency of a path in one direction is half of its ping time.
 */
final class BeyondPlans {
    private static final String COMMIT = "commit ms";
    private static final String DELIVERY = "delivery ms";
    private static final String TOTAL = "total Mbit/s";
    private static final String VARIED = "total Mbit/s, pairs differ";
    private static final List<Integer> SMALL = List.of(3, 4, 5, 6);

    /** Capacities between a pair of sites, as fractions of the capacity of an uplink. */
    private static final double[] PAIR_SHARES = {1, 0.5, 0.375, 0.25, 0.1875};

    private static final int DRAWS = 10;

    private final Loads loads;
    private final long seed;
    private final Consumer<String> progress;
    private final OjAlgoSolver solver = new OjAlgoSolver();
    private final ForestPlanner planner = new ForestPlanner(solver);

    BeyondPlans(Loads loads, long seed, Consumer<String> progress) {
        this.loads = loads;
        this.seed = seed;
        this.progress = progress;
    }

    List<PaperResult> results() {
        return List.of(objectives(), trees(), pairs());
    }

    private record Case(String name, ForestSites sites) {}

    private List<Case> cases(List<Integer> sizes) {
        List<Case> cases = new ArrayList<>();
        for (int n : sizes)
            for (double s : ThesisNetwork.SKEWNESS) {
                double[] percent = loads.percent(n, s);
                if (percent == null) continue;
                String name = "n=" + n + " s=" + ThesisNetwork.name(s);
                cases.add(new Case(name, ThesisNetwork.oneWay(percent)));
            }
        return cases;
    }

    PaperResult objectives() {
        List<PaperCell> cells = new ArrayList<>();
        for (Case each : cases(ThesisNetwork.SIZES)) {
            progress.accept("objective quorum: " + each.name);
            double[][] latency = each.sites.latency();
            for (PlanObjective objective : PlanObjective.values()) {
                double[][] r = planner.plan(each.sites, objective).r();
                String column = objective == PlanObjective.SUM ? "sum" : "quorum";
                add(cells, each.name, column, r, latency);
            }
            int n = each.sites.n();
            double[][] direct = new double[n][n];
            for (int i = 0; i < n; i++) direct[i][i] = each.sites.load()[i];
            add(cells, each.name, "direct, no limits", direct, latency);
        }
        return new PaperResult(
                "beyond objective quorum",
                "plans with --objective sum and quorum, loads " + loads,
                cells,
                List.of(),
                List.of(
                        COMMIT
                                + ": mean over all bytes of the time until a fast quorum has answered; "
                                + DELIVERY
                                + ": mean over all bytes and receivers. Paths only, idle network."));
    }

    private static void add(
            List<PaperCell> cells, String row, String column, double[][] r, double[][] latency) {
        cells.add(new PaperCell(row, column, COMMIT, mean(r, tree -> tree.commit(latency))));
        cells.add(new PaperCell(row, column, DELIVERY, mean(r, tree -> tree.delivery(latency))));
    }

    private static double mean(double[][] r, ToDoubleFunction<ShallowTree> weight) {
        double sum = 0;
        double total = 0;
        for (int i = 0; i < r.length; i++)
            for (int j = 0; j < r.length; j++) {
                sum += r[i][j] * weight.applyAsDouble(ShallowTree.base(r.length, i, j));
                total += r[i][j];
            }
        return sum / total;
    }

    PaperResult trees() {
        List<PaperCell> cells = new ArrayList<>();
        for (Case each : cases(SMALL)) {
            progress.accept("all trees: " + each.name);
            double[][] latency = each.sites.latency();
            TreeProgram all =
                    new TreeProgram(each.sites, null, ShallowTree.all(each.sites.n()), solver);
            compare(cells, each, all, PlanObjective.SUM, DELIVERY, t -> t.delivery(latency));
            compare(cells, each, all, PlanObjective.QUORUM, COMMIT, t -> t.commit(latency));
        }
        return new PaperResult(
                "beyond all trees",
                "the plan against all trees of height two, n <= 6, loads " + loads,
                cells,
                List.of(),
                List.of(
                        "Rates: those of the plan. By (5.5), no trees of any height can carry a"
                                + " larger total rate. "
                                + DELIVERY
                                + ": plans of objective sum; "
                                + COMMIT
                                + ": plans of objective quorum."));
    }

    private void compare(
            List<PaperCell> cells,
            Case each,
            TreeProgram all,
            PlanObjective objective,
            String measure,
            ToDoubleFunction<ShallowTree> weight) {
        ForestPlan plan = planner.plan(each.sites, objective);
        double base = mean(plan.r(), weight);
        double best = all.lowestMean(plan.rates(), weight);
        cells.add(new PaperCell(each.name, "base overlays", measure, base));
        cells.add(new PaperCell(each.name, "all trees", measure, best));
        cells.add(
                new PaperCell(
                        each.name, "all trees", measure + ", saved %", 100 * (base - best) / base));
    }

    /**
     * The hose model of Tan 2019 has no limit between a pair of sites, only the capacities of uplinks and downlinks.
     */
    PaperResult pairs() {
        List<PaperCell> cells = new ArrayList<>();
        List<SvgPlot> plots = new ArrayList<>();
        for (Case each : cases(List.of(5))) addPairs(cells, each, false, TOTAL, plots);
        for (Case each : cases(List.of(5))) addPairs(cells, each, true, VARIED, plots);
        return new PaperResult(
                "beyond capacity per pair",
                "the largest total with a capacity per pair of sites, loads " + loads,
                cells,
                plots,
                List.of(
                        "Columns: capacity from each site to each other site, Mbit/s. Uplinks and downlinks stay at 750"
                                + " Mbit/s. "
                                + VARIED
                                + ": capacities between half of the column and the column, mean of "
                                + DRAWS
                                + " draws.",
                        "plan: the plan does not know the capacities of pairs. All its rates are"
                                + " lowered by one factor until each pair fits."));
    }

    private void addPairs(
            List<PaperCell> cells, Case each, boolean varied, String measure, List<SvgPlot> plots) {
        progress.accept("capacity per pair: " + each.name + ", " + measure);
        ForestSites sites = each.sites;
        ForestPlan plan = planner.plan(sites, PlanObjective.SUM);
        int n = sites.n();
        SvgPlot plot = new SvgPlot("Capacity per pair, " + each.name, "Mbit/s per pair", measure);
        plots.add(plot.xFromZero());
        Map<String, ToDoubleFunction<double[][]>> overlays = new LinkedHashMap<>();
        overlays.put("direct", pairs -> total(sites, pairs, ShallowTree.direct(n)));
        overlays.put("plan", pairs -> PairCapacities.totalWithin(pairs, sites, plan));
        overlays.put("base overlays", pairs -> total(sites, pairs, ShallowTree.base(n)));
        overlays.put("all trees", pairs -> total(sites, pairs, ShallowTree.all(n)));
        overlays.forEach(
                (name, total) -> {
                    List<SvgPlot.Point> points = new ArrayList<>();
                    for (double share : PAIR_SHARES) {
                        double most = share * ThesisNetwork.MBIT_PER_S;
                        double mean = mean(n, most, varied, total);
                        String column = PaperCell.number(most);
                        String row = each.name + ", " + name;
                        cells.add(new PaperCell(row, column, measure, mean));
                        points.add(new SvgPlot.Point(most, mean));
                    }
                    plot.line(name, points);
                });
    }

    private double total(ForestSites sites, double[][] pairs, List<ShallowTree> trees) {
        return new TreeProgram(sites, pairs, trees, solver).largestTotal();
    }

    private double mean(int n, double most, boolean varied, ToDoubleFunction<double[][]> total) {
        if (!varied) return total.applyAsDouble(PairCapacities.equal(n, most));
        SplittableRandom random = new SplittableRandom(seed);
        double sum = 0;
        for (int k = 0; k < DRAWS; k++)
            sum += total.applyAsDouble(PairCapacities.varied(n, most, random));
        return sum / DRAWS;
    }
}
