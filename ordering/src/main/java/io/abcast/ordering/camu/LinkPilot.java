package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import java.util.function.Consumer;

/**
 * Opens and closes the links of a partition by a {@link LinkRule}. A new leader measures from zero, and leaves the
 * links open or closed until its first decision.
 */
final class LinkPilot {
    /**
     * Number of timer ticks between two decisions of {@link LinkPolicy}; with the default tick of 5 ms, the time is 0.5
     * s.
     */
    private static final int PERIOD_TICKS = 100;

    @FunctionalInterface
    interface Steps {
        void steer(int other, boolean open);
    }

    private final int group;
    private final PartitionMap map;
    private final CamuConfig config;
    private final Front front;
    private final LinkGauge gauge;
    private final PartitionFigures figures;
    private final Steps steps;
    private final Consumer<String> reports;

    private LinkRule rule = LinkRule.FIXED;

    /** {@code null} unless the rule is {@link LinkRule.Kind#AUTO}. */
    private LinkPolicy policy;

    /** {@code null} unless the rule is {@link LinkRule.Kind#SHARE}. */
    private TouchShare share;

    LinkPilot(
            PartitionState state,
            PartitionMap map,
            CamuConfig config,
            Front front,
            LinkDelays delays,
            FenceWatch fences,
            Steps steps,
            Consumer<String> reports) {
        this.map = map;
        this.config = config;
        this.front = front;
        this.steps = steps;
        this.reports = reports;
        group = state.group();
        figures = state.figures();
        gauge = new LinkGauge(map.size(), delays, fences);
    }

    void follow(LinkRule now, long nowNanos) {
        rule = now;
        int groups = map.size();
        boolean isAuto = now.kind() == LinkRule.Kind.AUTO;
        boolean isShare = now.kind() == LinkRule.Kind.SHARE;
        gauge.begin(nowNanos);
        policy = isAuto ? new LinkPolicy(group, groups, config.tickNanos(), nowNanos) : null;
        share = isShare ? new TouchShare(now, groups, config.tickNanos(), nowNanos) : null;
    }

    void routed(CamuTxn txn) {
        if (policy != null) gauge.routed(txn.groups());
    }

    void delivered(GroupDelivery delivery, long nowNanos) {
        if (share == null || delivery.groups().length == 1) return;
        int origin = SessionTable.group(delivery.timestamp().session());
        if (origin != group && origin < map.size()) {
            share.touch(origin, nowNanos);
        } else {
            for (int other : delivery.groups()) if (other != group) share.touch(other, nowNanos);
        }
    }

    /**
     * @param ahead difference between the receiving partition's clock in the report and the clock of this leader, in
     *     units of the clock
     */
    void reported(int other, LinkReport report, long ahead) {
        gauge.reported(other, report, ahead);
    }

    boolean isActive() {
        if (policy == null && share == null) return false;
        return front.hasLinks() || (policy != null ? gauge.isBusy() : share.isTouched());
    }

    long periodNanos() {
        return (share != null ? TouchShare.ROUNDS : PERIOD_TICKS) * config.tickNanos();
    }

    void onTimer(long nowNanos) {
        if (policy == null && share == null) return;
        boolean[] open = new boolean[map.size()];
        for (int other = 0; other < open.length; other++)
            open[other] = front.link(other) != OutStream.Link.OFF;
        boolean[] next;
        if (share != null) {
            next = share.decide(nowNanos, open);
        } else {
            gauge.end(nowNanos);
            next = policy.decide(nowNanos, gauge.links(open), gauge.traffic());
        }
        if (next == null) return;
        for (int other = 0; other < open.length; other++)
            if (other != group && next[other] != open[other]) change(other, next[other]);
    }

    private void change(int other, boolean open) {
        String text =
                "link %s>%s %s by links=%s: %s"
                        .formatted(
                                map.name(group),
                                map.name(other),
                                open ? "opens" : "closes",
                                rule,
                                share != null ? share.reason(other) : policy.reason(other));
        figures.switched(text);
        reports.accept(text);
        steps.steer(other, open);
    }
}
