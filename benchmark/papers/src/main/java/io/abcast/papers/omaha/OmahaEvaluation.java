package io.abcast.papers.omaha;

import io.abcast.command.JsonText;
import io.abcast.report.HtmlPage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Repeats the evaluation of Mahamdi et al., 2023, section IV, in virtual time, and regenerates some of its tables and
 * figures.
 */
public final class OmahaEvaluation {
    /** Reports the progress of the evaluation: the evaluation calls this method before each trial. */
    public interface Progress {
        /**
         * @param number number of the trial, from 1
         * @param trials number of all trials of the evaluation
         */
        void trial(int number, int trials, String what);
    }

    private final String conditions;
    private final List<Result> results = new ArrayList<>();

    private OmahaEvaluation(String conditions) {
        this.conditions = conditions;
    }

    /** Names of the tables that {@link #run} accepts. */
    public static List<String> tables() {
        return PaperTable.IDS;
    }

    /** Names of the figures that {@link #run} accepts. */
    public static List<String> figures() {
        return PaperFigure.IDS;
    }

    /**
     * @param safe whether Fast Paxos and Fast Byzantine Paxos use quorums that are safe under faults; if false, they
     *     use the quorums of Mahamdi et al., 2023
     */
    public static OmahaEvaluation run(
            List<String> tables,
            List<String> figures,
            int runs,
            int instances,
            long seed,
            boolean safe,
            Progress progress) {
        List<PaperItem> items = new ArrayList<>();
        tables.forEach(id -> items.add(PaperTable.load(id)));
        figures.forEach(id -> items.add(PaperFigure.of(id)));
        Set<Trial> needs = new LinkedHashSet<>();
        items.forEach(item -> needs.addAll(item.needs()));
        int[] number = {0};
        AggregationTrials trials =
                new AggregationTrials(
                        runs,
                        instances,
                        seed,
                        safe ? Algorithm.Quorums.SAFE : Algorithm.Quorums.PAPER,
                        trial -> progress.trial(++number[0], needs.size(), trial.toString()));
        OmahaEvaluation evaluation = new OmahaEvaluation(conditions(runs, instances, seed, safe));
        items.forEach(item -> evaluation.results.add(item.run(trials)));
        return evaluation;
    }

    private static String conditions(int runs, int instances, long seed, boolean safe) {
        return runs
                + (runs == 1 ? " run" : " runs")
                + " of each trial, "
                + instances
                + " instances each of which the first "
                + AggregationTrials.DROPPED
                + " are dropped, seed "
                + seed
                + "; virtual time. Message: "
                + AggregationArena.MESSAGE_BYTES
                + " bytes, and "
                + AggregationArena.HEADER_BYTES
                + " of IP and TCP for every packet of at most "
                + AggregationArena.PACKET_BYTES_MAX
                + "; a composite adds 2 bytes and 1 for each message. Quorums: "
                + (safe ? "safe ones." : "the paper's.");
    }

    /** All tables and figures of the evaluation as text. */
    public String text() {
        return results.stream().map(Result::toString).collect(Collectors.joining("\n"))
                + "\n"
                + conditions
                + "\n";
    }

    /** Writes one table or figure as a JSON object, and several tables and figures as an array of JSON objects. */
    public JsonText json() {
        return new JsonText().oneOrAll(results, Result::write);
    }

    /** All tables and figures of the evaluation as one HTML page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions));
        results.forEach(result -> html.append(result.html()));
        return HtmlPage.of("Mahamdi et al. 2023, regenerated", html.toString());
    }
}
