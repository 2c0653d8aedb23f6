package io.abcast.papers;

import io.abcast.command.JsonText;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Repeats the evaluation of EL-Sanosi 2018 (chapter 5, appendices D and E) in the simulator, and regenerates some
 * tables and figures of the thesis. docs/papers/zab.md describes the model.
 */
public final class Evaluation {
    /** Reports the progress of an evaluation: the evaluation calls this method before each experiment. */
    public interface Progress {
        /**
         * @param number number of the experiment, from 1
         * @param experiments number of all experiments of the evaluation
         */
        void experiment(int number, int experiments, String what);
    }

    private final List<ThesisItem> tables;
    private final List<ThesisFigure> figures;
    private final String conditions;
    private final List<TableResult> results = new ArrayList<>();
    private final List<SvgPlot> plots = new ArrayList<>();

    private Evaluation(List<ThesisItem> tables, List<ThesisFigure> figures, String conditions) {
        this.tables = tables;
        this.figures = figures;
        this.conditions = conditions;
    }

    /** Ids of the tables that {@link #run} accepts, in the order of EL-Sanosi 2018. */
    public static List<String> tables() {
        return ThesisItem.ALL.stream().map(ThesisItem::id).toList();
    }

    /**
     * Runs the experiments of the given tables, and those of the figures if {@code withFigures} is true. The evaluation
     * runs each experiment {@code runs} times, each time with another random seed.
     *
     * @param ids ids of tables, each one of {@link #tables}
     * @param withFigures whether to draw all figures in addition to the tables
     */
    public static Evaluation run(
            List<String> ids,
            boolean withFigures,
            int runs,
            int writes,
            long seed,
            Progress progress) {
        String conditions =
                runs
                        + (runs == 1 ? " run" : " runs")
                        + " of each experiment, "
                        + writes
                        + " writes each after the warm-up, seed "
                        + seed
                        + "; in virtual time, log to memory, batching off. ± is the 95 % confidence interval over"
                        + " runs.";
        Evaluation evaluation =
                new Evaluation(
                        ThesisItem.ALL.stream().filter(item -> ids.contains(item.id())).toList(),
                        withFigures ? ThesisFigure.ALL : List.of(),
                        conditions);
        int experiments = evaluation.needs().size();
        int[] number = {0};
        Consumer<ThesisExperiment> each =
                e -> progress.experiment(++number[0], experiments, e.toString());
        evaluation.draw(new ThesisTrials(runs, writes, seed, each));
        return evaluation;
    }

    private Set<ThesisExperiment> needs() {
        Set<ThesisExperiment> all = new LinkedHashSet<>();
        tables.forEach(table -> all.addAll(table.needs()));
        figures.forEach(figure -> all.addAll(figure.needs()));
        return all;
    }

    private void draw(ThesisTrials trials) {
        for (ThesisItem table : tables) results.add(TableResult.of(table, trials));
        for (ThesisFigure figure : figures) plots.addAll(figure.plots(trials));
    }

    /** All tables of the evaluation, and the differences of their figures from EL-Sanosi 2018, as text. */
    public String text() {
        return results.stream().map(TableResult::toString).collect(Collectors.joining("\n"))
                + "\n"
                + new Differences(results)
                + "\n"
                + conditions
                + "\n";
    }

    /** Writes one table of the evaluation as a JSON object, and several tables as an array of JSON objects. */
    public JsonText json() {
        return new JsonText().oneOrAll(results, TableResult::write);
    }

    /** All tables and figures of the evaluation, and the differences from EL-Sanosi 2018, as one HTML page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions));
        plots.forEach(plot -> html.append(plot).append('\n'));
        for (TableResult result : results)
            html.append("<h2>")
                    .append(HtmlPage.escape("Table " + result.table().id()))
                    .append("</h2>\n<pre>")
                    .append(HtmlPage.escape(result.toString()))
                    .append("</pre>\n");
        html.append("<h2>Differences</h2>\n<pre>")
                .append(HtmlPage.escape(new Differences(results).toString()))
                .append("</pre>\n");
        return HtmlPage.of("EL-Sanosi 2018, regenerated", html.toString());
    }
}
