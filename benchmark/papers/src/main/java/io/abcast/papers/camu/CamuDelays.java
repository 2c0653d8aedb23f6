package io.abcast.papers.camu;

import io.abcast.papers.camu.DelayRun.Outcome;
import io.abcast.papers.camu.DelayRun.Settings;
import io.abcast.papers.camu.DelayRun.Submission;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.sim.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The delays of CAMU in several cases, each with an upper bound. The delay of a transaction is the time from its
 * submission until at least one replica of each destination partition has delivered it.
 */
final class CamuDelays {
    private static final int TICK = DelayRun.TICK_DELAYS;
    private static final long DELAY = DelayRun.DELAY;
    private static final int GROUPS_MAX = 5;
    private static final int[][] NO_LINKS = {};
    private static final int LONE_COUNT = 60;

    private static final long LONE_DISTANCE = 60;

    /** Length of a run with contention, in message delays. */
    private static final int LOAD_DELAYS = 400;

    private static final int CONTENDED_RATE = 5;
    private static final int CLOCKS_APART = 50;
    private static final int MULTI_RATE = 8;

    private static final double SINGLE_SHARE = 0.3;
    private static final int BEHIND_DELAYS = 14;

    private static final int PARTS = 20;

    /** @param bound upper bound in message delays; NaN if CAMU promises no bound */
    private record Row(String name, double measured, double bound) {}

    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final List<Row> rows = new ArrayList<>();
    private long foreign;

    private CamuDelays(int runs, long seed, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
    }

    static PaperResult measure(int runs, long seed, Consumer<String> progress) {
        CamuDelays delays = new CamuDelays(runs, seed, progress);
        delays.measure();
        return delays.result();
    }

    private interface Case {
        double measure(Rng random, long seed);
    }

    private void add(String name, double bound, Case measured) {
        progress.accept(name);
        double most = 0;
        for (int run = 0; run < runs; run++)
            most = Math.max(most, measured.measure(new Rng(seed + run), seed + run));
        rows.add(new Row(name, most, bound));
    }

    private void measure() {
        add("Zab alone", Double.NaN, (random, its) -> DelayRun.zab(its));
        add("single", 2, (random, its) -> single(its));
        add("TO", 6, (random, its) -> lone(false, false, random, its));
        add("TO, contended", 12, (random, its) -> contended(false, random, its));
        add("PB", 5 + TICK, (random, its) -> lone(true, false, random, its));
        add("fast: TO", 4, (random, its) -> lone(false, true, random, its));
        add("fast: TO, contended", 8, (random, its) -> contended(true, random, its));
        add("fast: PB", 3 + TICK, (random, its) -> lone(true, true, random, its));
        add("strict: added to an uncontended multi, TO", 0, (random, its) -> added(NO_LINKS, its));
        add(
                "strict: added to an uncontended multi, PB",
                0,
                (random, its) -> added(allLinks(2), its));
        int[][] oneWay = {{0, 1}};
        add("strict: added to a single behind TO", 2, (random, its) -> behind(NO_LINKS, its));
        add(
                "strict: added to a single behind PB, one-way link",
                4,
                (random, its) -> behind(oneWay, its));
        add(
                "strict: added to a single behind PB, links both ways",
                Double.NaN,
                (random, its) -> behind(allLinks(2), its));
        add("strict: mean added to singles", 5, (random, its) -> mixed(random, its));
        rows.add(
                new Row("messages about a transaction beyond origin and destinations", foreign, 0));
    }

    private Outcome run(Settings settings, List<Submission> submissions, long its) {
        Outcome outcome = DelayRun.of(settings, submissions, its);
        foreign += outcome.foreign();
        return outcome;
    }

    private static int[][] allLinks(int groups) {
        List<int[]> links = new ArrayList<>();
        for (int from = 0; from < groups; from++)
            for (int to = 0; to < groups; to++) if (from != to) links.add(new int[] {from, to});
        return links.toArray(int[][]::new);
    }

    private double single(long its) {
        List<Submission> all = new ArrayList<>();
        for (int i = 0; i < LONE_COUNT; i++)
            all.add(new Submission(i * LONE_DISTANCE * DELAY, 0, new int[] {0}));
        return run(new Settings(2, false, false, NO_LINKS, new long[2]), all, its).deliveredMax();
    }

    private double lone(boolean hasLinks, boolean fast, Rng random, long its) {
        double most = 0;
        for (int groups = 2; groups <= GROUPS_MAX; groups++) {
            List<Submission> all = new ArrayList<>();
            for (int i = 0; i < LONE_COUNT; i++) {
                // The random offset varies the time between the submission of a transaction and the
                // next timer tick of the links.
                long at = i * LONE_DISTANCE * DELAY + random.between(0, LONE_DISTANCE / 2 * DELAY);
                all.add(multi(at, groups, 2 + random.below(groups - 1), random, groups > 2));
            }
            int[][] links = hasLinks ? allLinks(groups) : NO_LINKS;
            Settings settings = new Settings(groups, false, fast, links, new long[groups]);
            most = Math.max(most, run(settings, all, its).deliveredMax());
        }
        return most;
    }

