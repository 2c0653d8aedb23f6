package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.node.ForestMessage.Echo;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import java.util.Arrays;

/**
 * The controller of a member. It measures the links of its member and reports them to the member that plans, which is
 * the first of the view. There it makes plans and sends them to all members. Tan 2019 leaves measuring to future work.
 *
 * <p>A new plan needs another view, or a load or capacity that differs by more than {@link ControllerSettings#change}
 * from the last plan in two reports. A link that was never full is tried with a quarter more per plan, as long as the
 * offered load is not sustainable. Clocks of different members are never compared. Wrong reports and plans cost speed
 * only. Single-threaded and deterministic.
 */
public final class ForestController {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Latency of a path without a measured round trip: 50 ms. */
    private static final double UNKNOWN_NANOS = 50e6;

    /** Smallest change of a rate that needs a new plan, in bytes/s. */
    private static final double CHANGE_MIN = 12_500;

    /** Report intervals after which the planner does not wait for the first report of a member any more. */
    private static final int SILENT_REPORTS = 3;

    /** Senders that must wait for a receiver until its downlink counts as full. */
    private static final int WAITING_SENDERS = 2;

    /** Reports that a change must last for. */
    private static final int CHANGED_REPORTS = 2;

    /** The planner's knowledge of a member. */
    private final class Peer {
        final CapacityEstimate uplink = new CapacityEstimate(settings.retryNanos());
        final CapacityEstimate downlink = new CapacityEstimate(settings.retryNanos());
        double load;
        long waiting;
        long used;
        final double[] delays = new double[SIZE];
        int changedReports;

        /** The values that the plan in use was made with. */
        double plannedLoad;

        double plannedUplink;
        double plannedDownlink;
    }

    private final int self;
    private final ControllerSettings settings;
    private final ForestNode node;
    private final ForestPlanner planner;
    private final ForestEffects effects;
    private final LinkMeter meter;
    private final Peer[] peers = new Peer[SIZE];
    private final double[] roundTrips = new double[SIZE];
    private int[] view;
    private PlanMessage plan;
    private boolean isSustainable = true;
    private boolean needsPlan;
    private long epoch;
    private long number;
    private long plansMade;
    private long reportAtNanos;
    private long repeatAtNanos;
    private long plannedAtNanos;
    private long viewAtNanos;

    /** @param node the node of the same member, whose counters are measured */
    public ForestController(
            int self,
            ControllerSettings settings,
            ForestNode node,
            ForestPlanner planner,
            ForestEffects effects,
            long nowNanos) {
        this.self = self;
        this.settings = settings;
        this.node = node;
        this.planner = planner;
        this.effects = effects;
        meter = new LinkMeter(node, nowNanos);
        view = new int[] {self};
        reportAtNanos = nowNanos + settings.reportNanos();
        viewAtNanos = nowNanos;
    }

    /** Plans that this member has made. */
    public long plansMade() {
        return plansMade;
    }

    /** Whether this member plans. */
    public boolean isPlanner() {
        return view[0] == self;
    }

    /** Estimated uplink of a member in bytes/s, at the member that plans; 0 without a report. */
    public double uplink(int member) {
        return peers[member] == null ? 0 : peers[member].uplink.value();
    }

    /** Measured load of a member in bytes/s, at the member that plans; 0 without a report. */
    public double load(int member) {
        return peers[member] == null ? 0 : peers[member].load;
    }

    /** @param members the view, the member that plans first */
    public void onReachable(int[] members, long nowNanos) {
        boolean wasPlanner = isPlanner() && plan != null;
        view = members.length == 0 ? new int[] {self} : members.clone();
        needsPlan = true;
        viewAtNanos = nowNanos;
        if (!isPlanner()) {
            plan = null;
            return;
        }
        if (!wasPlanner) {
            PlanMessage known = node.plan();
            epoch = next(Math.max(epoch, known == null ? 0 : known.epoch()));
            number = 0;
        }
        for (int i = 0; i < SIZE; i++) if (!contains(i)) peers[i] = null;
    }

