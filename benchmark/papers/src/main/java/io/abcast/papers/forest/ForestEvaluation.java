package io.abcast.papers.forest;

import io.abcast.command.JsonText;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.HtmlPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Repeats the evaluation of Tan 2019 by computed plans and by runs in virtual time. The results of the evaluation are
 * deterministic for given loads and a given seed. docs/papers/shallowforest.md describes the model.
 */
public final class ForestEvaluation {
    private static final List<String> TABLES = List.of("3.1", "7.1", "7.2", "7.3", "gain");
    private static final List<String> FIGURES = List.of("3.1", "4.2", "7.1", "7.2");

    private final Loads loads;
    private final long seed;
    private final Consumer<String> progress;
    private final List<PaperResult> results = new ArrayList<>();
    private final LoadCurves curves;
    private boolean holds = true;

    /** Creates an evaluation with short runs of the default loads. */
    public ForestEvaluation(Loads loads, long seed, Consumer<String> progress) {
        this(loads, null, false, seed, progress);
    }

    /**
     * @param offered offered loads of figures 7.1 and 7.2 in Mbit/s; {@code null} selects the default loads.
     * @param isFull whether each point is measured by as many and as long runs as in Tan 2019.
     * @param progress receives a line of text before each part of the work.
     */
    public ForestEvaluation(
            Loads loads,
            List<Double> offered,
            boolean isFull,
            long seed,
            Consumer<String> progress) {
        LoadRuns.Length length = isFull ? LoadRuns.Length.FULL : LoadRuns.Length.SHORT;
        curves = new LoadCurves(new LoadRuns(loads, length, seed, progress), offered);
        this.loads = loads;
        this.seed = seed;
        this.progress = progress;
    }

    /** Ids of the tables that {@link #addTable} accepts, in the order of Tan 2019. */
    public static List<String> tables() {
        return TABLES;
    }

    /** Ids of the figures that {@link #addFigure} accepts, in the order of Tan 2019. */
    public static List<String> figures() {
        return FIGURES;
    }

    /** @param id id of a table, one of {@link #tables} */
    public void addTable(String id) {
        results.add(
                switch (id) {
                    case "3.1" -> MeasuredThroughput.table();
                    case "7.1" -> ThesisInputs.latencies();
                    case "7.2" -> ThesisInputs.loadsBySkewness();
                    case "7.3" -> ThesisInputs.loadsBySize();
                    case "gain" -> GainTable.of(loads);
                    default -> throw new IllegalArgumentException("no table " + id);
                });
    }

    /** @param id id of a figure, one of {@link #figures} */
    public void addFigure(String id) {
        results.add(
                switch (id) {
                    case "3.1" -> MeasuredThroughput.figure();
                    case "4.2" -> WorkedExample.result();
                    case "7.1" -> curves.bySkewness();
                    case "7.2" -> curves.bySize();
                    default -> throw new IllegalArgumentException("no figure " + id);
                });
    }

    /**
     * Computes plans for {@code instances} random instances of the planning problem, and checks every constraint of
     * these plans.
     */
    public void addTheorem(int instances) {
        TheoremTrials trials = TheoremTrials.run(instances, seed, progress);
        holds &= trials.holds();
        results.add(trials.result());
    }

    /** Checks the message delays that EPaxos needs in runs. */
    public void addDelays() {
        DelayChecks checks = DelayChecks.run(DelayChecks.BUSY_SECONDS, seed, progress);
        holds &= checks.holds();
        results.add(checks.result());
    }

    /** Adds the answers to questions that Tan 2019 does not ask. */
    public void addBeyond() {
        results.addAll(new BeyondPlans(loads, seed, progress).results());
    }

    /** Whether all checks of this evaluation have passed so far. */
    public boolean holds() {
        return holds;
    }

    private String conditions() {
        return String.format(
                "Loads: %s. Seed: %d. Uplinks and downlinks: %.0f Mbit/s.",
                loads, seed, ThesisNetwork.MBIT_PER_S);
    }

    /** All results of the evaluation as text. */
    public String text() {
        return results.stream().map(PaperResult::toString).collect(Collectors.joining("\n"))
                + "\n"
                + conditions()
                + "\n";
    }

    /** Writes one result as a JSON object, and several results as an array of JSON objects. */
    public JsonText json() {
        Map<String, Object> conditions = new LinkedHashMap<>();
        conditions.put("loads", loads.toString());
        conditions.put("seed", seed);
        return new JsonText()
                .oneOrAll(
                        results, (result, json) -> result.write(json, "shallowforest", conditions));
    }

    /** All results of the evaluation as one HTML page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions()));
        results.forEach(result -> html.append(result.html()));
        return HtmlPage.of("Tan 2019, regenerated", html.toString());
    }
}
