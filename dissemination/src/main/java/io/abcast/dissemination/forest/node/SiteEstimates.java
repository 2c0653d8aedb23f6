package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.SustainableRates;
import io.abcast.dissemination.forest.node.ForestMessage.Report;

/**
 * The planner's estimates of the loads, links and delays of all members, which the planner computes from the members'
 * reports. All rates of the estimates are in bytes/s.
 */
final class SiteEstimates {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Latency in ns (50 ms) that the planner assumes between two members whose round trip has not been measured. */
    private static final double UNKNOWN_NANOS = 50e6;

    private static final int WAITING_SENDERS = 2;
    private static final double LEAST_USE = 0.7;
    private static final double ROUNDING = 1e-6;
    private static final double CHANGE_MIN = 12_500;
    private static final double DOWNLINK_SHARE = 2;
    private static final long BUSY_NANOS = 2_000_000_000L;

    private final class Site {
        final CapacityEstimate uplink = new CapacityEstimate(settings.retryNanos());
        final CapacityEstimate downlink = new CapacityEstimate(settings.retryNanos());
        final double[] delays = new double[SIZE];
        final LoadEstimate load = new LoadEstimate();
        long waiting;
        long used;
        boolean wasBusy;
        long busyNanos;
        double plannedLoad;

        double plannedUplink;

        /**
         * Share of the member's load that the plan in use sends over each relay, indexed by relay; {@code null} without
         * a plan.
         */
        double[] shares;

        boolean isBusy(long nowNanos) {
            return wasBusy && nowNanos - busyNanos < BUSY_NANOS;
        }

        boolean mayUplinkGrow(long nowNanos) {
            return !isBusy(nowNanos) && uplink.mayGrow(nowNanos);
        }
    }

    private final ControllerSettings settings;
    private final Site[] sites = new Site[SIZE];
    private int[] view = {};
    private long growthNanos;

    private long grownNanos;

    SiteEstimates(ControllerSettings settings) {
        this.settings = settings;
        growthNanos = 2 * settings.reportNanos();
    }

    double uplink(int member) {
        return sites[member] == null ? 0 : sites[member].uplink.value();
    }

    double load(int member) {
        return sites[member] == null ? 0 : sites[member].load.value();
    }

    void retain(int[] members) {
        view = members;
        for (int i = 0; i < SIZE; i++) if (!contains(view, i)) sites[i] = null;
    }

    static boolean contains(int[] view, int member) {
        for (int each : view) if (each == member) return true;
        return false;
    }

    boolean isComplete() {
        for (int member : view) if (sites[member] == null) return false;
        return true;
    }

    void complete() {
        for (int member : view) site(member);
    }

    private Site site(int member) {
        if (sites[member] == null) sites[member] = new Site();
        return sites[member];
    }

    void onReport(int from, Report report, long nowNanos) {
        if (!isRate(report.load())
                || !isRate(report.out())
                || !isRate(report.in())
                || !isRate(report.uplinkMax())
                || !isRate(report.downlinkMax())) return;
        Site site = site(from);
        site.load.measured(report.load());
        site.uplink.bound(report.uplinkMax());
        site.downlink.bound(report.downlinkMax());
        site.waiting = report.waiting();
        site.used = report.used();
        boolean isReceiverSlow = false;
        for (int member : view) isReceiverSlow |= member != from && waitsFor(site, member);
        boolean isFull = report.isOutFull() && !isReceiverSlow;
        site.uplink.measured(report.out(), isFull, nowNanos);
        site.downlink.measured(report.in(), isFullDownlink(from), nowNanos);
        if (isFull || report.isHeldBack()) {
            site.wasBusy = true;
            site.busyNanos = nowNanos;
        }
        int next = 0;
        for (long rest = report.peers(); rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (member < SIZE) site.delays[member] = report.roundTrips()[next] / 2.0;
            next++;
        }
    }

    private static boolean isRate(double rate) {
        return rate >= 0 && rate <= ForestSites.VALUE_MAX;
    }

    /**
     * A downlink is full if all senders of its member, and at least {@link #WAITING_SENDERS}, had frames waiting for
     * the member all the time.
     */
    private boolean isFullDownlink(int receiver) {
        int senders = 0;
        for (int member : view) {
            Site site = sites[member];
            if (site == null || ((site.used >>> receiver) & 1) == 0) continue;
            boolean isWaiting = ((site.waiting >>> receiver) & 1) != 0;
            if (!isWaiting || (site.used & ~site.waiting) == 0) return false;
            senders++;
        }
        return senders >= WAITING_SENDERS;
    }

    private boolean waitsFor(Site sender, int receiver) {
        return ((sender.waiting >>> receiver) & 1) != 0 && isFullDownlink(receiver);
    }

    boolean isBusy(long nowNanos) {
        for (int member : view) if (sites[member].isBusy(nowNanos)) return true;
        return false;
    }

    /**
     * Returns the factor, at least 1, by which a new plan could carry more load than the plan in use. Only busy uplinks
     * count, because the capacities of idle uplinks may be unknown.
     */
    double gain(long nowNanos) {
        int n = view.length;
        if (n <= 2 || !isComplete()) return 1;
        assume();
        double load = 0;
        double uplinks = 0;
        double least = 0;
        for (int member : view) {
            Site site = sites[member];
            load += site.load.value();
            uplinks += site.uplink.value();
            if (site.uplink.value() == 0) return 1;
            least = Math.max(least, site.load.value() / site.uplink.value());
        }
        least = Math.max(least, (n - 1) * load / uplinks);
        double most = 0;
        for (int member : view)
            if (sites[member].isBusy(nowNanos))
                most = Math.max(most, use(member) / sites[member].uplink.value());
        return least > 0 ? Math.max(1, most / least) : 1;
    }

