package io.abcast.papers.cooper;

import io.abcast.command.JsonText;
import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.Cycles;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.rounds.RoundsModel;
import io.abcast.dissemination.cooper.rounds.Scheme;
import io.abcast.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Evaluates the synchronous model of Liu 2015, in which k blocks reach n nodes in rounds (each node sends one block per
 * round). Each cell of the result is the number of rounds beyond the ideal k + ceil(log2 n), for one or several coding
 * batches. The numbers of rounds are deterministic for a given random seed.
 */
public final class RoundsEvaluation {
    /** Maximum number of rounds beyond k + ceil(log2 n) that a run with coded cycles may need. */
    public static final int EXCESS_MAX = 3;

    private static final int BATCHES = 3;

    /**
     * The constant C of the schedule Overlap-2; Liu 2015, section 6.3: "the best broadcast finish time for Overlap-2 is
     * achieved by setting C1 = C2 = ... = 1".
     */
    private static final int CONSTANT = 1;

    /**
     * Each constant stores the excess over k + ceil(log2 n) rounds that section 2.1 of Liu 2015 states for k = 200 and
     * n from 20 to 300.
     */
    private enum Way {
        CYCLES("coded, cycles", "", Scheme.CODED, "4 at most, almost always"),
        PATHS("coded, paths", ", paths", Scheme.CODED, "4 at most, almost always"),
        ACCUMULATORS("two accumulators", ", accumulators", Scheme.ACCUMULATORS, ""),
        RANDOM_BLOCK("random block", ", random block", Scheme.RANDOM_BLOCK, "could be 30 - 50");

        private final String title;
        private final String suffix;
        private final Scheme scheme;
        private final String paper;

        Way(String title, String suffix, Scheme scheme, String paper) {
            this.title = title;
            this.suffix = suffix;
            this.scheme = scheme;
            this.paper = paper;
        }

        Cycles cycles(long seed) {
            return this == PATHS ? Cycles.paths(seed) : Cycles.of(seed);
        }

        String paper(int nodes, int k) {
            return k == 200 && nodes >= 20 && nodes <= 300 ? paper : "";
        }
    }

    private record Cell(Way way, int nodes, int k, double mean, int max) {}

    private record Batches(BatchSchedule schedule, int nodes, int k, double[] means) {}

    private final FieldKernel kernel = Kernels.fastest(System::nanoTime);
    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final List<Cell> cells = new ArrayList<>();
    private final List<Batches> batches = new ArrayList<>();

