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
import java.util.List;

/**
 * The table "gain" shows the throughput gain of overlays (equation 4.19 of Tan 2019) and the objective (5.6) of the
 * plan, for the loads and latencies of Tan 2019. Tan 2019 has no such table.
 */
final class GainTable {
    private static final PrintedTable THROUGHPUT =
            PrintedTable.load(ThesisNetwork.class, "throughput");

    private GainTable() {}

    static PaperResult of(Loads loads) {
        ForestPlanner planner = new ForestPlanner(new OjAlgoSolver());
        List<PaperCell> gains = new ArrayList<>();
        List<PaperCell> objectives = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Gain (4.19), loads " + loads, "skewness s", "gain").xFromZero();
        for (int n : ThesisNetwork.SIZES) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (double s : ThesisNetwork.SKEWNESS) {
                double[] percent = loads.percent(n, s);
                if (percent == null) continue;
                ForestSites sites = ThesisNetwork.withPings(percent);
                ForestPlan plan = planner.plan(sites, PlanObjective.SUM);
                String column = ThesisNetwork.name(s);
                double paper = THROUGHPUT.at(String.valueOf(n), column);
                gains.add(new PaperCell("n=" + n, "s=" + column, "gain", plan.gain(), paper));
                objectives.add(
                        new PaperCell("n=" + n, "s=" + column, "objective", plan.objective()));
                points.add(new SvgPlot.Point(s, plan.gain()));
            }
            plot.line("n = " + n, points);
        }
        gains.addAll(objectives);
        return new PaperResult(
                "table gain",
                "gain of the plan over direct sending, 750 Mbit/s offered, loads " + loads,
                gains,
                List.of(plot),
                List.of(
                        "gain: (4.19). The thesis's figures are its measured ratios of commit throughput (sections"
                                + " 7.2 and 7.3).",
                        "objective: (5.6) in Mbit/s x ms, with the pings of table 7.1 as latencies."));
    }
}
