package io.abcast.papers.camu;

import io.abcast.command.JsonText;
import io.abcast.papers.result.CachedRuns;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.HtmlPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Repeats the evaluation of Vandevoorde 2018 by runs in virtual time. The results of the runs are deterministic for
 * given settings. docs/papers/camu.md describes the model.
 */
public final class CamuEvaluation {
    private static final List<String> TABLES = List.of("5.1", "5.2", "5.3");
    private static final List<String> FIGURES =
            List.of(
                    "3.3", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "5.11",
                    "scale", "shift");

    /** In seconds of virtual time; bounded, because saturated partitions need many simulated events. */
    private static final double SCALE_SECONDS_MAX = 0.5;

    /**
     * Settings of the runs of an evaluation.
     *
     * @param runs number of runs of each experiment, with consecutive seeds
     * @param seed random seed of the first run
     * @param seconds length of the load of a run, in seconds of virtual time
     * @param messageMicros time in us for which each sent and each received message occupies the thread of a partition
     * @param roundMillis minimum time in ms between two rounds of a partition; if {@code null}, each figure uses the
     *     time that Vandevoorde 2018 has for it
     * @param isLmecAfterDecided whether a round of CaMu takes the decided operations before it reads its bound on
     *     executable clocks (LMEC); if false, the round follows the order of Listing 1 of Vandevoorde 2018
     * @param decidesAtOnce whether TO-Multicast alone delivers an operation as soon as it is decided; if false, it
     *     delivers the operation at the next iteration
     */
    public record Settings(
            int runs,
            long seed,
            double seconds,
            double messageMicros,
            Double roundMillis,
            boolean isLmecAfterDecided,
            boolean decidesAtOnce) {}

    private final Settings settings;
    private final Consumer<String> progress;
    private final CamuFigures figures;
    private final List<PaperResult> results = new ArrayList<>();

    /** @param progress receives a line of text before each part of the work */
    public CamuEvaluation(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
        figures = figures(settings.messageMicros());
    }

    private CamuFigures figures(double messageMicros) {
        CamuRun run =
                new CamuRun(
                        settings.seconds(),
                        Math.round(messageMicros * 1_000),
                        settings.isLmecAfterDecided(),
                        settings.decidesAtOnce());
        Long roundNanos =
                settings.roundMillis() == null
                        ? null
                        : Long.valueOf(Math.round(settings.roundMillis() * 1e6));
        return new CamuFigures(
                new CachedRuns<>(settings.runs(), settings.seed(), run::measure, progress),
                roundNanos);
    }

    /** Ids of the tables that {@link #addTable} accepts, in the order of Vandevoorde 2018. */
    public static List<String> tables() {
        return TABLES;
    }

    /** Ids of the figures that {@link #addFigure} accepts, in the order of Vandevoorde 2018. */
    public static List<String> figures() {
        return FIGURES;
    }

    /** @param id id of a table, one of {@link #tables} */
    public void addTable(String id) {
        results.add(
                switch (id) {
                    case "5.1" -> figures.mix();
                    case "5.2" -> GridSites.servers();
                    case "5.3" -> GridSites.roundTrips();
                    default -> throw new IllegalArgumentException("no table " + id);
                });
    }

    /** @param id id of a figure, one of {@link #figures} */
    public void addFigure(String id) {
        results.add(
                switch (id) {
                    case "3.3" -> TimingExample.result();
                    case "5.2" -> CamuFigures.zipf();
                    case "5.5" -> figures.byRound();
                    case "5.11" -> figures.switching();
                    case "scale" -> scale();
                    case "shift" -> shift();
                    default -> figures.latencies(id);
                });
    }

    private PaperResult scale() {
        long messageNanos = Math.round(settings.messageMicros() * 1_000);
        double seconds = Math.min(settings.seconds(), SCALE_SECONDS_MAX);
        return ScaleFigure.measure(
                new CachedRuns<>(
                        settings.runs(),
                        settings.seed(),
                        (run, seed) -> run.measure(messageNanos, seconds, seed),
                        progress));
    }

    private PaperResult shift() {
        long messageNanos = Math.round(settings.messageMicros() * 1_000);
        return ShiftFigure.measure(
                new CachedRuns<>(
                        settings.runs(),
                        settings.seed(),
                        (run, seed) -> run.measure(messageNanos, seed),
                        progress));
    }

    /**
     * Checks the statements of Vandevoorde 2018, section 5.4.
     *
     * @param costs processor times of a message, in us
     */
    public void addStatements(List<Double> costs) {
        results.add(ThesisStatements.check(costs, this::figures));
    }

    /** Measures the delays of CAMU's transactions in message delays. */
    public void addDelays() {
        results.add(CamuDelays.measure(settings.runs(), settings.seed(), progress));
    }

    private Map<String, Object> conditions() {
        Map<String, Object> conditions = new LinkedHashMap<>();
        conditions.put("runs", settings.runs());
        conditions.put("seed", settings.seed());
        conditions.put("seconds", settings.seconds());
        conditions.put("message_cpu_us", settings.messageMicros());
        conditions.put("lmec_after_decided", settings.isLmecAfterDecided());
        conditions.put("decided_at_once", settings.decidesAtOnce());
        return conditions;
    }

    private String conditionsText() {
        return String.format(
                "%d runs of each experiment, seeds from %d, %s s of virtual time each. Each sent and each received"
                        + " message occupies the thread of a partition for %s us, except in the statements. ± is the"
                        + " 95 %% confidence interval over runs.",
                settings.runs(),
                settings.seed(),
                PaperCell.number(settings.seconds()),
                PaperCell.number(settings.messageMicros()));
    }

    /** All results of the evaluation as text. */
    public String text() {
        return results.stream().map(PaperResult::toString).collect(Collectors.joining("\n"))
                + "\n"
                + conditionsText()
                + "\n";
    }

    /** Writes one table or figure as a JSON object, and several tables and figures as an array of JSON objects. */
    public JsonText json() {
        Map<String, Object> conditions = conditions();
        return new JsonText()
                .oneOrAll(results, (result, json) -> result.write(json, "camu", conditions));
    }

    /** All results of the evaluation as one HTML page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditionsText()));
        results.forEach(result -> html.append(result.html()));
        return HtmlPage.of("Vandevoorde 2018, regenerated", html.toString());
    }
}
