package io.abcast.cast.lab;

import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Writes the figures of {@code compare-cast} as one HTML file with tables and plots. */
public final class CastReport {
    private final Environment environment;
    private final CastPlan plan;
    private final List<CastCell> cells;
    private final List<String> conditions;

    /** @param conditions lines of text with the conditions that all runs have in common */
    public CastReport(
            Environment environment,
            CastPlan plan,
            List<CastOutcome> outcomes,
            List<String> conditions) {
        this.environment = environment;
        this.plan = plan;
        this.conditions = conditions;
        cells = CastCell.of(outcomes);
    }

    @Override
    public String toString() {
        StringBuilder html = new StringBuilder();
        html.append(HtmlPage.paragraph(environment.time() + ", commit " + environment.commit()));
        for (String line : conditions) html.append(HtmlPage.paragraph(line));
        html.append("<h2>Figures</h2>\n");
        for (TextTable table : CastTable.tables(cells, plan)) html.append(table.html());
        for (String line : CastTable.instead(cells)) html.append(HtmlPage.paragraph(line));
        html.append(HtmlPage.paragraph(CastTable.LEGEND));
        html.append(
                HtmlPage.paragraph(
                        "\u00b1 is the 95 % confidence interval over the runs. Each run has a"
                                + " network of its own. Ratios are computed run by run; the range"
                                + " of a ratio over the runs is in brackets."));
        for (LabDisturbance each : plan.disturbances())
            html.append(HtmlPage.paragraph(each.text() + ": " + each.meaning() + "."));
        html.append("<h2>Time</h2>\n");
        html.append(
                byDisturbance(
                        "Time until the last host's SHA-256 was correct",
                        "times the ideal",
                        CastMeasurement::seconds,
                        true));
        html.append(
                byDisturbance(
                        "Received bytes",
                        "times the file's size",
                        m -> m.receivedOverMinimum(plan.bytes()),
                        false));
        html.append(byDisturbance("CPU of a host", "s", CastMeasurement::cpuSecondsPerHost, false));
        html.append("<h2>Received bytes over time</h2>\n");
        for (LabDisturbance each : plan.disturbances()) html.append(course(each));
        html.append("<h2>Environment</h2>\n");
        html.append(
                new TextTable("environment", "")
                        .row("commit", environment.commit())
                        .row("JVM", environment.jvm())
                        .row("host", environment.host())
                        .row("processor", environment.processor())
                        .html());
        return HtmlPage.of("abcast compare-cast", html.toString());
    }

    private String byDisturbance(
            String title, String unit, ToDoubleFunction<CastMeasurement> figure, boolean ideals) {
        SvgPlot plot = new SvgPlot(title, "disturbance", unit);
        plot.xLabels(plan.disturbances().stream().map(LabDisturbance::text).toList());
        for (CastSystem system : plan.systems()) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (CastCell cell : cells) {
                if (cell.system() != system || cell.measured().isEmpty()) continue;
                double over = ideals ? plan.idealSeconds(cell.disturbance()) : 1;
                double mean = cell.over(figure).mean();
                double half =
                        cell.measured().size() < 2
                                ? Double.NaN
                                : cell.measured().stream()
                                                .mapToDouble(
                                                        m ->
                                                                Math.abs(
                                                                        figure.applyAsDouble(m)
                                                                                - mean))
                                                .max()
                                                .orElse(Double.NaN)
                                        / over;
                int x = plan.disturbances().indexOf(cell.disturbance());
                points.add(new SvgPlot.Point(x, mean / over, half));
            }
            if (!points.isEmpty()) plot.line(system.text(), points);
        }
        return plot + "\n";
    }

    private String course(LabDisturbance disturbance) {
        SvgPlot plot =
                new SvgPlot(
                                "Received on average: " + disturbance.text(),
                                "s",
                                "times the file's size")
                        .xFromZero();
        boolean any = false;
        for (CastCell cell : cells) {
            if (cell.disturbance() != disturbance || cell.measured().isEmpty()) continue;
            any = true;
            plot.line(
                    cell.system().text(),
                    cell.measured().get(0).series().stream()
                            .map(p -> new SvgPlot.Point(p.seconds(), p.receivedShare()))
                            .toList());
        }
        return any ? plot + "\n" : "";
    }
}