    /** An absurdly high epoch of another member is not exceeded; its plan expires. */
    private static long next(long epoch) {
        return epoch == Long.MAX_VALUE ? epoch : epoch + 1;
    }

    private boolean contains(int member) {
        for (int each : view) if (each == member) return true;
        return false;
    }

    /** Handles a report or an echo; false: the message is for the node. */
    public boolean onMessage(int from, ForestMessage message, long nowNanos) {
        if (message instanceof Report report) {
            if (isPlanner() && contains(from)) onReport(from, report, nowNanos);
            return true;
        }
        if (!(message instanceof Echo echo)) return false;
        if (!contains(from)) return true;
        if (!echo.isAnswer()) effects.send(from, new Echo(echo.stampNanos(), true));
        else onRoundTrip(from, nowNanos - echo.stampNanos());
        return true;
    }

    private void onRoundTrip(int from, long nanos) {
        if (nanos < 0) return;
        double before = roundTrips[from];
        // Waiting in queues only adds to a round trip, so shorter ones count more.
        double weight = before == 0 ? 1 : nanos < before ? 0.5 : 0.05;
        roundTrips[from] += weight * (Math.max(1, nanos) - before);
    }

    /** To be called about every 10 ms: measures, reports and plans. */
    public void onTick(long nowNanos) {
        meter.sample(nowNanos);
        if (nowNanos - reportAtNanos >= 0) {
            reportAtNanos = nowNanos + settings.reportNanos();
            report(nowNanos);
        }
        if (!isPlanner()) return;
        if (isPlanNeeded(nowNanos)) makePlan(nowNanos);
        if (plan != null && nowNanos - repeatAtNanos >= 0) announce(nowNanos);
    }

    private void report(long nowNanos) {
        long measured = 0;
        for (int member : view) if (roundTrips[member] > 0) measured |= 1L << member;
        long[] nanos = new long[Long.bitCount(measured)];
        int next = 0;
        for (int member = 0; member < SIZE; member++)
            if (((measured >>> member) & 1) != 0) nanos[next++] = (long) roundTrips[member];
        Report report = meter.report(settings.uplinkMax(), settings.downlinkMax(), measured, nanos);
        if (isPlanner()) onReport(self, report, nowNanos);
        else effects.send(view[0], report);
        for (int member : view) if (member != self) effects.send(member, new Echo(nowNanos, false));
    }

    private void onReport(int from, Report report, long nowNanos) {
        if (!isRate(report.load())
                || !isRate(report.out())
                || !isRate(report.in())
                || !isRate(report.uplinkMax())
                || !isRate(report.downlinkMax())) return;
        Peer peer = peer(from);
        peer.load = report.load();
        peer.uplink.bound(report.uplinkMax());
        peer.downlink.bound(report.downlinkMax());
        peer.waiting = report.waiting();
        peer.used = report.used();
        boolean isReceiverSlow = false;
        for (int member : view) isReceiverSlow |= member != from && waitsFor(peer, member);
        peer.uplink.measured(report.out(), report.isOutFull() && !isReceiverSlow, nowNanos);
        peer.downlink.measured(report.in(), isFullDownlink(from), nowNanos);
        int next = 0;
        for (long rest = report.peers(); rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (member < SIZE) peer.delays[member] = report.roundTrips()[next] / 2.0;
            next++;
        }
        peer.changedReports = hasChanged(peer) ? peer.changedReports + 1 : 0;
    }

    /**
     * Whether all senders of a member waited for it without a break, and for some other destination they did not. So
     * their own uplinks are not the reason.
     */
    private boolean isFullDownlink(int receiver) {
        int senders = 0;
        for (int member : view) {
            Peer peer = peers[member];
            if (peer == null || ((peer.used >>> receiver) & 1) == 0) continue;
            boolean isWaiting = ((peer.waiting >>> receiver) & 1) != 0;
            if (!isWaiting || (peer.used & ~peer.waiting) == 0) return false;
            senders++;
        }
        return senders >= WAITING_SENDERS;
    }

