package io.abcast.ordering.camu;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Decides which links a partition opens. A link P>Q saves the multis of P the votes: the time of one message, and the
 * waiting for votes about lower multis. In return all other multis at Q wait for P's marks. The policy opens a set of links whose saving exceeds its cost. Both
 * are delays per time: ns per second, summed over multis.
 *
 * <p>The thresholds for opening and closing differ, and a link keeps its state for a minimum time. If a link closes
 * soon after its opening, the opening was a mistake. The time until its next opening then doubles, so that a wrong
 * estimate cannot make a link flap.
 *
 * <p>Pure: a function of its arguments and its earlier decisions. The partition that owns the log decides alone, because
 * only its own entries open and close its links.
 */
final class LinkPolicy {
    /** Minimum ratio of saving to cost at which a link opens. */
    static final double OPEN_RATIO = 1.25;

    /** Ratio of saving to cost below which a link closes. */
    static final double CLOSE_RATIO = 0.8;

    /** Minimum number of ticks between two switches of a link: 2 s with the default tick. */
    static final int HOLD_TICKS = 400;

    /** Maximum time for which a link stays closed after mistakes, in minimum times. */
    private static final int HOLDS_MAX = 32;

    /** An opening is a mistake if the link closes again within this number of minimum times. */
    private static final int HOLDS_SOON = 3;

    /** Work of both partitions for one mark in ns, as if a multi waited for it. */
    private static final double MARK_NANOS = 20_000;

    /** Number of ages for which the waiting is computed. */
    private static final int AGES = 8;

    private static final double SECOND = 1e9;

    /**
     * Multis that this partition routes.
     *
     * @param groups their destinations
     */
    record Traffic(int[] groups, double perSecond) {}

    /**
     * The measurements of one link. Times in ns.
     *
     * @param isOpen whether the link is open
     * @param oneWay time of a message to the receiver; 0: unknown
     * @param contention mean time for which a multi waits here for the votes about lower ones. Open links reduce it, so
     *     that the value before the opening counts
     * @param lag age of a mark when the receiver has logged it, by the clock of the receiver
     * @param waitMax time after which a waiting multi gets a mark, because the receiver asks for it
     * @param others number of multis per second at the receiver that another partition routes
     * @param age mean age of these multis when all destinations have them
     * @param leastAge mean age that they would have if no multi waited for another one
     * @param waited measured cost while the link is open, in ns per second
     */
    record Link(
            boolean isOpen,
            double oneWay,
            double contention,
            double lag,
            double waitMax,
            double others,
            double age,
            double leastAge,
            double waited) {}

    private final int group;
    private final double marksPerSecond;
    private final long holdNanosMin;
    private final long[] switchedNanos;

    /** By partition: time for which the link stays as it is. */
    private final long[] holdNanos;

    /** By partition: time for which the link stays closed if it closes soon. */
    private final long[] mistakeNanos;

    /** By partition: contention and rate of multis when the link was closed last. */
    private final double[] contentions;

    private final double[] ratesBefore;

    private final double[] savings;
    private final double[] costs;

    /**
     * @param group number of this partition
     * @param tickNanos maximum time between two marks
     * @param nowNanos the time; links keep their states for the minimum time from now on
     */
    LinkPolicy(int group, int groups, long tickNanos, long nowNanos) {
        this.group = group;
        marksPerSecond = SECOND / tickNanos;
        holdNanosMin = HOLD_TICKS * tickNanos;
        switchedNanos = new long[groups];
        holdNanos = new long[groups];
        mistakeNanos = new long[groups];
        contentions = new double[groups];
        ratesBefore = new double[groups];
        savings = new double[groups];
        costs = new double[groups];
        Arrays.fill(switchedNanos, nowNanos);
        Arrays.fill(holdNanos, holdNanosMin);
        Arrays.fill(mistakeNanos, 2 * holdNanosMin);
    }

