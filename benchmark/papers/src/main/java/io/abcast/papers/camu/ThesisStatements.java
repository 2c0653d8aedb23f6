package io.abcast.papers.camu;

import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Checks the statements of Vandevoorde 2018, section 5.4, for several assumed processor times per message. Each
 * statement of Vandevoorde 2018, section 5.4, says that the ratio of two latencies exceeds a bound.
 */
final class ThesisStatements {
    private enum Statement {
        LAN_50_UNIFORM("5.3 Uniform: TO / PB", 1) {
            @Override
            double ratio(Latencies of) {
                return of.row("5.3", MulticastRow.TO, PartnerSkew.UNIFORM)
                        / of.row("5.3", MulticastRow.PB, PartnerSkew.UNIFORM);
            }
        },
        LAN_100_UNIFORM("5.4 Uniform: PB / TO", 1) {
            @Override
            double ratio(Latencies of) {
                return of.row("5.4", MulticastRow.PB, PartnerSkew.UNIFORM)
                        / of.row("5.4", MulticastRow.TO, PartnerSkew.UNIFORM);
            }
        },
        WAN_UNIFORM("5.8 Uniform: TO / PB", 1) {
            @Override
            double ratio(Latencies of) {
                return of.row("5.8", MulticastRow.TO, PartnerSkew.UNIFORM)
                        / of.row("5.8", MulticastRow.PB, PartnerSkew.UNIFORM);
            }
        },
        LAN_100_DETERMINISTIC("5.4 Deterministic: lower of TO and PB / CaMu", 1) {
            @Override
            double ratio(Latencies of) {
                return lowest(of, "5.4");
            }
        },
        WAN_DETERMINISTIC("5.8 Deterministic: lower of TO and PB / CaMu", 1) {
            @Override
            double ratio(Latencies of) {
                return lowest(of, "5.8");
            }
        },
        MICRO_ABOVE_TO("5.7 Zipf: CaMu / TO", 1) {
            @Override
            double ratio(Latencies of) {
                return of.row("5.7", MulticastRow.CAMU_OF_THESIS, PartnerSkew.ZIPF)
                        / of.row("5.7", MulticastRow.TO, PartnerSkew.ZIPF);
            }
        },
        MICRO_BY_SPAN("Zipf: CaMu in 5.7 / CaMu in 5.6", 1.5) {
            @Override
            double ratio(Latencies of) {
                return of.row("5.7", MulticastRow.CAMU_OF_THESIS, PartnerSkew.ZIPF)
                        / of.row("5.6", MulticastRow.CAMU_OF_THESIS, PartnerSkew.ZIPF);
            }
        },
        LINEAR("5.5: r", 0.98) {
            @Override
            double ratio(Latencies of) {
                return of.correlation();
            }
        };

        final String title;
        final double bound;

        Statement(String title, double bound) {
            this.title = title;
            this.bound = bound;
        }

        abstract double ratio(Latencies of);

        String row() {
            return title + " > " + PaperCell.number(bound);
        }

        static double lowest(Latencies of, String figure) {
            double to = of.row(figure, MulticastRow.TO, PartnerSkew.DETERMINISTIC);
            double pb = of.row(figure, MulticastRow.PB, PartnerSkew.DETERMINISTIC);
            double camu = of.row(figure, MulticastRow.CAMU_OF_THESIS, PartnerSkew.DETERMINISTIC);
            return Math.min(to, pb) / camu;
        }
    }

    private record Latencies(CamuFigures figures, ToDoubleFunction<OperationFigures> value) {
        double row(String figure, MulticastRow row, PartnerSkew skew) {
            return figures.over(figures.setup(figure).with(row).with(skew), value).mean();
        }

        double correlation() {
            return figures.correlation(value);
        }
    }

    private static final String RATIO = "ratio";
    private static final String MULTI_RATIO = "multi ratio";
    private static final List<String> FIGURES = List.of("5.3", "5.4", "5.6", "5.7", "5.8");

    private ThesisStatements() {}

    private static List<CamuExperiment> experiments(CamuFigures figures) {
        List<CamuExperiment> all = new ArrayList<>(figures.sweep());
        for (String figure : FIGURES) {
            CamuExperiment setup = figures.setup(figure);
            if (setup.load() == CamuLoad.TPCC) {
                all.add(setup.with(MulticastRow.TO).with(PartnerSkew.UNIFORM));
                all.add(setup.with(MulticastRow.PB).with(PartnerSkew.UNIFORM));
                if (figure.equals("5.3")) continue;
                for (MulticastRow row : MulticastRow.values())
                    all.add(setup.with(row).with(PartnerSkew.DETERMINISTIC));
            } else {
                all.add(setup);
                all.add(setup.with(MulticastRow.TO));
            }
        }
        return all;
    }

    /**
     * @param costs processor times per message, in us
     * @param figures function that gives the figures for a processor time per message
     */
    static PaperResult check(List<Double> costs, Function<Double, CamuFigures> figures) {
        List<PaperCell> cells = new ArrayList<>();
        TreeMap<Double, List<String>> broken = new TreeMap<>();
        for (double cost : costs) {
            CamuFigures its = figures.apply(cost);
            its.measure(experiments(its));
            add(cells, broken, cost, RATIO, new Latencies(its, OperationFigures::mean));
            add(cells, broken, cost, MULTI_RATIO, new Latencies(its, OperationFigures::multiMean));
        }
        List<String> notes = new ArrayList<>();
        notes.add(
                "ratio: of the mean latencies of all operations; multi ratio: of those with several partitions.");
        for (double cost : costs) {
            List<String> its = broken.getOrDefault(cost, List.of());
            notes.add(
                    column(cost)
                            + ": "
                            + (its.isEmpty()
                                    ? "all hold."
                                    : "broken: " + String.join("; ", its) + "."));
        }
        return new PaperResult(
                "statements",
                "statements of section 5.4 by the processor time of a message",
                cells,
                List.of(plot(cells, RATIO), plot(cells, MULTI_RATIO)),
                notes);
    }

    private static SvgPlot plot(List<PaperCell> cells, String measure) {
        SvgPlot plot =
                new SvgPlot(
                                "Statements by the processor time of a message: " + measure,
                                "processor time, us",
                                measure)
                        .logarithmic();
        for (Statement statement : Statement.values()) {
            List<SvgPlot.Point> points = new ArrayList<>();
            for (PaperCell cell : cells)
                if (cell.row().equals(statement.row()) && cell.measure().equals(measure))
                    points.add(new SvgPlot.Point(cost(cell), cell.ours()));
            plot.line(statement.title, points);
        }
        return plot;
    }

    private static double cost(PaperCell cell) {
        return Double.parseDouble(cell.column().substring(0, cell.column().indexOf(' ')));
    }

    private static void add(
            List<PaperCell> cells,
            TreeMap<Double, List<String>> broken,
            double cost,
            String measure,
            Latencies latencies) {
        for (Statement each : Statement.values()) {
            double ratio = each.ratio(latencies);
            cells.add(new PaperCell(each.row(), column(cost), measure, ratio));
            if (ratio <= each.bound)
                broken.computeIfAbsent(cost, c -> new ArrayList<>())
                        .add(each.title + " (" + measure + ")");
        }
    }

    private static String column(double cost) {
        return String.format(Locale.ROOT, "%s us", PaperCell.number(cost));
    }
}
