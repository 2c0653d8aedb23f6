package io.abcast.report;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Plots latencies over percentiles, with one line for each measured system. */
public final class PercentilePlot {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99};
    private static final List<String> NAMES =
            List.of("50", "75", "90", "95", "99", "99.9", "99.99");

    private final SvgPlot plot;

    public PercentilePlot(SvgPlot plot) {
        this.plot = plot.xLabels(NAMES);
    }

    /** @param runs latencies in us, one histogram per run; the line shows the latencies of all runs together */
    public void line(String name, List<Histogram> runs) {
        Histogram all = runs.get(0).copy();
        for (Histogram run : runs.subList(1, runs.size())) all.add(run);
        List<SvgPlot.Point> points = new ArrayList<>();
        for (int i = 0; i < PERCENTILES.length; i++)
            points.add(new SvgPlot.Point(i, all.getValueAtPercentile(PERCENTILES[i]) / 1000.0));
        plot.line(name, points);
    }

    @Override
    public String toString() {
        return plot.toString();
    }
}
