package io.abcast.uplinks;

import io.abcast.report.Environment;
import io.abcast.report.HtmlPage;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a comparison of uplinks as one HTML file with tables, and with plots of the committed rate over time in the
 * first run of each case.
 */
final class UplinkReport {
    private final Environment environment;
    private final ForestContest contest;
    private final List<UplinkCase> cases;
    private final String conditions;

    UplinkReport(
            Environment environment,
            ForestContest contest,
            List<UplinkCase> cases,
            String conditions) {
        this.environment = environment;
        this.contest = contest;
        this.cases = cases;
        this.conditions = conditions;
    }

    @Override
    public String toString() {
        StringBuilder html = new StringBuilder();
        html.append(HtmlPage.paragraph(environment.time() + ", commit " + environment.commit()));
        html.append(HtmlPage.paragraph(conditions)).append("<h2>Figures</h2>\n");
        html.append(UplinkTable.figures(contest, cases).html());
        html.append(HtmlPage.paragraph(UplinkTable.LEGEND)).append("<h2>Ratios</h2>\n");
        html.append(UplinkTable.ratios(UplinkRatio.of(contest, cases)).html());
        for (UplinkDisturbance each : contest.disturbances())
            html.append(HtmlPage.paragraph(each.text() + ": " + each.meaning() + "."));
        html.append("<h2>Committed over time</h2>\n");
        List<String> drawn = new ArrayList<>();
        for (UplinkCase c : cases)
            if (!drawn.contains(c.conditions())) {
                drawn.add(c.conditions());
                html.append(course(c)).append('\n');
            }
        return HtmlPage.of("abcast compare-forest", html.toString());
    }

    private SvgPlot course(UplinkCase of) {
        SvgPlot plot = new SvgPlot(of.conditions(), "s", "Mbit/s").xFromZero();
        for (UplinkCase c : cases) {
            if (!UplinkCase.sameConditions(c.turn(), of.turn()) || c.measured().isEmpty()) continue;
            List<SvgPlot.Point> points = new ArrayList<>();
            List<Double> perSecond = c.measured().get(0).perSecond();
            for (int s = 0; s < perSecond.size(); s++)
                points.add(new SvgPlot.Point(s, perSecond.get(s) / 1e6));
            plot.line(c.turn().system().text(), points);
        }
        return plot;
    }
}
