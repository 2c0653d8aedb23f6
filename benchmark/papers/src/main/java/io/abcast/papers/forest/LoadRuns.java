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

/**
 * Runs EPaxos at the sites of Tan 2019 under a load, and caches the measurements. The runs are independent of each
 * other, and execute in parallel on all processors of this host. The class is not thread-safe.
 */
final class LoadRuns {
    /** Size of a request in bytes; Tan 2019, section 7.1: "the request size is set to 4 KB". */
    private static final int REQUEST_BYTES = 4 << 10;

    /**
     * Fraction of the capacity of each uplink that a plan leaves free, as FOREST does at runtime. Plans need not leave
     * a fraction of the downlinks free, because each site receives every payload exactly once with every plan.
     */
    private static final double HEADROOM = 0.05;

    /**
     * Fraction of the capacity of each uplink that the first plan leaves free. Plans after the first plan instead
     * reserve the measured rate of bytes that are not payload.
     */
    private static final double FIRST_HEADROOM = 0.15;

    /** The method by which the payloads of EPaxos reach the members. */
    enum Line {
        /** Method of sending: EPaxos sends the payloads to all members itself. */
        DIRECT,

        /**
         * Method of sending with overlays as in section 6.3.2 of Tan 2019. The plan of Tan 2019 uses the whole links,
         * and the sender draws a random overlay that has enough quota.
         */
        THESIS,

        /**
         * Method of sending with overlays of abcast: the plan leaves a fraction of the uplinks free, and deficit
         * counters choose the overlay.
         */
        OURS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Number and durations of the runs of a point of a curve.
     *
     * @param runs number of runs of each point; each run has a random seed of its own
     */
    record Length(int runs, long warmUpMillis, long measuredMillis) {
        /** Number and durations of the runs if the option {@code --full} is not given. */
        static final Length SHORT = new Length(1, 2_000, 2_000);

        /**
         * Runs as in Tan 2019, section 7.1: "Each run lasts for 20 seconds and each VM is warmed by executing the
         * workload for 40 seconds", with 4 runs.
         */
        static final Length FULL = new Length(4, 40_000, 20_000);
    }

    /**
     * A point of a curve of throughput and latency.
     *
     * @param n number of sites
     * @param s skewness of the load
     * @param offered offered load of all sites together in Mbit/s; with the loads that Tan 2019 prints, the sites offer
     *     a few percent less, because the printed percentages are rounded
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

    /** Measures all points of curves that the cache does not have yet. */
    void measure(List<Point> points) {
        runs.measure(points);
    }

    /** The measurements of all runs of a point, in the order of the runs' seeds. */
    List<WideMeasurement> of(Point point) {
        return runs.of(point);
    }

    /** Offered load in Mbit/s at which direct sending fills the first uplink with payloads. */
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

    /**
     * The sites with the link capacity that remains for payloads: the whole capacity minus the rate of other bytes, and
     * minus the free share of the uplinks.
     */
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
