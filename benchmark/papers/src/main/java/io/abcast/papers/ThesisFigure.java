package io.abcast.papers;

import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A figure of EL-Sanosi 2018 with one plot for each number of servers. The plots of a figure show only abcast's
 * results, because EL-Sanosi 2018 prints no numbers for its figures.
 *
 * @param id number of the figure in EL-Sanosi 2018
 * @param protocols protocols that the figure compares; each plot draws one line per protocol
 * @param overClients whether the x axis is the number of clients, at 100 % writes; if false, the x axis is the write
 *     ratio, with 250 clients
 */
record ThesisFigure(
        String id,
        ThesisMeasure measure,
        List<ThesisProtocol> protocols,
        boolean waiting,
        boolean overClients,
        List<Integer> servers) {
    private static final List<Integer> ALL_SERVERS = List.of(3, 5, 7, 9);

    private static final List<ThesisProtocol> FIXED =
            List.of(
                    ThesisProtocol.ZAB,
                    ThesisProtocol.ZAB_AC,
                    ThesisProtocol.ZAB_AA_LITE,
                    ThesisProtocol.ZAB_CT_LITE,
                    ThesisProtocol.ZAB_AA,
                    ThesisProtocol.ZAB_CT);

    private static final List<ThesisProtocol> ADAPTIVE =
            List.of(
                    ThesisProtocol.ZAB,
                    ThesisProtocol.ZAB_CT_U,
                    ThesisProtocol.ZAB_CT_A,
                    ThesisProtocol.ZAB_CT_AA);

    private static final List<ThesisProtocol> HIGH_LOAD =
            List.of(ThesisProtocol.ZAB, ThesisProtocol.ZAB_AC);

    static final List<ThesisFigure> ALL =
            List.of(
                    overWrites("5.2", ThesisMeasure.LATENCY, FIXED, false),
                    overWrites("5.3", ThesisMeasure.THROUGHPUT, FIXED, false),
                    overWrites("5.5", ThesisMeasure.LATENCY, ADAPTIVE, false),
                    overWrites("5.6", ThesisMeasure.LATENCY, ADAPTIVE, true),
                    overWrites("5.8", ThesisMeasure.THROUGHPUT, ADAPTIVE, false),
                    overWrites("5.9", ThesisMeasure.THROUGHPUT, ADAPTIVE, true),
                    highLoad("5.11a", ThesisMeasure.LATENCY),
                    highLoad("5.11b", ThesisMeasure.THROUGHPUT));

    private static ThesisFigure overWrites(
            String id, ThesisMeasure measure, List<ThesisProtocol> protocols, boolean waiting) {
        return new ThesisFigure(id, measure, protocols, waiting, false, ALL_SERVERS);
    }

    private static ThesisFigure highLoad(String id, ThesisMeasure measure) {
        return new ThesisFigure(id, measure, HIGH_LOAD, false, true, List.of(3));
    }

    Set<ThesisExperiment> needs() {
        Set<ThesisExperiment> all = new LinkedHashSet<>();
        for (int n : servers)
            for (ThesisProtocol protocol : linesOn(n))
                for (int x : xs()) all.addAll(measure.needs(experiment(protocol, n, x)));
        return all;
    }

    List<SvgPlot> plots(ThesisTrials trials) {
        List<SvgPlot> plots = new ArrayList<>();
        for (int n : servers) {
            SvgPlot plot =
                    new SvgPlot(
                            "Figure " + id + ": " + measure.title + ", N = " + n,
                            overClients ? "clients" : "writes, %",
                            measure.title);
            for (ThesisProtocol protocol : linesOn(n)) {
                List<SvgPlot.Point> points = new ArrayList<>();
                for (int x : xs()) {
                    Interval95 y = measure.of(trials, experiment(protocol, n, x));
                    points.add(new SvgPlot.Point(x, y.mean(), y.half()));
                }
                plot.line(protocol.title, points);
            }
            plots.add(plot);
        }
        return plots;
    }

    private List<ThesisProtocol> linesOn(int n) {
        return protocols.stream().filter(p -> p.runsOn(n)).toList();
    }

    private List<Integer> xs() {
        return overClients
                ? IntStream.rangeClosed(1, 5).mapToObj(i -> 250 * i).toList()
                : IntStream.rangeClosed(1, 10).mapToObj(i -> 10 * i).toList();
    }

    private ThesisExperiment experiment(ThesisProtocol protocol, int n, int x) {
        return new ThesisExperiment(
                protocol,
                n,
                overClients ? x : ThesisExperiment.CLIENTS,
                overClients ? 100 : x,
                waiting);
    }
}
