package io.abcast.papers.cooper;

import io.abcast.command.JsonText;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Repeats the figures of Liu 2015, with times in seconds. For figure 3.1 of Liu 2015, the evaluation measures coding
 * times on this host. The figures of Liu 2015, chapter 6, are simulated twice: with the coding cost of this host and
 * with the coding cost of Liu 2015. A simulation is deterministic for a given seed and coding rate.
 * docs/papers/cooper.md describes the model.
 */
public final class CooperEvaluation {
    private static final List<String> IDS =
            List.of("3.1", "6.3", "6.7", "6.8", "6.10", "6.11", "6.12", "6.13", "beyond");

    private final String kernel;
    private final CodingCost host;
    private final int runs;
    private final long seed;
    private final List<FigureResult> results = new ArrayList<>();

    private CooperEvaluation(String kernel, CodingCost host, int runs, long seed) {
        this.kernel = kernel;
        this.host = host;
        this.runs = runs;
        this.seed = seed;
    }

    /** Ids of the figures that {@link #run} accepts, in the order of Liu 2015. */
    public static List<String> figures() {
        return IDS;
    }

    /**
     * @param ids ids of figures to draw, each one of {@link #figures}
     * @param codingMegabytes rate of multiply-adds during coding, in MB per second; if 0, this method measures the rate
     *     on this host
     * @param progress receives the description of each transfer setting before the runs of the setting
     */
    public static CooperEvaluation run(
            List<String> ids,
            int runs,
            long seed,
            double codingMegabytes,
            Consumer<String> progress) {
        CodingProfile profile = new CodingProfile();
        CodingCost host =
                CodingCost.host(
                        codingMegabytes > 0 ? codingMegabytes * 1e6 : profile.bytesPerSecond());
        CooperEvaluation evaluation = new CooperEvaluation(profile.kernelName(), host, runs, seed);
        TransferTrials trials = new TransferTrials(runs, seed, progress);
        TransferFigures figures = new TransferFigures(trials, host);
        ExtraFigure beyond = new ExtraFigure(trials, host);
        for (String id : IDS) {
            if (!ids.contains(id)) continue;
            evaluation.results.add(
                    id.equals("3.1")
                            ? ProfileFigure.draw(profile, host, progress)
                            : id.equals("beyond") ? beyond.draw() : figures.draw(id));
        }
        return evaluation;
    }

    /** All figures of the evaluation as text. */
    public String text() {
        return results.stream().map(FigureResult::toString).collect(Collectors.joining("\n"))
                + "\n"
                + conditions()
                + "\n";
    }

    private String conditions() {
        return String.format(
                Locale.ROOT,
                "This host codes at %.0f MB/s of multiply-adds on one core (%s). Figures 6.x: virtual time, %d runs of"
                        + " each, seeds %d to %d; ± is the 95 %% confidence interval over runs.",
                host.encodeBytesPerSecond() / 1e6,
                kernel,
                runs,
                seed,
                seed + runs - 1);
    }

    /** Writes one figure as a JSON object, and several figures as an array of JSON objects. */
    public JsonText json() {
        return new JsonText()
                .oneOrAll(results, (result, json) -> result.write(json, host, kernel, runs, seed));
    }

    /** All figures of the evaluation as one HTML page. */
    public String html() {
        StringBuilder html = new StringBuilder(HtmlPage.paragraph(conditions()));
        for (FigureResult result : results) {
            html.append("<h2>").append(HtmlPage.escape("Figure " + result.id())).append("</h2>\n");
            for (SvgPlot plot : result.plots()) html.append(plot).append('\n');
            html.append("<pre>").append(HtmlPage.escape(result.toString())).append("</pre>\n");
        }
        return HtmlPage.of("Liu 2015, regenerated", html.toString());
    }
}
