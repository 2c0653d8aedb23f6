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
 * <p>A new plan needs another view, or it must gain. If an uplink is busy, a new plan gains if it divides the bytes more
 * evenly among the uplinks. If none is busy, a new plan gains if it has less latency; that needs a load or capacity that
 * differs by more than {@link ControllerSettings#change} from the last plan. While an uplink is busy, another one that
 * was never full is tried with a quarter more per plan. Clocks of different members are never compared. Wrong reports
 * and plans cost speed only. Single-threaded and deterministic.
 */
public final class ForestController {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Report intervals after which the planner does not wait for the first report of a member any more. */
    private static final int SILENT_REPORTS = 3;

    /** Gains up to this factor come from the noise of the measurements. */
    private static final double GAIN_LEAST = 1.1;

    /**
     * Sum of gains at which a plan is replaced: a gain of 1.3 must last for two reports, and a gain of 1.15 for eight. See
     * the cumulative sum test of Page 1954.
     */
    private static final double GAIN_SUM = 0.4;

    /** Reports that must follow a plan before another one gains: the members change their overlays meanwhile. */
    private static final int GAIN_REPORTS = 2;

    /** Reports that must follow a plan before links are tried with more. */
    private static final int GROWTH_REPORTS = 4;

    /** Age of a plan that may be replaced by one with less latency: 10 s. */
    private static final long CALM_NANOS = 10_000_000_000L;

    private final int self;
    private final ControllerSettings settings;
    private final ForestNode node;
    private final ForestPlanner planner;
    private final ForestEffects effects;
    private final LinkMeter meter;
    private final SiteEstimates sites;
    private final double[] roundTrips = new double[SIZE];
    private int[] view;
    private PlanMessage plan;
    private boolean needsPlan;
    private long epoch;
    private long number;
    private long plansMade;
    private long reportAtNanos;
    private long repeatAtNanos;
    private long plannedAtNanos;

    /** Sum, over the reports since the last plan, by how much the gain of a new plan exceeds {@link #GAIN_LEAST}. */
    private double gained;

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
        sites = new SiteEstimates(settings);
        view = new int[] {self};
        sites.retain(view);
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
        return sites.uplink(member);
    }

    /** Measured load of a member in bytes/s, at the member that plans; 0 without a report. */
    public double load(int member) {
        return sites.load(member);
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
        sites.retain(view);
    }

    /** An absurdly high epoch of another member is not exceeded; its plan expires. */
    private static long next(long epoch) {
        return epoch == Long.MAX_VALUE ? epoch : epoch + 1;
    }

    /** Handles a report or an echo; false: the message is for the node. */
    public boolean onMessage(int from, ForestMessage message, long nowNanos) {
        if (message instanceof Report report) {
            if (isPlanner() && SiteEstimates.contains(view, from))
                sites.onReport(from, report, nowNanos);
            return true;
        }
        if (!(message instanceof Echo echo)) return false;
        if (!SiteEstimates.contains(view, from)) return true;
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
        if (isPlanner()) {
            sites.onReport(self, report, nowNanos);
            gained = Math.max(0, gained + sites.gain(nowNanos) - GAIN_LEAST);
        } else effects.send(view[0], report);
        for (int member : view) if (member != self) effects.send(member, new Echo(nowNanos, false));
    }

    private boolean isPlanNeeded(long nowNanos) {
        if (!sites.isComplete()) {
            if (nowNanos - viewAtNanos < SILENT_REPORTS * settings.reportNanos()) return false;
            sites.complete();
        }
        if (needsPlan || plan == null) return true;
        long age = nowNanos - plannedAtNanos;
        if (gains()) return age >= GAIN_REPORTS * settings.reportNanos();
        if (sites.isBusy(nowNanos))
            return age >= GROWTH_REPORTS * settings.reportNanos() && sites.mayGrow(nowNanos);
        return age >= CALM_NANOS && sites.haveChanged();
    }

    private boolean gains() {
        return gained >= GAIN_SUM;
    }

    private void makePlan(long nowNanos) {
        boolean isCalm = !needsPlan && plan != null && !gains() && !sites.isBusy(nowNanos);
        needsPlan = false;
        plannedAtNanos = nowNanos;
        int[] members = view.clone();
        Arrays.sort(members);
        if (members.length > ForestSites.SITES_MAX) {
            // Larger groups send directly.
            plan = null;
            return;
        }
        if (!gains() && sites.isBusy(nowNanos)) sites.grow(nowNanos);
        gained = 0;
        ForestSites input = sites.input(members, nowNanos);
        ForestPlan made = planner.plan(input, settings.objective());
        if (isCalm && !sites.isCheaper(members, input, settings.objective(), made)) return;
        sites.planned(members, made);
        plansMade++;
        plan = new PlanMessage(epoch, ++number, members, made.rates(), made.r());
        announce(nowNanos);
    }

    private void announce(long nowNanos) {
        repeatAtNanos = nowNanos + settings.repeatNanos();
        node.onPlan(self, plan, nowNanos);
        for (int member : view) if (member != self) effects.send(member, plan);
    }
}
