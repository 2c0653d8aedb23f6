package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.papers.cooper.TransferSweep.Line;
import io.abcast.papers.cooper.TransferTrials.Carrier;
import io.abcast.report.Interval95;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws the figures of Liu 2015, chapter 6, in virtual time. Each figure has results for the coding cost of Liu 2015
 * and for the coding cost of this host.
 */
final class TransferFigures {
    /** The number k of blocks that balances coding and sending with one encoder on EC2 (Liu 2015, section 6.2). */
    private static final int BALANCED = 16;

    /** The number k of blocks that balances coding and sending with two encoders on EC2 (Liu 2015, section 6.2). */
    private static final int BALANCED_TWO = 30;

    /**
     * The number k of blocks on the desktops of section 6.1 of Liu 2015, with links of 15 Mbit/s; {@link #DESKTOPS_10}
     * is for 10 Mbit/s.
     */
    private static final int DESKTOPS_15 = 22;

    private static final int DESKTOPS_10 = 35;
    private static final int DESKTOPS = 4;

    /** The number k of blocks that is best for the scheme Random Block (Liu 2015, section 6.2). */
    private static final int RANDOM_BLOCKS = 100;

    /** With more blocks per coding batch, the Gaussian elimination makes a simulation slow. */
    private static final int BLOCKS_MAX = 70;

    private static final List<Integer> BLOCKS = List.of(8, 12, 16, 22, 30, 35, 42, 50, 70);

    private final TransferTrials trials;
    private final CodingCost thesis =
            CodingCost.thesis(BALANCED, Setting.bytesPerSecond(Setting.MEGABITS));
    private final CodingCost host;

    TransferFigures(TransferTrials trials, CodingCost host) {
        this.trials = trials;
        this.host = host;
    }

    FigureResult draw(String id) {
        return switch (id) {
            case "6.3" -> desktops();
            case "6.7" -> randomBlock();
            case "6.8" -> cooper();
            case "6.10" -> systems();
            case "6.11" -> constants();
            case "6.12" -> schedules();
            case "6.13" -> finished();
            default -> null;
        };
    }

    private FigureResult desktops() {
        CodingCost desktop =
                CodingCost.thesis(DESKTOPS_15, Setting.bytesPerSecond(Setting.MEGABITS));
        List<Line> lines = new ArrayList<>();
        for (CodingCost cost : List.of(desktop, host))
            for (int mbits : new int[] {15, 10})
                lines.add(
                        new Line(
                                mbits + " Mbit/s, " + cost.title(),
                                Carrier.GOSSIP,
                                k -> Setting.of(k, cost).nodes(DESKTOPS, mbits),
                                cost.equals(host) ? 0 : mbits == 15 ? DESKTOPS_15 : DESKTOPS_10,
                                Map.of()));
        return new TransferSweep("k", BLOCKS)
                .draw(
                        "6.3",
                        "finish time over the number of blocks, 100 MB, 4 nodes",
                        lines,
                        List.of("The thesis has these seconds only in a plot."),
                        trials);
    }

    private FigureResult randomBlock() {
        Line line =
                new Line(
                        "random block",
                        Carrier.RANDOM_BLOCK,
                        k -> Setting.of(k, host),
                        RANDOM_BLOCKS,
                        Map.of(RANDOM_BLOCKS, 115.0));
        return new TransferSweep("k", List.of(20, 40, 60, 80, 100, 125, 150, 200))
                .draw(
                        "6.7",
                        "finish time of Random Block over the number of blocks, 100 MB, 20 nodes",
                        List.of(line),
                        List.of("115 s at k = 100: from the text on Fig. 6.10."),
                        trials);
    }

    private FigureResult cooper() {
        List<Line> lines = new ArrayList<>();
        for (CodingCost cost : List.of(thesis, host))
            for (int encoders = 1; encoders <= 2; encoders++) {
                int count = encoders;
                int best = encoders == 1 ? BALANCED : BALANCED_TWO;
                lines.add(
                        new Line(
                                encoders(encoders) + ", " + cost.title(),
                                Carrier.GOSSIP,
                                k -> Setting.of(k, cost).encoders(count),
                                cost.equals(host) ? 0 : best,
                                cost.equals(host)
                                        ? Map.of()
                                        : Map.of(best, encoders == 1 ? 80.0 : 70.0)));
            }
        return new TransferSweep("k", BLOCKS)
                .draw(
                        "6.8",
                        "finish time of Cooper over the number of blocks, 100 MB, 20 nodes",
                        lines,
                        List.of("80 s and 70 s: from the text on Fig. 6.10."),
                        trials);
    }

