package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanCheck;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Tests theorem 4.3.1 and both linear programs of Tan 2019 on random instances of the planning problem. The trials
 * check every constraint of the planning problem for every instance. Equal seeds give equal instances.
 */
final class TheoremTrials {
    private static final String BROKEN = "instances with a broken constraint";
    private static final String INSTANCES = "instances";
    private static final String ALL = "all";
    private static final int PROGRESS_EVERY = 100;

    private enum Subject {
        PHASE_1("phase 1"),
        PHASE_2("phase 2"),
        ALGORITHM_1("Algorithm 1, rates of phase 1"),
        ALGORITHM_1_T("Algorithm 1, rates t x load"),
        PHASE_1_PRINTED("phase 1 as printed"),
        ALGORITHM_1_PRINTED("Algorithm 1 as printed");

        private final String title;

        Subject(String title) {
            this.title = title;
        }
    }

    private final OjAlgoSolver solver = new OjAlgoSolver();
    private final ForestPlanner planner = new ForestPlanner(solver);
    private final ForestPlanner withoutSolver = new ForestPlanner(program -> null);

    private final long[] broken = new long[Subject.values().length];
    private final List<String> notes = new ArrayList<>();
    private long sustainable;
    private long relayed;

    private final BiFunction<ForestSites, ForestPlan, double[][]> algorithm1;

    TheoremTrials(BiFunction<ForestSites, ForestPlan, double[][]> algorithm1) {
        this.algorithm1 = algorithm1;
    }

    static TheoremTrials run(int instances, long seed, Consumer<String> progress) {
        SplittableRandom random = new SplittableRandom(seed);
        TheoremTrials trials = new TheoremTrials(ForestPlanner::algorithm1);
        for (int k = 1; k <= instances; k++) {
            trials.check(RandomSites.draw(random));
            if (k % PROGRESS_EVERY == 0) progress.accept("theorem: " + k + "/" + instances);
        }
        return trials;
    }

    void check(ForestSites sites) {
        PlanCheck check = new PlanCheck(sites);
        ForestPlan plan = planner.plan(sites, PlanObjective.SUM);
        if (plan.sustainable()) sustainable++;
        if (relays(plan.r())) relayed++;
        count(Subject.PHASE_1, sites, phase1(check, sites, plan));
        count(Subject.PHASE_2, sites, check.violated(plan.rates(), plan.r()));
        count(
                Subject.ALGORITHM_1,
                sites,
                check.violated(plan.rates(), algorithm1.apply(sites, plan)));
        ForestPlan scaled = withoutSolver.plan(sites, PlanObjective.SUM);
        count(Subject.ALGORITHM_1_T, sites, check.violated(scaled.rates(), scaled.r()));
        count(Subject.PHASE_1_PRINTED, sites, phase1AsPrinted(sites, plan));
        double[][] printed = PrintedAlgorithm1.rates(sites.uplink(), plan.rates());
        count(Subject.ALGORITHM_1_PRINTED, sites, check.violated(plan.rates(), printed));
    }

    /** Checks constraints (5.2) to (5.5) of Tan 2019; returns a description of the violated one, or {@code null}. */
    private static String phase1(PlanCheck check, ForestSites sites, ForestPlan plan) {
        for (int i = 0; plan.sustainable() && i < sites.n(); i++)
            if (plan.rates()[i] != sites.load()[i])
                return "sustainable load of site " + i + " is lowered to " + plan.rates()[i];
        return check.violated(plan.rates());
    }

    /**
     * Checks the linear program as Tan 2019 prints it: a sum above that of all non-negative rates shows a negative
     * rate.
     */
    private String phase1AsPrinted(ForestSites sites, ForestPlan plan) {
        if (plan.origin() == ForestPlan.Origin.FALLBACK) return null;
        double total = PrintedPhase1.total(sites, solver);
        return total > plan.total() * (1 + PlanCheck.TOLERANCE) + PlanCheck.TOLERANCE
                ? "a negative rate: sum " + total + ", without negative rates " + plan.total()
                : null;
    }

    private void count(Subject subject, ForestSites sites, String violated) {
        if (violated == null) return;
        boolean ours = subject != Subject.PHASE_1_PRINTED && subject != Subject.ALGORITHM_1_PRINTED;
        if (broken[subject.ordinal()]++ == 0 && ours)
            notes.add(subject.title + ": " + violated + "; " + RandomSites.json(sites));
    }

    private static boolean relays(double[][] r) {
        for (int i = 0; i < r.length; i++)
            for (int j = 0; j < r.length; j++) if (i != j && r[i][j] > 0) return true;
        return false;
    }

    /** Violations by the algorithms exactly as Tan 2019 prints them do not count. */
    boolean holds() {
        return notes.isEmpty();
    }

    PaperResult result() {
        List<PaperCell> cells = new ArrayList<>();
        for (Subject subject : Subject.values())
            cells.add(new PaperCell(subject.title, ALL, BROKEN, broken[subject.ordinal()], 0));
        cells.add(new PaperCell("checked", ALL, INSTANCES, planner.plans()));
        cells.add(new PaperCell("sustainable load", ALL, INSTANCES, sustainable));
        cells.add(new PaperCell("plan with relays", ALL, INSTANCES, relayed));
        // The planner falls back to Algorithm 1 if it refuses the solver's answer. Therefore the
        // number of fallbacks counts the refused answers.
        cells.add(new PaperCell("solver's answer refused", ALL, INSTANCES, planner.fallbacks()));
        cells.add(
                new PaperCell("kept, but not proven optimal", ALL, INSTANCES, planner.unproven()));
        return new PaperResult(
                "theorem",
                "constraints (5.2)-(5.5) and (5.8)-(5.11) on random instances",
                cells,
                List.of(),
                notes);
    }
}
