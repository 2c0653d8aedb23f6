package io.abcast.ordering.camu;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Measures the traffic and the delays of links for {@link LinkPolicy}, smoothed over the policy's decisions. A new
 * leader starts to measure from zero.
 */
final class LinkGauge {
    /** Maximum number of measured destination sets; transactions to further sets are not counted. */
    private static final int SETS_MAX = 1 << 10;

    private static final double NEW_SHARE = 0.4;

    /** Rate in transactions per second below which the gauge forgets a set of destinations. */
    private static final double RATE_MIN = 0.01;

    private static final double EXPECTED_MIN = 10;

    private static final double SECOND = 1e9;
    private static final double MICRO = 1e3;

    private static final class Rate {
        final int[] groups;
        long count;
        double perSecond;

        Rate(int[] groups) {
            this.groups = groups;
        }
    }

    private static final class Receiver {
        LinkReport last = LinkReport.NONE;

        // Sums since the policy's last decision: the number of transactions; their ages, their
        // least possible ages and their waits, in ns.
        double multis;
        double ages;
        double least;
        double waits;

        // Smoothed measurements: transactions per second; age and least possible age in ns; wait in
        // ns per second; and the time in ns by which the receiver's clock is ahead.
        double perSecond;
        double age;
        double leastAge;
        double waited;
        double ahead;
    }

    private final LinkDelays delays;
    private final FenceWatch fences;
    private final LinkedHashMap<List<Integer>, Rate> rates = new LinkedHashMap<>();
    private final Receiver[] receivers;
    private long beginNanos;

    /**
     * Smoothed time in ns for which a multi-partition transaction waits at this partition for the votes about
     * transactions with lower timestamps.
     */
    private double contention;

    // The sums that FenceWatch returned at the policy's last decision.
    private long multisBefore;
    private double waitedBefore;

    LinkGauge(int groups, LinkDelays delays, FenceWatch fences) {
        this.delays = delays;
        this.fences = fences;
        receivers = new Receiver[groups];
        for (int other = 0; other < groups; other++) receivers[other] = new Receiver();
    }

    void begin(long nowNanos) {
        beginNanos = nowNanos;
    }

    void routed(int[] groups) {
        List<Integer> key = new ArrayList<>(groups.length);
        for (int to : groups) key.add(to);
        Rate rate = rates.get(key);
        if (rate == null) {
            if (rates.size() == SETS_MAX) return;
            rate = new Rate(groups);
            rates.put(Collections.unmodifiableList(key), rate);
        }
        rate.count++;
    }

    void reported(int other, LinkReport report, long ahead) {
        Receiver receiver = receivers[other];
        LinkReport last = receiver.last;
        receiver.last = report;
        delays.reported(other, report.commitMicros() * MICRO);
        double behind = Math.max(0, FenceWatch.nanos(ahead) + delays.oneWay(other));
        receiver.ahead += NEW_SHARE * (behind - receiver.ahead);
        // If a sum has decreased, the report comes from a new leader of the receiving partition,
        // whose sums began at 0.
        boolean isNew =
                report.multis() < last.multis()
                        || report.ageMicros() < last.ageMicros()
                        || report.leastMicros() < last.leastMicros()
                        || report.waitedMicros() < last.waitedMicros();
        if (isNew) return;
        receiver.multis += report.multis() - last.multis();
        receiver.ages += (report.ageMicros() - last.ageMicros()) * MICRO;
        receiver.least += (report.leastMicros() - last.leastMicros()) * MICRO;
        receiver.waits += (report.waitedMicros() - last.waitedMicros()) * MICRO;
    }

    boolean isBusy() {
        return !rates.isEmpty();
    }

    void end(long nowNanos) {
        double seconds = Math.max(1, nowNanos - beginNanos) / SECOND;
        begin(nowNanos);
        for (Iterator<Rate> i = rates.values().iterator(); i.hasNext(); ) {
            Rate rate = i.next();
            boolean hasEnded = rate.count == 0 && rate.perSecond * seconds >= EXPECTED_MIN;
            double share = hasEnded ? 1 : NEW_SHARE;
            rate.perSecond += share * (rate.count / seconds - rate.perSecond);
            rate.count = 0;
            if (rate.perSecond < RATE_MIN) i.remove();
        }
        long multis = fences.multis() - multisBefore;
        double waited = fences.waitedForVotes() - waitedBefore;
        multisBefore += multis;
        waitedBefore += waited;
        if (multis > 0) contention += NEW_SHARE * (waited / multis - contention);
        for (Receiver receiver : receivers) {
            if (receiver.multis > 0) {
                double share = receiver.age == 0 ? 1 : NEW_SHARE;
                receiver.age += share * (receiver.ages / receiver.multis - receiver.age);
                receiver.leastAge += share * (receiver.least / receiver.multis - receiver.leastAge);
            }
            receiver.perSecond += NEW_SHARE * (receiver.multis / seconds - receiver.perSecond);
            receiver.waited += NEW_SHARE * (receiver.waits / seconds - receiver.waited);
            receiver.multis = 0;
            receiver.ages = 0;
            receiver.least = 0;
            receiver.waits = 0;
        }
    }

    List<LinkPolicy.Traffic> traffic() {
        List<LinkPolicy.Traffic> traffic = new ArrayList<>(rates.size());
        for (Rate rate : rates.values())
            traffic.add(new LinkPolicy.Traffic(rate.groups, rate.perSecond));
        return traffic;
    }

    LinkPolicy.Link[] links(boolean[] open) {
        LinkPolicy.Link[] links = new LinkPolicy.Link[receivers.length];
        for (int other = 0; other < links.length; other++) {
            Receiver receiver = receivers[other];
            double commit = delays.commit().nanos();
            links[other] =
                    new LinkPolicy.Link(
                            open[other],
                            delays.oneWay(other),
                            contention,
                            commit + delays.transit(other) + receiver.ahead,
                            commit + delays.round(other).nanos(),
                            receiver.perSecond,
                            receiver.age,
                            receiver.leastAge,
                            receiver.waited);
        }
        return links;
    }
}