    private static String encoders(int encoders) {
        return encoders == 1 ? "one encoder" : "two encoders";
    }

    private int chosen(int encoders) {
        return BlockCount.best(
                host.encodeBytesPerSecond(),
                Setting.bytesPerSecond(Setting.MEGABITS),
                encoders,
                Setting.NODES,
                Setting.CONSTANT,
                BLOCKS_MAX);
    }

    private FigureResult systems() {
        List<TransferCell> cells = new ArrayList<>();
        Setting one = Setting.of(BALANCED, thesis);
        int batches = 3;
        double part = Setting.FILE_BYTES / batches;
        Setting three = one.batches(batches, part, BatchSchedule.OVERLAP_2, Setting.CONSTANT);
        cell(cells, "Random Block, k=100", Carrier.RANDOM_BLOCK, one(RANDOM_BLOCKS), 115);
        cell(cells, "BitTorrent", Carrier.BITTORRENT, one(1), 106);
        cell(cells, "Cooper, one encoder, k=16", Carrier.GOSSIP, one, 80);
        cell(
                cells,
                "Cooper, two encoders, k=30",
                Carrier.GOSSIP,
                Setting.of(BALANCED_TWO, thesis).encoders(2),
                70);
        cell(cells, "Cooper, 3 batches, Overlap-2, k=16", Carrier.GOSSIP, three, 60);
        Setting own = Setting.of(chosen(1), host);
        cell(cells, "Cooper, k=" + own.blocks(), Carrier.GOSSIP, own, Double.NaN);
        cell(
                cells,
                "Cooper, accumulators, k=" + own.blocks(),
                Carrier.GOSSIP,
                own.accumulators(2),
                Double.NaN);
        Setting ownThree =
                Setting.of(Math.max(1, chosen(1) / batches), host)
                        .batches(batches, part, BatchSchedule.STAGGERED, Setting.CONSTANT);
        cell(
                cells,
                "Cooper, 3 batches, staggered, k=" + ownThree.blocks(),
                Carrier.GOSSIP,
                ownThree,
                Double.NaN);
        List<SvgPlot.Point> ours = new ArrayList<>();
        List<SvgPlot.Point> theirs = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            TransferCell cell = cells.get(i);
            ours.add(new SvgPlot.Point(i + 1, cell.ours().mean(), cell.ours().half()));
            if (!Double.isNaN(cell.paper())) theirs.add(new SvgPlot.Point(i + 1, cell.paper()));
        }
        SvgPlot plot =
                new SvgPlot(
                                "Figure 6.10: finish time, rows of the table",
                                "row",
                                TransferSweep.FINISH)
                        .line("ours", ours)
                        .line("thesis", theirs);
        return new FigureResult(
                "6.10",
                "finish time of five systems, 100 MB, 20 nodes",
                cells,
                List.of(plot),
                List.of(
                        "BitTorrent is a model, not rTorrent. No transfer can end before "
                                + TransferCell.number(
                                        Setting.FILE_BYTES
                                                / Setting.bytesPerSecond(Setting.MEGABITS))
                                + " s, the file's size over the rate."));
    }

    private Setting one(int blocks) {
        return Setting.of(blocks, host);
    }

    private void cell(
            List<TransferCell> cells, String row, Carrier carrier, Setting setting, double paper) {
        String column = carrier == Carrier.GOSSIP ? setting.cost().title() : "";
        Interval95 finish = trials.finish(carrier, setting);
        cells.add(new TransferCell(row, column, TransferSweep.FINISH, finish, paper));
    }

    private FigureResult constants() {
        List<Line> lines = new ArrayList<>();
        for (CodingCost cost : List.of(thesis, host))
            lines.add(
                    new Line(
                            "Overlap-2, " + cost.title(),
                            Carrier.GOSSIP,
                            c -> files(cost, 2, BatchSchedule.OVERLAP_2, c),
                            cost.equals(host) ? 0 : Setting.CONSTANT,
                            cost.equals(host) ? Map.of() : Map.of(Setting.CONSTANT, 128.0)));
        return new TransferSweep("C1", List.of(0, 1, 2, 3, 4, 5, 6, 8))
                .draw(
                        "6.11",
                        "finish time of two files of 100 MB under Overlap-2, k=16, over C1",
                        lines,
                        List.of("128 s at C1 = 1: from the text on Fig. 6.12."),
                        trials);
    }

    private Setting files(CodingCost cost, int count, BatchSchedule schedule, int constant) {
        return Setting.of(BALANCED, cost).batches(count, Setting.FILE_BYTES, schedule, constant);
    }

    private FigureResult schedules() {
        Map<BatchSchedule, Double> printed =
                Map.of(
                        BatchSchedule.SEQUENTIAL,
                        160.0,
                        BatchSchedule.OVERLAP_1,
                        135.0,
                        BatchSchedule.OVERLAP_2,
                        128.0);
        List<TransferCell> cells = new ArrayList<>();
        SvgPlot plot = new SvgPlot("Figure 6.12: finish time", "files", TransferSweep.FINISH);
        for (CodingCost cost : List.of(thesis, host))
            for (BatchSchedule schedule : BatchSchedule.values()) {
                List<SvgPlot.Point> points = new ArrayList<>();
                String row = name(schedule) + ", " + cost.title();
                for (int count = 2; count <= 3; count++) {
                    Setting setting = files(cost, count, schedule, Setting.CONSTANT);
                    Interval95 finish = trials.finish(Carrier.GOSSIP, setting);
                    boolean inText = count == 2 && cost.equals(thesis);
                    double paper = inText ? printed.getOrDefault(schedule, Double.NaN) : Double.NaN;
                    cells.add(
                            new TransferCell(
                                    row, count + " files", TransferSweep.FINISH, finish, paper));
                    points.add(new SvgPlot.Point(count, finish.mean(), finish.half()));
                }
                plot.line(row, points);
            }
        return new FigureResult(
                "6.12",
                "finish time of two and three files of 100 MB each, k=16",
                cells,
                List.of(plot),
                List.of("The thesis has the times of three files only in a plot."));
    }

    private static String name(BatchSchedule schedule) {
        return switch (schedule) {
            case SEQUENTIAL -> "sequential";
            case OVERLAP_1 -> "Overlap-1";
            case OVERLAP_2 -> "Overlap-2";
            case STAGGERED -> "staggered (ours)";
        };
    }

    private FigureResult finished() {
        List<TransferCell> cells = new ArrayList<>();
        List<SvgPlot> plots = new ArrayList<>();
        for (CodingCost cost : List.of(thesis, host)) {
            SvgPlot plot =
                    new SvgPlot(
                            "Figure 6.13: nodes that have finished, " + cost.title(), "s", "nodes");
            for (BatchSchedule schedule :
                    List.of(BatchSchedule.OVERLAP_1, BatchSchedule.OVERLAP_2)) {
                Setting setting = files(cost, 2, schedule, Setting.CONSTANT);
                boolean first = schedule == BatchSchedule.OVERLAP_1;
                String row = name(schedule) + ", " + cost.title();
                double[] paper = {first ? 30 : 50, 90, first ? 135 : 128};
                if (cost.equals(host)) paper = new double[] {Double.NaN, Double.NaN, Double.NaN};
                Interval95[] ours = {
                    trials.interval(Carrier.GOSSIP, setting, spread -> spread.first(0)),
                    trials.interval(Carrier.GOSSIP, setting, spread -> spread.finish(0)),
                    trials.interval(Carrier.GOSSIP, setting, spread -> spread.finish(1))
                };
                cells.add(new TransferCell(row, "file 1", "first node, s", ours[0], paper[0]));
                cells.add(new TransferCell(row, "file 1", "last node, s", ours[1], paper[1]));
                cells.add(new TransferCell(row, "file 2", "last node, s", ours[2], paper[2]));
                Spread spread = trials.of(Carrier.GOSSIP, setting).get(0);
                for (int file = 0; file < 2; file++) {
                    String title =
                            String.format(Locale.ROOT, "%s, file %d", name(schedule), file + 1);
                    plot.line(title, steps(spread.seconds()[file]));
                }
            }
            plots.add(plot);
        }
        return new FigureResult(
                "6.13",
                "when nodes have finished two files of 100 MB, k=16",
                cells,
                plots,
                List.of(
                        "The thesis shows one experiment. Its first node, at 30 s, has 100 MB before 15 Mbit/s"
                                + " could bring them."));
    }

    private static List<SvgPlot.Point> steps(double[] seconds) {
        double[] sorted = seconds.clone();
        Arrays.sort(sorted);
        List<SvgPlot.Point> points = new ArrayList<>();
        for (int i = 0; i < sorted.length; i++) points.add(new SvgPlot.Point(sorted[i], i + 1));
        return points;
    }
}
