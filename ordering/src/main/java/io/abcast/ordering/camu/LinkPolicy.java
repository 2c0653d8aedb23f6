package io.abcast.ordering.camu;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Decides which links to other partitions a partition opens. A link P>Q lets partition P impose the timestamps of
 * transactions on partition Q. While P has open links to all destinations of a transaction, the transaction needs no
 * votes of these destinations. Open links save a transaction the time of one message, and the wait for votes about
 * transactions with lower timestamps. However, all other multi-partition transactions at Q wait for P's {@code Mark}
 * items while the link P>Q is open. The policy opens a set of links if the transaction delay that the set saves exceeds
 * the delay that the set adds. Saved and added delays are summed over the multi-partition transactions, in ns per
 * second.
 *
 * <p>To keep a link from opening and closing in quick succession, the threshold for opening a link is higher than the
 * threshold for closing it. A link stays open or closed for a minimum time. If a link closes soon after it was opened,
 * the opening counts as a mistake, and the time until the link may open again doubles.
 *
 * <p>The policy reads no clock: its decisions depend only on the arguments and on earlier decisions.
 */
final class LinkPolicy {
    /** Minimum ratio of saved delay to added delay at which a link opens. */
    static final double OPEN_RATIO = 1.25;

    /** Ratio of saved delay to added delay below which a link closes. */
    static final double CLOSE_RATIO = 0.8;

    /**
     * Minimum number of timer ticks between the opening and the closing of a link: 2 s with the default tick of 5 ms.
     */
    static final int HOLD_TICKS = 400;

    /**
     * Maximum time for which a link stays closed after mistaken openings, in multiples of the minimum time between
     * opening and closing.
     */
    private static final int HOLDS_MAX = 32;

    /**
     * The opening of a link counts as a mistake if the link closes within this multiple of the minimum time between
     * opening and closing.
     */
    private static final int HOLDS_SOON = 3;

    /**
     * Cost of one {@code Mark} item for both partitions, expressed in ns for which one multi-partition transaction
     * waits.
     */
    private static final double MARK_NANOS = 20_000;

    private static final int AGES = 8;

    private static final double SECOND = 1e9;

    record Traffic(int[] groups, double perSecond) {}

    /**
     * The measurements of the link from this partition to one other partition. Times of a {@code Link} are in ns. Open
     * links reduce {@code contention}, so for an open link the policy uses the contention that it measured before the
     * opening.
     *
     * @param oneWay time in ns that a message takes to the receiving partition; 0: unknown
     * @param contention mean time in ns for which a multi-partition transaction waits at this partition for the votes
     *     about transactions with lower timestamps; 0 if no transaction waits
     * @param lag age in ns of a {@code Mark} item when the receiving partition has logged it; measured by the receiving
     *     partition's clock
     * @param waitMax time in ns after which a waiting transaction gets a {@code Mark} item, because the receiving
     *     partition asks for it
     * @param others number of multi-partition transactions per second that the receiving partition delivers and that
     *     another partition than this one routes
     * @param age mean age in ns of the transactions in {@code others} when all their destinations have them
     * @param leastAge mean age that the transactions in {@code others} would have if no transaction waited for another
     *     one; in ns
     * @param waited measured delay that the open link adds to transactions at the receiving partition, in ns per second
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

    /** By partition: time in ns for which the link to the partition stays open or closed after a switch. */
    private final long[] holdNanos;

    /** By partition: time in ns for which the link to the partition stays closed after its next mistaken opening. */
    private final long[] mistakeNanos;

    /** By partition: contention (mean wait for votes) in ns when the link to the partition was last closed. */
    private final double[] contentions;

    private final double[] ratesBefore;

    private final double[] savings;
    private final double[] costs;

    /**
     * @param tickNanos maximum time in ns between two {@code Mark} items of an open link
     * @param nowNanos the present time in ns; links stay open or closed for the minimum time from now on
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
        // The order in which the loop removes links has no effect, because a removal only lowers
        // the remaining links' ratios of saved to added delay.
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
        // A transaction whose timestamp this partition imposes raises the watermark of the link as
        // a Mark item does.
        double interval = SECOND / (marksPerSecond + rate);
        double wait = 0;
        // The computation assumes that transaction ages are spread evenly from the least age
        // upwards.
        for (int i = 0; i < AGES; i++) {
            double age = link.leastAge() + (2 * i + 1.0) / AGES * (link.age() - link.leastAge());
            wait += meanWait(link.lag() - age, interval) / AGES;
        }
        return link.others() * Math.min(wait, link.waitMax()) + marks;
    }

    private static double meanWait(double least, double interval) {
        double most = least + interval;
        if (most <= 0) return 0;
        return least >= 0 ? (least + most) / 2 : most * most / (2 * interval);
    }

    /** Returns -1 if no link is below its threshold for the ratio of saved to added delay. */
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

    /**
     * A multi-partition transaction saves its votes only if the links to all its destinations are open. Each link gets
     * a share of the saved delay in proportion to the delay that the link adds.
     */
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

    /**
     * Returns a contention (mean wait for votes) in ns, scaled down with the transaction rate, because fewer
     * transactions wait less for each other.
     */
    private double contention(int to, double rate) {
        return ratesBefore[to] == 0 ? 0 : contentions[to] * Math.min(1, rate / ratesBefore[to]);
    }

    String reason(int to) {
        return String.format(
                Locale.ROOT,
                "saves %.3f ms of delay per second, costs %.3f ms",
                savings[to] / 1e6,
                costs[to] / 1e6);
    }
}