    /**
     * Returns for each partition whether its link is to be open.
     *
     * @param links the measurements, by partition; that of this partition is ignored
     */
    boolean[] decide(long nowNanos, Link[] links, List<Traffic> traffic) {
        boolean[] open = new boolean[links.length];
        double[] rates = new double[links.length];
        for (Traffic each : traffic) for (int to : each.groups()) rates[to] += each.perSecond();
        for (int to = 0; to < links.length; to++) {
            if (to == group) continue;
            costs[to] = cost(links[to], rates[to]);
            if (!links[to].isOpen()) {
                contentions[to] = links[to].contention();
                ratesBefore[to] = rates[to];
            }
            open[to] =
                    isHeld(to, nowNanos)
                            ? links[to].isOpen()
                            : links[to].isOpen() || links[to].oneWay() > 0;
        }
        // Each removal lowers the ratios of the other links only, so the order of removals hardly
        // matters.
        for (int worst; (worst = worst(open, links, traffic, rates, nowNanos)) >= 0; )
            open[worst] = false;
        for (int to = 0; to < links.length; to++)
            if (to != group && open[to] != links[to].isOpen()) switched(to, open[to], nowNanos);
        return open;
    }

    private boolean isHeld(int to, long nowNanos) {
        return nowNanos - switchedNanos[to] < holdNanos[to];
    }

    private void switched(int to, boolean opens, long nowNanos) {
        boolean isMistake = !opens && nowNanos - switchedNanos[to] < HOLDS_SOON * holdNanosMin;
        holdNanos[to] = isMistake ? mistakeNanos[to] : holdNanosMin;
        if (isMistake) mistakeNanos[to] = Math.min(2 * mistakeNanos[to], HOLDS_MAX * holdNanosMin);
        else if (!opens) mistakeNanos[to] = 2 * holdNanosMin;
        switchedNanos[to] = nowNanos;
    }

    private double cost(Link link, double rate) {
        double marks = marksPerSecond * MARK_NANOS;
        if (link.isOpen()) return link.waited() + marks;
        // A transaction of this partition is a mark too.
        double interval = SECOND / (marksPerSecond + rate);
        double wait = 0;
        // The ages spread from the least age upwards.
        for (int i = 0; i < AGES; i++) {
            double age = link.leastAge() + (2 * i + 1.0) / AGES * (link.age() - link.leastAge());
            wait += meanWait(link.lag() - age, interval) / AGES;
        }
        return link.others() * Math.min(wait, link.waitMax()) + marks;
    }

    /** The mean of the positive part of a time between {@code least} and {@code least + interval}. */
    private static double meanWait(double least, double interval) {
        double most = least + interval;
        if (most <= 0) return 0;
        return least >= 0 ? (least + most) / 2 : most * most / (2 * interval);
    }

    /** Returns the link whose ratio of saving to cost is furthest below its threshold; -1 if all are above. */
    private int worst(
            boolean[] open, Link[] links, List<Traffic> traffic, double[] rates, long nowNanos) {
        double[] ratios = new double[links.length];
        for (int to = 0; to < links.length; to++) if (open[to]) savings[to] = 0;
        for (Traffic each : traffic) share(each, open, links, rates, ratios);
        int worst = -1;
        double lowest = 1;
        for (int to = 0; to < links.length; to++) {
            if (to == group || !open[to] || isHeld(to, nowNanos)) continue;
            double relative = ratios[to] / (links[to].isOpen() ? CLOSE_RATIO : OPEN_RATIO);
            if (relative >= lowest) continue;
            lowest = relative;
            worst = to;
        }
        return worst;
    }

    /** A multi needs the links to all of its destinations, and pays for each of them by its share of their costs. */
    private void share(
            Traffic traffic, boolean[] open, Link[] links, double[] rates, double[] ratios) {
        double oneWay = 0;
        double contention = 0;
        double cost = 0;
        for (int to : traffic.groups()) {
            if (to == group) continue;
            if (!open[to]) return;
            oneWay = Math.max(oneWay, links[to].oneWay());
            contention = Math.max(contention, contention(to, rates[to]));
            cost += costs[to];
        }
        double saving = traffic.perSecond() * (oneWay + contention);
        for (int to : traffic.groups()) {
            if (to == group) continue;
            ratios[to] += saving / cost;
            savings[to] += saving;
        }
    }

    /** The contention that there would be without the link. Fewer multis wait less for each other. */
    private double contention(int to, double rate) {
        return ratesBefore[to] == 0 ? 0 : contentions[to] * Math.min(1, rate / ratesBefore[to]);
    }

    /** Describes the last decision about a link. */
    String reason(int to) {
        return String.format(
                Locale.ROOT,
                "saves %.3f ms of delay per second, costs %.3f ms",
                savings[to] / 1e6,
                costs[to] / 1e6);
    }
}
