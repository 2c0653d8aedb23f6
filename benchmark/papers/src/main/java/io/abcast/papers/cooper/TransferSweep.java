package io.abcast.papers.cooper;

import io.abcast.papers.cooper.TransferTrials.Carrier;
import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Plots finish times of transfers over the number of blocks or over another quantity (Liu 2015, figures 6.3, 6.7, 6.8
 * and 6.11).
 *
 * @param name name of the quantity that varies along the x axis, such as k
 * @param values values of the varied quantity, in the order of the plot
 */
record TransferSweep(String name, List<Integer> values) {
    static final String FINISH = "finish, s";

    /**
     * @param best value of the varied quantity with the best finish time according to Liu 2015; 0 if Liu 2015 names no
     *     best value
     * @param seconds finish times in seconds that Liu 2015 prints, by the value of the varied quantity
     */
    record Line(
            String title,
            Carrier carrier,
            IntFunction<Setting> setting,
            int best,
            Map<Integer, Double> seconds) {}

    FigureResult draw(
            String id, String title, List<Line> lines, List<String> notes, TransferTrials trials) {
        List<TransferCell> cells = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Figure " + id + ": " + title, name, FINISH);
        for (Line line : lines) {
            List<SvgPlot.Point> points = new ArrayList<>();
            int best = 0;
            double least = Double.MAX_VALUE;
            for (int value : values) {
                Interval95 finish = trials.finish(line.carrier, line.setting.apply(value));
                points.add(new SvgPlot.Point(value, finish.mean(), finish.half()));
                double paper = line.seconds.getOrDefault(value, Double.NaN);
                cells.add(new TransferCell(line.title, name + "=" + value, FINISH, finish, paper));
                if (finish.mean() >= least) continue;
                least = finish.mean();
                best = value;
            }
            double paper = line.best == 0 ? Double.NaN : line.best;
            cells.add(TransferCell.of(line.title, "", "best " + name, best, paper));
            plot.line(line.title, points);
        }
        return new FigureResult(id, title, cells, List.of(plot), notes);
    }
}
