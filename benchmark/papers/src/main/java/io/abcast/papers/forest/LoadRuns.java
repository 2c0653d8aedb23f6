package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.papers.result.CachedRuns;
import io.abcast.papers.wan.WideCluster;
import io.abcast.papers.wan.WideLinks;
import io.abcast.papers.wan.WideLoad;
import io.abcast.papers.wan.WideMeasurement;
import io.abcast.papers.wan.WideOverlays;
import io.abcast.papers.wan.WidePlanner;
import io.abcast.papers.wan.WideSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Runs EPaxos at the sites of Tan 2019 under a load, and caches the measurements. The class is not thread-safe. */
final class LoadRuns {
    /** Tan 2019, section 7.1: "the request size is set to 4 KB". */
    private static final int REQUEST_BYTES = 4 << 10;

    private static final double HEADROOM = 0.05;
    private static final double FIRST_HEADROOM = 0.15;

    enum Line {
        DIRECT,

        /**
         * Overlays as in section 6.3.2 of Tan 2019: the plan uses whole links, and a random overlay with enough quota
         * is drawn.
         */
        THESIS,

        /**
         * Overlays of abcast: the plan leaves a fraction of the uplinks free, and deficit counters choose the overlay.
         */
        OURS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Length(int runs, long warmUpMillis, long measuredMillis) {
        static final Length SHORT = new Length(1, 2_000, 2_000);

        /**
         * Runs as in Tan 2019, section 7.1: "Each run lasts for 20 seconds and each VM is warmed by executing the
         * workload for 40 seconds", with 4 runs.
         */
        static final Length FULL = new Length(4, 40_000, 20_000);
    }

    /**
     * @param s skewness of the load
     * @param offered offered load of all sites together in Mbit/s; a few percent less where Tan 2019 prints rounded
     *     percentages
     */
    record Point(int n, double s, Line line, double offered) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "n=%d s=%.1f %s, %.0f Mbit/s offered", n, s, line, offered);
        }
    }

    private final Loads loads;
    private final Length length;
    private final CachedRuns<Point, WideMeasurement> runs;

    LoadRuns(Loads loads, Length length, long seed, Consumer<String> progress) {
        this.loads = loads;
        this.length = length;
        runs = new CachedRuns<>(length.runs(), seed, this::run, progress);
    }

    void measure(List<Point> points) {
        runs.measure(points);
    }

    List<WideMeasurement> of(Point point) {
        return runs.of(point);
    }

    double directSaturation(int n, double s) {
        double[] percent = loads.percent(n, s);
        double busiest = Arrays.stream(percent).max().orElseThrow();
        return ThesisNetwork.MBIT_PER_S / (n - 1) / (busiest / 100);
    }

    private WideMeasurement run(Point point, long itsSeed) {
        ForestSites sites = sites(point);
        WideLinks links = new WideLinks(sites.uplink(), sites.downlink(), sites.latency());
        WideLoad load =
                new WideLoad(
                        sites.load(),
                        REQUEST_BYTES,
                        length.warmUpMillis(),
                        length.measuredMillis());
        WideSettings settings = WideSettings.distinctKeys();
        WidePlanner planner = null;
        if (point.line() == Line.THESIS) settings = settings.over(plan(sites, true));
        if (point.line() == Line.OURS) {
            double[] none = new double[point.n()];
            settings = settings.over(plan(rest(sites, none, none, FIRST_HEADROOM), false));
            planner = (up, down) -> plan(rest(sites, up, down, HEADROOM), false);
        }
        return new WideCluster(links, settings, itsSeed).measure(load, planner);
    }

    private ForestSites sites(Point point) {
        double[] percent = loads.percent(point.n(), point.s()).clone();
        for (int i = 0; i < percent.length; i++)
            percent[i] *= point.offered() / ThesisNetwork.MBIT_PER_S;
        return ThesisNetwork.oneWay(percent);
    }

    private static ForestSites rest(
            ForestSites sites, double[] up, double[] down, double headroom) {
        return new ForestSites(
                sites.names(),
                rest(sites.uplink(), up, headroom),
                rest(sites.downlink(), down, 0),
                sites.load(),
                sites.latency());
    }

    private static double[] rest(double[] rates, double[] used, double headroom) {
        double[] rest = new double[rates.length];
        for (int i = 0; i < rest.length; i++)
            rest[i] = Math.max(0, rates[i] - used[i]) * (1 - headroom);
        return rest;
    }

    private static WideOverlays plan(ForestSites sites, boolean isQuota) {
        ForestPlan plan = new ForestPlanner(new OjAlgoSolver()).plan(sites, PlanObjective.SUM);
        return new WideOverlays(plan.rates(), plan.r(), isQuota);
    }
}