    private RoundsEvaluation(int runs, long seed, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * @param nodes values of n, the number of nodes, each at least 2.
     * @param blocks values of k, the number of blocks, each at least 1.
     * @param variants whether to run also variants of the scheme of Liu 2015: random paths in place of cycles, relays
     *     with accumulators, and schedules for several coding batches.
     * @param progress receives the description of each table cell before the runs of the cell.
     */
    public static RoundsEvaluation run(
            List<Integer> nodes,
            List<Integer> blocks,
            int runs,
            long seed,
            boolean variants,
            Consumer<String> progress) {
        RoundsEvaluation evaluation = new RoundsEvaluation(runs, seed, progress);
        List<Way> ways = variants ? List.of(Way.values()) : List.of(Way.CYCLES, Way.RANDOM_BLOCK);
        for (int n : nodes)
            for (int k : blocks) {
                for (Way way : ways) evaluation.single(way, n, k);
                if (!variants) continue;
                for (BatchSchedule schedule : BatchSchedule.values())
                    evaluation.several(schedule, n, k);
            }
        return evaluation;
    }

    private void single(Way way, int nodes, int k) {
        progress.accept("n=" + nodes + " k=" + k + " " + way.title);
        RoundsModel model = new RoundsModel(kernel, way.scheme, nodes, k);
        double sum = 0;
        int max = Integer.MIN_VALUE;
        for (int run = 0; run < runs; run++) {
            int excess = model.run(way.cycles(seed + run), seed + run) - model.optimum();
            sum += excess;
            max = Math.max(max, excess);
        }
        cells.add(new Cell(way, nodes, k, sum / runs, max));
    }

    private void several(BatchSchedule schedule, int nodes, int k) {
        progress.accept("n=" + nodes + " k=" + k + " " + BATCHES + " batches, " + schedule);
        RoundsModel model = new RoundsModel(kernel, Scheme.CODED, nodes, k);
        double[] means = new double[BATCHES];
        for (int run = 0; run < runs; run++) {
            BatchPlan plan = new BatchPlan(schedule, nodes, CONSTANT);
            int[] rounds = model.run(Cycles.of(seed + run), seed + run, plan, BATCHES);
            for (int i = 0; i < BATCHES; i++) means[i] += (double) rounds[i] / runs;
        }
        batches.add(new Batches(schedule, nodes, k, means));
    }

    /** All tables as text. */
    public String text() {
        TextTable table =
                new TextTable("rounds over k + ceil(log2 n)", "n", "k", "mean", "max", "paper");
        long above = 0;
        for (Cell c : cells) {
            String n = Integer.toString(c.nodes);
            String k = Integer.toString(c.k);
            String mean = String.format("%.2f", c.mean);
            String max = Integer.toString(c.max);
            table.row(c.way.title, n, k, mean, max, c.way.paper(c.nodes, c.k));
            if (c.way == Way.CYCLES && c.max > EXCESS_MAX) above++;
        }
        StringBuilder text = new StringBuilder(table.toString()).append('\n');
        if (!batches.isEmpty()) text.append(severalText()).append('\n');
        text.append("coded, cycles: ")
                .append(above == 0 ? "every run" : "not every run, in " + above + " cells,")
                .append(" within k + ceil(log2 n) + ")
                .append(EXCESS_MAX)
                .append(" rounds\n");
        return text.append(conditions()).append('\n').toString();
    }

    private String severalText() {
        TextTable table =
                new TextTable("rounds until batch 1, 2, 3 is everywhere", "n", "k", "1", "2", "3");
        for (Batches b : batches)
            table.row(
                    b.schedule.toString(),
                    Integer.toString(b.nodes),
                    Integer.toString(b.k),
                    String.format("%.1f", b.means[0]),
                    String.format("%.1f", b.means[1]),
                    String.format("%.1f", b.means[2]));
        return table.toString();
    }

    private String conditions() {
        return runs
                + " runs of each, seeds "
                + seed
                + " to "
                + (seed + runs - 1)
                + "; rounds, no time: each node sends and receives one block a round, GF(2^8).";
    }

    /** The results as the JSON that {@code abcast papers} writes. */
    public JsonText json() {
        JsonText json = new JsonText();
        json.open('{').key("paper").value("cooper").key("item").value("rounds");
        json.key("runs").value(runs).key("seed").value(seed).key("cells").open('[');
        for (Cell c : cells) {
            String row = "n=" + c.nodes;
            String column = "k=" + c.k;
            boolean bound = c.way.scheme == Scheme.CODED && !c.way.paper(c.nodes, c.k).isEmpty();
            cell(json, row, column, "excess rounds mean" + c.way.suffix, c.mean, null);
            cell(json, row, column, "excess rounds max" + c.way.suffix, c.max, bound ? 4 : null);
        }
        for (Batches b : batches)
            for (int i = 0; i < BATCHES; i++)
                cell(
                        json,
                        "n=" + b.nodes,
                        "k=" + b.k,
                        "rounds of batch " + (i + 1) + ", " + b.schedule,
                        b.means[i],
                        null);
        return json.close(']').close('}');
    }

    private static void cell(
            JsonText json, String row, String column, String measure, Object ours, Object paper) {
        json.open('{').key("row").value(row).key("column").value(column);
        json.key("measure").value(measure).key("ours").value(ours).key("paper").value(paper);
        json.close('}');
    }
}
