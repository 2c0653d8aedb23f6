package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.SustainableRates;
import io.abcast.dissemination.forest.node.ForestMessage.Report;

/**
 * The planner's estimates of the loads, links and delays of all members, from their reports. Rates are in bytes/s.
 */
final class SiteEstimates {
    /** Reports that a change must last for. */
    static final int CHANGED_REPORTS = 2;

    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Latency of a path without a measured round trip: 50 ms. */
    private static final double UNKNOWN_NANOS = 50e6;

    /** Smallest change of a rate that needs a new plan. */
    private static final double CHANGE_MIN = 12_500;

    /** Senders that must wait for a receiver until its downlink counts as full. */
    private static final int WAITING_SENDERS = 2;

    /**
     * Shares of each uplink that a plan leaves free, if the rest sustains the load; the largest first. Otherwise a plan of
     * least latency fills a few relays, where small errors of the estimates make long queues, and leaves others idle.
     */
    private static final double[] SPARE_SHARES = {0.3, 0.2, 0.1};

    /** An uplink is busy if it carries this share of its estimate. */
    private static final double BUSY_SHARE = 0.85;

    /** A plan fills a link if it uses this share of what it may use. */
    private static final double FILLED_SHARE = 0.95;

    /** The knowledge of one member. */
    private final class Site {
        final CapacityEstimate uplink = new CapacityEstimate(settings.retryNanos());
        final CapacityEstimate downlink = new CapacityEstimate(settings.retryNanos());
        final double[] delays = new double[SIZE];
        final DemandEstimate demand = new DemandEstimate();
        double load;
        long waiting;
        long used;
        int changedReports;

        /** The values that the plan in use was made with. */
        double plannedDemand;

        double plannedUplink;
        double plannedDownlink;

        /** Whether the plan in use cannot carry the load and fills the link. */
        boolean isUplinkFilled;

        boolean isDownlinkFilled;

        /** The demand, as far as the uplink can carry it. */
        double usableDemand() {
            return Math.min(demand.value(), uplink.value());
        }

        boolean mayUplinkGrow(long nowNanos) {
            return isUplinkFilled && uplink.mayGrow(nowNanos);
        }

        boolean mayDownlinkGrow(long nowNanos) {
            return isDownlinkFilled && downlink.mayGrow(nowNanos);
        }
    }

    private final ControllerSettings settings;
    private final Site[] sites = new Site[SIZE];
    private int[] view = {};

    /** Whether the last plan cannot carry the load. */
    private boolean isShort;

    /** Time between two attempts to use links more. It doubles with each attempt until something else changes. */
    private long growthNanos;

    private long grownNanos;

    SiteEstimates(ControllerSettings settings) {
        this.settings = settings;
        growthNanos = settings.reportNanos();
    }

    double uplink(int member) {
        return sites[member] == null ? 0 : sites[member].uplink.value();
    }

    double load(int member) {
        return sites[member] == null ? 0 : sites[member].load;
    }

    /** Forgets all members that are not in the view. */
    void retain(int[] members) {
        view = members;
        for (int i = 0; i < SIZE; i++) if (!contains(view, i)) sites[i] = null;
    }

    /** Whether a member is in a view. */
    static boolean contains(int[] view, int member) {
        for (int each : view) if (each == member) return true;
        return false;
    }

    /** Whether all members of the view have reported. */
    boolean isComplete() {
        for (int member : view) if (sites[member] == null) return false;
        return true;
    }

    /** Takes members that have not reported for idle. */
    void complete() {
        for (int member : view) site(member);
    }

    private Site site(int member) {
        if (sites[member] == null) sites[member] = new Site();
        return sites[member];
    }

    /** Takes a report of a member of the view. A report with an absurd rate is ignored. */
    void onReport(int from, Report report, long nowNanos) {
        if (!isRate(report.load())
                || !isRate(report.out())
                || !isRate(report.in())
                || !isRate(report.uplinkMax())
                || !isRate(report.downlinkMax())) return;
        Site site = site(from);
        site.load = report.load();
        site.uplink.bound(report.uplinkMax());
        site.downlink.bound(report.downlinkMax());
        site.waiting = report.waiting();
        site.used = report.used();
        boolean isReceiverSlow = false;
        for (int member : view) isReceiverSlow |= member != from && waitsFor(site, member);
        site.uplink.measured(report.out(), report.isOutFull() && !isReceiverSlow, nowNanos);
        site.demand.measured(report.load(), report.isHeldBack() || isBusy(site, report));
        site.downlink.measured(report.in(), isFullDownlink(from), nowNanos);
        int next = 0;
        for (long rest = report.peers(); rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (member < SIZE) site.delays[member] = report.roundTrips()[next] / 2.0;
            next++;
        }
        site.changedReports = hasChanged(site) ? site.changedReports + 1 : 0;
    }

    /**
     * Whether frames wait for some member, and the uplink carries nearly all that it can. TCP may divide a full uplink so
     * unequally that frames wait for one member only.
     */
    private static boolean isBusy(Site site, Report report) {
        return report.waiting() != 0 && report.out() >= BUSY_SHARE * site.uplink.value();
    }