    private static Submission multi(long at, int groups, int count, Rng random, boolean outside) {
        int origin = random.below(groups);
        boolean isOutside = outside && count < groups && random.chance(0.2);
        List<Integer> others = new ArrayList<>();
        for (int group = 0; group < groups; group++) if (group != origin) others.add(group);
        List<Integer> chosen = new ArrayList<>();
        if (!isOutside) chosen.add(origin);
        while (chosen.size() < count) chosen.add(others.remove(random.below(others.size())));
        return new Submission(
                at, origin, chosen.stream().mapToInt(each -> each).sorted().toArray());
    }

    private double contended(boolean fast, Rng random, long its) {
        double most = 0;
        for (int groups = 2; groups <= GROUPS_MAX; groups++) {
            List<Submission> all = new ArrayList<>();
            for (int i = 0; i < CONTENDED_RATE * LOAD_DELAYS; i++)
                all.add(
                        multi(
                                random.between(0, LOAD_DELAYS * DELAY),
                                groups,
                                2 + random.below(groups - 1),
                                random,
                                false));
            all.sort(Comparator.comparingLong(Submission::at));
            long[] clocks = new long[groups];
            for (int group = 0; group < groups; group++)
                clocks[group] = random.between(0, CLOCKS_APART * DELAY);
            Settings settings = new Settings(groups, false, fast, NO_LINKS, clocks);
            most = Math.max(most, run(settings, all, its).deliveredMax());
        }
        return most;
    }

    private double[] added(Settings settings, List<Submission> all, long its) {
        double[] strict = run(settings.with(true), all, its).answered();
        double[] plain = run(settings.with(false), all, its).answered();
        for (int i = 0; i < strict.length; i++) strict[i] -= plain[i];
        return strict;
    }

    private double added(int[][] links, long its) {
        List<Submission> all = new ArrayList<>();
        for (int i = 0; i < LONE_COUNT; i++)
            all.add(new Submission(i * LONE_DISTANCE * DELAY, i % 2, new int[] {0, 1}));
        double[] added = added(new Settings(2, false, false, links, new long[2]), all, its);
        return Arrays.stream(added).max().orElseThrow();
    }

    private double behind(int[][] links, long its) {
        List<Submission> all = new ArrayList<>();
        List<Integer> singles = new ArrayList<>();
        long at = 0;
        for (int part = 0; part < BEHIND_DELAYS * PARTS; part++) {
            all.add(new Submission(at, 0, new int[] {0, 1}));
            for (int group = 0; group < 2; group++) {
                singles.add(all.size());
                long behind = part * (DELAY / PARTS);
                all.add(new Submission(at + behind, group, new int[] {group}));
            }
            at += LONE_DISTANCE * DELAY;
        }
        double[] added = added(new Settings(2, false, false, links, new long[2]), all, its);
        return singles.stream().mapToDouble(i -> added[i]).max().orElseThrow();
    }

    private double mixed(Rng random, long its) {
        List<Submission> all = new ArrayList<>();
        double rate = MULTI_RATE / (1 - SINGLE_SHARE);
        for (int i = 0; i < rate * LOAD_DELAYS; i++) {
            long at = random.between(0, LOAD_DELAYS * DELAY);
            int count = random.chance(SINGLE_SHARE) ? 1 : 2;
            all.add(multi(at, GROUPS_MAX, count, random, false));
        }
        all.sort(Comparator.comparingLong(Submission::at));
        Settings settings = new Settings(GROUPS_MAX, false, false, NO_LINKS, new long[GROUPS_MAX]);
        double[] added = added(settings, all, its);
        double sum = 0;
        int singles = 0;
        for (int i = 0; i < added.length; i++) {
            if (all.get(i).groups().length > 1) continue;
            sum += added[i];
            singles++;
        }
        return sum / singles;
    }

    private PaperResult result() {
        List<PaperCell> cells = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (Row row : rows) {
            cells.add(new PaperCell(row.name, "measured", "delays", row.measured));
            cells.add(new PaperCell(row.name, "at most", "delays", row.bound));
            // The comparison tolerates an excess of one ns, because measured times are whole
            // numbers of ns.
            if (row.measured > row.bound + 1.0 / DELAY)
                missed.add(
                        String.format(
                                Locale.ROOT,
                                "%s: measured %s, expected at most %s",
                                row.name,
                                PaperCell.number(row.measured),
                                PaperCell.number(row.bound)));
        }
        return new PaperResult(
                "delays",
                "delays of CAMU: a message takes 1, a commit of three replicas 2, a tick " + TICK,
                cells,
                List.of(),
                List.of(missed.isEmpty() ? "No bound is exceeded." : String.join("; ", missed)));
    }
}
