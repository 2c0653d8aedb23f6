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
 * The evaluation of Tan 2019, by plans and by runs in virtual time. Deterministic for given loads and a given seed.
 * docs/papers/shallowforest.md describes the model.
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
     * @param offered offered loads of figures 7.1 and 7.2 in Mbit/s; {@code null}: the default loads
     * @param isFull whether the runs have the length and the number of the runs of the thesis
     * @param progress receives a line before each part of the work
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

    /** Names that {@link #addTable} accepts, in the thesis's order. */
    public static List<String> tables() {
        return TABLES;
    }

    /** Names that {@link #addFigure} accepts, in the thesis's order. */
    public static List<String> figures() {
        return FIGURES;
    }

    /** @param id a name out of {@link #tables} */
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

    /** @param id a name out of {@link #figures} */
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

    /** Checks every constraint of the plans on {@code instances} random instances. */
    public void addTheorem(int instances) {
        TheoremTrials trials = TheoremTrials.run(instances, seed, progress);
        holds &= trials.holds();
        results.add(trials.result());
    }

    /** Checks the message delays of EPaxos. */
    public void addDelays() {
        DelayChecks checks = DelayChecks.run(DelayChecks.BUSY_SECONDS, seed, progress);
        holds &= checks.holds();
        results.add(checks.result());
    }

    /** Adds the answers to questions that the thesis does not ask. */
    public void addBeyond() {
        results.addAll(new BeyondPlans(loads, seed, progress).results());
    }

    /** Whether all checks so far have passed. */
    public boolean holds() {
        return holds;
    }

    private String conditions() {
        return String.format(
                "Loads: %s. Seed: %d. Uplinks and downlinks: %.0f Mbit/s.",
                loads, seed, ThesisNetwork.MBIT_PER_S);
    }

    /** All results as text. */
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

    /** All results as one page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions()));
        results.forEach(result -> html.append(result.html()));
        return HtmlPage.of("Tan 2019, regenerated", html.toString());
    }
}