    private static boolean isRate(double rate) {
        return rate >= 0 && rate <= ForestSites.VALUE_MAX;
    }

    /**
     * Whether all senders of a member waited for it without a break, and for some other destination they did not. So
     * their own uplinks are not the reason.
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

    /** Whether a sender waits for a member whose downlink is full. */
    private boolean waitsFor(Site sender, int receiver) {
        return ((sender.waiting >>> receiver) & 1) != 0 && isFullDownlink(receiver);
    }

    private boolean hasChanged(Site site) {
        return differ(site.usableDemand(), site.plannedDemand)
                || differ(site.uplink.value(), site.plannedUplink)
                || differ(site.downlink.value(), site.plannedDownlink);
    }

    private boolean differ(double now, double planned) {
        return Math.abs(now - planned) > Math.max(CHANGE_MIN, settings.change() * planned);
    }

    /** Whether a load or a capacity differs from the plan in use for long enough. */
    boolean haveChanged() {
        for (int member : view)
            if (sites[member].changedReports >= CHANGED_REPORTS) {
                growthNanos = settings.reportNanos();
                return true;
            }
        return false;
    }

    /** Whether a link that limits the plan in use may be faster than its estimate. */
    boolean mayGrow(long nowNanos) {
        if (nowNanos - grownNanos < growthNanos) return false;
        for (int member : view)
            if (sites[member].mayUplinkGrow(nowNanos) || sites[member].mayDownlinkGrow(nowNanos))
                return true;
        return false;
    }

    /** Raises the estimates of the links that {@link #mayGrow} is about. */
    void grow(long nowNanos) {
        if (!mayGrow(nowNanos)) return;
        growthNanos = Math.min(settings.retryNanos(), 2 * growthNanos);
        grownNanos = nowNanos;
        for (int member : view) {
            Site site = sites[member];
            if (site.mayUplinkGrow(nowNanos)) site.uplink.grow();
            if (site.mayDownlinkGrow(nowNanos)) site.downlink.grow();
        }
    }

    /**
     * The input of the next plan: the sustainable rates, and the capacities that the plan may use.
     *
     * @param members the view in ascending order
     */
    ForestSites input(int[] members) {
        ForestSites all = all(members);
        ForestSites most = all.withHeadroom(settings.headroom());
        isShort = !SustainableRates.holdsLoad(most.uplink(), most.downlink(), most.load());
        double[] rates = SustainableRates.of(most.uplink(), most.downlink(), most.load());
        double[] uplink = most.uplink();
        for (double share : SPARE_SHARES) {
            double[] spared = spared(all.uplink(), most.uplink(), share, rates);
            if (!SustainableRates.holdsLoad(spared, most.downlink(), rates)) continue;
            uplink = spared;
            break;
        }
        return new ForestSites(most.names(), uplink, most.downlink(), rates, most.latency());
    }

    /** The uplinks with a share kept free, except what a source needs for its own rate. */
    private static double[] spared(double[] all, double[] most, double share, double[] rates) {
        double[] uplink = new double[all.length];
        for (int i = 0; i < uplink.length; i++)
            uplink[i] = Math.min(most[i], Math.max((1 - share) * all[i], rates[i]));
        return uplink;
    }

    private ForestSites all(int[] members) {
        int n = members.length;
        double fastest = 0;
        for (int member : members) fastest = Math.max(fastest, sites[member].uplink.value());
        double[] uplink = new double[n];
        double[] downlink = new double[n];
        double[] load = new double[n];
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) {
            Site site = sites[members[i]];
            site.uplink.assume(fastest);
            site.downlink.assume(fastest);
            uplink[i] = site.uplink.value();
            downlink[i] = site.downlink.value();
            load[i] = site.demand.value();
            for (int j = 0; j < n; j++) {
                double delay = site.delays[members[j]];
                latency[i][j] = i == j ? 0 : delay == 0 ? UNKNOWN_NANOS : delay;
            }
        }
        return new ForestSites(ForestSites.numbers(n), uplink, downlink, load, latency);
    }

    /** Takes the plan that was made from the present estimates. */
    void planned(int[] members, ForestPlan plan) {
        int n = members.length;
        for (int i = 0; i < n; i++) {
            Site site = sites[members[i]];
            site.plannedUplink = site.uplink.value();
            site.plannedDownlink = site.downlink.value();
            site.plannedDemand = site.usableDemand();
            site.changedReports = 0;
            double sent = (n - 1) * plan.r()[i][i];
            for (int j = 0; j < n; j++)
                if (j != i) sent += plan.r()[i][j] + (n - 2) * plan.r()[j][i];
            double received = plan.total() - plan.rates()[i];
            double filled = FILLED_SHARE * (1 - settings.headroom());
            site.isUplinkFilled = isShort && sent >= filled * site.plannedUplink;
            site.isDownlinkFilled = isShort && received >= filled * site.plannedDownlink;
        }
    }
}