    /** Whether a sender waits for a member whose downlink is full. */
    private boolean waitsFor(Peer sender, int receiver) {
        return ((sender.waiting >>> receiver) & 1) != 0 && isFullDownlink(receiver);
    }

    private Peer peer(int member) {
        if (peers[member] == null) peers[member] = new Peer();
        return peers[member];
    }

    private static boolean isRate(double rate) {
        return rate >= 0 && rate <= ForestSites.VALUE_MAX;
    }

    private boolean hasChanged(Peer peer) {
        return differ(peer.load, peer.plannedLoad)
                || differ(peer.uplink.value(), peer.plannedUplink)
                || differ(peer.downlink.value(), peer.plannedDownlink);
    }

    private boolean differ(double now, double planned) {
        return Math.abs(now - planned) > Math.max(CHANGE_MIN, settings.change() * planned);
    }

    private boolean isPlanNeeded(long nowNanos) {
        boolean isLate = nowNanos - viewAtNanos >= SILENT_REPORTS * settings.reportNanos();
        for (int member : view)
            if (peers[member] == null && isLate) peer(member);
            else if (peers[member] == null) return false;
        if (needsPlan || plan == null) return true;
        if (nowNanos - plannedAtNanos < CHANGED_REPORTS * settings.reportNanos()) return false;
        for (int member : view) if (peers[member].changedReports >= CHANGED_REPORTS) return true;
        return !isSustainable && mayGrow(nowNanos);
    }

    private boolean mayGrow(long nowNanos) {
        for (int member : view)
            if (peers[member].uplink.mayGrow(nowNanos) || peers[member].downlink.mayGrow(nowNanos))
                return true;
        return false;
    }

    private void makePlan(long nowNanos) {
        if (!isSustainable)
            for (int member : view) {
                if (peers[member].uplink.mayGrow(nowNanos)) peers[member].uplink.grow();
                if (peers[member].downlink.mayGrow(nowNanos)) peers[member].downlink.grow();
            }
        needsPlan = false;
        plannedAtNanos = nowNanos;
        int[] members = view.clone();
        Arrays.sort(members);
        if (members.length > ForestSites.SITES_MAX) {
            // Larger groups send directly.
            plan = null;
            return;
        }
        ForestSites sites = sites(members).withHeadroom(settings.headroom());
        ForestPlan made = planner.plan(sites, settings.objective());
        plansMade++;
        isSustainable = made.sustainable();
        plan = new PlanMessage(epoch, ++number, members, made.rates(), made.r());
        announce(nowNanos);
    }

    private ForestSites sites(int[] members) {
        int n = members.length;
        double fastest = 0;
        for (int member : members)
            if (peers[member].uplink.wasFull())
                fastest = Math.max(fastest, peers[member].uplink.value());
        for (int member : members) {
            peers[member].uplink.assume(fastest);
            peers[member].downlink.assume(fastest);
        }
        double[] uplink = new double[n];
        double[] downlink = new double[n];
        double[] load = new double[n];
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) {
            Peer peer = peers[members[i]];
            uplink[i] = peer.uplink.value();
            downlink[i] = peer.downlink.value();
            load[i] = peer.load;
            peer.plannedUplink = uplink[i];
            peer.plannedDownlink = downlink[i];
            peer.plannedLoad = load[i];
            peer.changedReports = 0;
            for (int j = 0; j < n; j++) {
                double delay = peer.delays[members[j]];
                latency[i][j] = i == j ? 0 : delay == 0 ? UNKNOWN_NANOS : delay;
            }
        }
        return new ForestSites(ForestSites.numbers(n), uplink, downlink, load, latency);
    }

    private void announce(long nowNanos) {
        repeatAtNanos = nowNanos + settings.repeatNanos();
        node.onPlan(self, plan, nowNanos);
        for (int member : view) if (member != self) effects.send(member, plan);
    }
}