    private double use(int member) {
        int n = view.length;
        double use = 0;
        for (int source : view) {
            Site site = sites[source];
            boolean isSource = source == member;
            if (site.shares == null) use += isSource ? (n - 1) * site.load.value() : 0;
            else if (!isSource) use += (n - 2) * site.shares[member] * site.load.value();
            else
                for (int relay : view)
                    use += (relay == member ? n - 1 : 1) * site.shares[relay] * site.load.value();
        }
        return use;
    }

    boolean haveChanged() {
        for (int member : view)
            if (differ(sites[member].load.value(), sites[member].plannedLoad)
                    || differ(sites[member].uplink.value(), sites[member].plannedUplink))
                return true;
        return false;
    }

    private boolean differ(double now, double planned) {
        return Math.abs(now - planned) > Math.max(CHANGE_MIN, settings.change() * planned);
    }

    boolean mayGrow(long nowNanos) {
        if (nowNanos - grownNanos < growthNanos) return false;
        for (int member : view) if (sites[member].mayUplinkGrow(nowNanos)) return true;
        return false;
    }

    void grow(long nowNanos) {
        if (!mayGrow(nowNanos)) return;
        growthNanos = Math.min(settings.retryNanos(), 2 * growthNanos);
        grownNanos = nowNanos;
        for (int member : view) {
            Site site = sites[member];
            if (site.mayUplinkGrow(nowNanos)) site.uplink.grow();
        }
    }

    /** @param members the members of the view in ascending order */
    ForestSites input(int[] members, long nowNanos) {
        ForestSites all = all(members);
        ForestSites most = all.withHeadroom(settings.headroom());
        double[] load = raised(most, members, nowNanos);
        double[] rates = SustainableRates.of(most.uplink(), most.downlink(), load);
        double[] uplink = spared(all.uplink(), most.uplink(), rates);
        return new ForestSites(most.names(), uplink, most.downlink(), rates, most.latency());
    }

    private double[] raised(ForestSites capacities, int[] members, long nowNanos) {
        double[] load = capacities.load().clone();
        double[] busy = new double[load.length];
        for (int i = 0; i < busy.length; i++)
            if (sites[members[i]].isBusy(nowNanos)) busy[i] = load[i];
        double factor =
                SustainableRates.largestAddition(
                        capacities.uplink(), capacities.downlink(), load, busy);
        for (int i = 0; i < load.length; i++) load[i] += factor * busy[i];
        return load;
    }

    private static double[] spared(double[] all, double[] most, double[] rates) {
        double sum = 0;
        double uplinks = 0;
        for (int i = 0; i < all.length; i++) {
            sum += rates[i];
            uplinks += all[i];
        }
        double least = uplinks == 0 ? 0 : (all.length - 1) * sum / uplinks * (1 + ROUNDING);
        double use = Math.max(LEAST_USE, least);
        double[] uplink = new double[all.length];
        for (int i = 0; i < uplink.length; i++)
            uplink[i] = Math.min(most[i], Math.max(use * all[i], rates[i]));
        return uplink;
    }

    private void assume() {
        double fastest = 0;
        for (int member : view) fastest = Math.max(fastest, sites[member].uplink.value());
        for (int member : view) {
            sites[member].uplink.assume(fastest);
            sites[member].downlink.assume(DOWNLINK_SHARE * fastest);
        }
    }

    private ForestSites all(int[] members) {
        int n = members.length;
        assume();
        double[] uplink = new double[n];
        double[] downlink = new double[n];
        double[] load = new double[n];
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) {
            Site site = sites[members[i]];
            uplink[i] = site.uplink.value();
            downlink[i] = site.downlink.value();
            load[i] = site.load.value();
            for (int j = 0; j < n; j++) {
                double delay = site.delays[members[j]];
                latency[i][j] = i == j ? 0 : delay == 0 ? UNKNOWN_NANOS : delay;
            }
        }
        return new ForestSites(ForestSites.numbers(n), uplink, downlink, load, latency);
    }

    boolean isCheaper(int[] members, ForestSites input, PlanObjective objective, ForestPlan made) {
        double[][] weights = objective.weights(input.latency());
        double before = 0;
        double after = 0;
        for (int i = 0; i < members.length; i++) {
            Site site = sites[members[i]];
            if (site.shares == null || made.rates()[i] == 0) continue;
            for (int j = 0; j < members.length; j++) {
                double cost = weights[i][j] * site.load.value();
                before += cost * site.shares[members[j]];
                after += cost * made.r()[i][j] / made.rates()[i];
            }
        }
        return after < (1 - settings.change()) * before;
    }

    void planned(int[] members, ForestPlan plan) {
        int n = members.length;
        for (int i = 0; i < n; i++) {
            Site site = sites[members[i]];
            site.plannedUplink = site.uplink.value();
            site.plannedLoad = site.load.value();
            site.shares = new double[SIZE];
            for (int j = 0; j < n; j++)
                site.shares[members[j]] =
                        plan.rates()[i] > 0 ? plan.r()[i][j] / plan.rates()[i] : i == j ? 1 : 0;
        }
    }
}
