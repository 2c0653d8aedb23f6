package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestPlan;
import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.node.ForestMessage.Echo;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import java.util.Arrays;

/**
 * Measures the links of this member and, at the planner, plans the overlays of all members. Each member reports its
 * measurements to the planner, which is the first member of the view. Tan 2019 leaves the measurement of link
 * capacities to future work.
 *
 * <p>The planner makes a new plan if the view has changed or if a new plan would be better than the plan in use. While
 * an uplink is busy, a better plan divides the bytes more evenly among the uplinks. While no uplink is busy, a better
 * plan has less latency. Wrong reports and plans of a member reduce the speed of sending, but have no other effect. A
 * controller is single-threaded and deterministic.
 */
public final class ForestController {
    private static final int SIZE = ForestSettings.ID_MAX + 1;
    private static final int SILENT_REPORTS = 3;
    private static final double GAIN_LEAST = 1.1;

    /** Threshold of the cumulative sum test (Page 1954) over a new plan's gains above {@link #GAIN_LEAST}. */
    private static final double GAIN_SUM = 0.4;

    /**
     * Minimum number of reports after a new plan before it is replaced, because members are still changing to its
     * overlays.
     */
    private static final int GAIN_REPORTS = 2;

    private static final int GROWTH_REPORTS = 4;
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
    private double gained;

    private long viewAtNanos;

    /** @param node this member's forest node, from whose counters the controller computes rates */
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

    /** Number of plans that this member has made as the planner. */
    public long plansMade() {
        return plansMade;
    }

    /** Whether this member is the planner, which makes the plans for all members. */
    public boolean isPlanner() {
        return view[0] == self;
    }

    /**
     * Estimated uplink of the member {@code member} in bytes/s, known only at the planner; 0 if the member has not
     * reported.
     */
    public double uplink(int member) {
        return sites.uplink(member);
    }

    /**
     * Measured load of the member {@code member} in bytes/s, known only at the planner; 0 if the member has not
     * reported.
     */
    public double load(int member) {
        return sites.load(member);
    }

    /** @param members the members of the view; the first member of the view is the planner */
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

    /** If another member's plan has the epoch {@link Long#MAX_VALUE}, this member must wait until that plan expires. */
    private static long next(long epoch) {
        return epoch == Long.MAX_VALUE ? epoch : epoch + 1;
    }

    /**
     * Processes a message of another member if it is for the controller (a report or an echo); returns false if the
     * message is for the forest node.
     */
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
        // Queueing can only lengthen a round trip, so the shortest measurements are the most exact,
        // and get more weight in the average.
        double weight = before == 0 ? 1 : nanos < before ? 0.5 : 0.05;
        roundTrips[from] += weight * (Math.max(1, nanos) - before);
    }

    /**
     * Measures the links of this member, reports to the planner, and plans if this member is the planner; the driver
     * calls {@code onTick} about every 10 ms.
     */
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
            // The group is too large for a plan, so all members send directly to all members.
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
