package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.papers.cooper.CodingProfile.Fit;
import io.abcast.papers.cooper.CodingProfile.Session;
import io.abcast.report.SvgPlot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Figure 3.1 of Liu 2015: the computation time of a node in a broadcast, over the size and the number of blocks, and
 * the resulting number k of blocks. The computation times are measured on this host, not simulated.
 */
final class ProfileFigure {
    private static final int BLOCKS = 32;
    private static final int BLOCK_BYTES = 256 * 1024;
    private static final List<Integer> SIZES =
            List.of(64 * 1024, 128 * 1024, 256 * 1024, 512 * 1024, 1024 * 1024);
    private static final List<Integer> COUNTS = List.of(8, 16, 32, 64, 128);

    /** The constant C in equation 3.1 of Liu 2015. */
    private static final int CONSTANT = 4;

    private static final String SECONDS = "encode + decode, ms";

    private ProfileFigure() {}

    static FigureResult draw(CodingProfile profile, CodingCost host, Consumer<String> progress) {
        List<TransferCell> cells = new ArrayList<>();
        List<Session> bySize = new ArrayList<>();
        for (int bytes : SIZES) {
            progress.accept("k=" + BLOCKS + ", blocks of " + bytes / 1024 + " KiB");
            bySize.add(profile.session(BLOCKS, bytes));
        }
        List<Session> byCount = new ArrayList<>();
        for (int blocks : COUNTS) {
            progress.accept("k=" + blocks + ", blocks of " + BLOCK_BYTES / 1024 + " KiB");
            byCount.add(profile.session(blocks, BLOCK_BYTES));
        }
        for (Session s : bySize) add(cells, "a: k=" + BLOCKS, kib(s), s);
        for (Session s : byCount) add(cells, "b: " + BLOCK_BYTES / 1024 + " KiB", kib(s), s);
        Fit fit = Fit.of(byCount);
        cells.add(TransferCell.of("T = beta B k^alpha", "b", "alpha", fit.alpha(), Double.NaN));
        cells.add(
                TransferCell.of(
                        "T = beta B k^alpha", "b", "beta, ns/B", fit.beta() * 1e9, Double.NaN));
        double cached = profile.cachedBytesPerSecond() / 1e6;
        cells.add(TransferCell.of("multiply-adds", "blocks in cache", "MB/s", cached, Double.NaN));
        cells.add(
                TransferCell.of(
                        "multiply-adds",
                        "blocks in memory",
                        "MB/s",
                        host.encodeBytesPerSecond() / 1e6,
                        Double.NaN));
        for (int mbits : new int[] {10, 15, 100, 1_000, 10_000}) counts(cells, fit, host, mbits);
        return new FigureResult(
                "3.1",
                "computation of one node in a broadcast of k blocks of B bytes",
                cells,
                List.of(
                        plot("a: over B, k=" + BLOCKS, "KiB", bySize, true),
                        plot("b: over k, B=" + BLOCK_BYTES / 1024 + " KiB", "k", byCount, false)),
                List.of(
                        "The thesis has a plot only: linear in B, convex in k, alpha at least 1. Its k* on"
                                + " desktops: 22 at 15 Mbit/s, 35 at 10 Mbit/s, encoding alone.",
                        "k above " + Manifest.BLOCKS_MAX + " is more than a batch may have."));
    }

    private static String kib(Session session) {
        return "k=" + session.blocks() + ", B=" + session.blockBytes() / 1024 + " KiB";
    }

    private static void add(List<TransferCell> cells, String row, String column, Session session) {
        cells.add(TransferCell.of(row, column, SECONDS, session.seconds() * 1e3, Double.NaN));
    }

    private static void counts(List<TransferCell> cells, Fit fit, CodingCost host, int mbits) {
        double link = Setting.bytesPerSecond(mbits);
        double rate = host.encodeBytesPerSecond();
        String column = mbits + " Mbit/s";
        int lost = BatchPlan.log2(Setting.NODES) + CONSTANT;
        cells.add(
                TransferCell.of(
                        "k* of equation 3.1",
                        column,
                        "k",
                        (double) Math.round(fit.balanced(link, lost)),
                        Double.NaN));
        double paper = mbits == 15 ? 22 : mbits == 10 ? 35 : Double.NaN;
        int balanced = BlockCount.balanced(rate, link, 1);
        cells.add(TransferCell.of("encoding a block = sending one", column, "k", balanced, paper));
        int best =
                BlockCount.best(
                        rate, link, 1, Setting.NODES, Setting.CONSTANT, Manifest.BLOCKS_MAX);
        cells.add(TransferCell.of("chosen, decoding counted", column, "k", best, Double.NaN));
    }

    private static SvgPlot plot(
            String title, String axis, List<Session> sessions, boolean overSize) {
        List<SvgPlot.Point> all = new ArrayList<>();
        List<SvgPlot.Point> encode = new ArrayList<>();
        List<SvgPlot.Point> decode = new ArrayList<>();
        for (Session s : sessions) {
            double x = overSize ? s.blockBytes() / 1024.0 : s.blocks();
            all.add(new SvgPlot.Point(x, s.seconds() * 1e3));
            encode.add(new SvgPlot.Point(x, s.encodeSeconds() * 1e3));
            decode.add(new SvgPlot.Point(x, (s.receiveSeconds() + s.decodeSeconds()) * 1e3));
        }
        return new SvgPlot("Figure 3.1" + title, axis, "ms")
                .line("encode + decode", all)
                .line("encode", encode)
                .line("check, eliminate, decode", decode);
    }
}
