package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.result.PrintedTable;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Repeats the example of Tan 2019, section 4.3.2 and figure 4.2, in which Algorithm 1 computes the rates of the
 * overlays step by step.
 */
final class WorkedExample {
    private static final PrintedTable PRINTED =
            PrintedTable.load(ThesisNetwork.class, "figure-4.2");

    private WorkedExample() {}

    /** Tan 2019 gives no latencies for this example, so all latencies are equal here. */
    static ForestSites sites() {
        double[][] latency = new double[3][3];
        for (double[] row : latency) Arrays.fill(row, 1);
        return new ForestSites(
                PRINTED.columns(),
                new double[] {2, 10, 6},
                new double[] {9, 9, 9},
                new double[] {1, 3, 5},
                latency);
    }

    static PaperResult result() {
        ForestSites sites = sites();
        ForestPlan plan = new ForestPlanner(new OjAlgoSolver()).plan(sites, PlanObjective.SUM);
        double[][] algorithm1 = ForestPlanner.algorithm1(sites, plan);
        List<PaperCell> cells = new ArrayList<>();
        add(cells, "r_ij", algorithm1);
        add(cells, "r_ij of the linear programs", plan.r());
        double[][] printed = PrintedAlgorithm1.rates(sites.uplink(), sites.load());
        add(cells, "r_ij of Algorithm 1 as printed", printed);
        SvgPlot plot = new SvgPlot("Figure 4.2: Algorithm 1", "overlay", "rate").xLabels(labels());
        for (String source : sites.names()) {
            plot.line(source, points(source, false, cells));
            plot.line(source + ", thesis", points(source, true, cells));
        }
        return new PaperResult(
                "figure 4.2",
                "the worked example; row: source, column: relay (if it is the source itself, the"
                        + " payload is sent directly)",
                cells,
                List.of(plot),
                List.of(
                        "r_ij: Algorithm 1 with line 10 corrected. As printed it does not give the thesis's example."));
    }

    private static void add(List<PaperCell> cells, String measure, double[][] r) {
        List<String> names = PRINTED.columns();
        for (int i = 0; i < r.length; i++)
            for (int j = 0; j < r.length; j++) {
                String source = names.get(i);
                String relay = names.get(j);
                cells.add(
                        new PaperCell(source, relay, measure, r[i][j], PRINTED.at(source, relay)));
            }
    }

    private static List<String> labels() {
        return PRINTED.columns().stream().map(relay -> "over " + relay).toList();
    }

    private static List<SvgPlot.Point> points(String source, boolean paper, List<PaperCell> cells) {
        List<SvgPlot.Point> points = new ArrayList<>();
        for (PaperCell cell : cells)
            if (cell.measure().equals("r_ij") && cell.row().equals(source))
                points.add(new SvgPlot.Point(points.size(), paper ? cell.paper() : cell.ours()));
        return points;
    }
}
