package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;

/**
 * Measures, at the receiving partition of links, how long multi-partition transactions wait until the watermarks of the
 * links rise. A transaction counts as waiting for a link only if it waits for no other link and for no vote. A
 * transaction counts as waiting only after all its destinations can have logged it, because its submitter cannot have
 * all answers before. The measurements are volatile: a new leader starts to measure from zero.
 */
final class FenceWatch {
    private static final int WAITING_MAX = 256;

    private static final int NONE = -1;
    private static final long MICRO = 1_000;

    private final PartitionState state;
    private final LinkDelays delays;

    private static final class Ages {
        long multis;
        double ages;
        double least;

        void add(double age, double leastAge) {
            multis++;
            ages += age;
            least += leastAge;
        }
    }

    private final Ages all = new Ages();
    private final Ages[] byOrigin;

    /** By sending partition of a link: sum of the times in ns for which transactions waited only for that link. */
    private final double[] waited;

    private int holder = NONE;

    private int held;

    private int heldByVotes;

    private double waitedForVotes;
    private long lookedNanos;

    FenceWatch(PartitionState state, int groups, LinkDelays delays) {
        this.state = state;
        this.delays = delays;
        byOrigin = new Ages[groups];
        for (int origin = 0; origin < groups; origin++) byOrigin[origin] = new Ages();
        waited = new double[groups];
    }

    /** @param clock the present time at this leader, in units of the partition's clock */
    void delivered(GroupDelivery delivery, long clock) {
        if (delivery.groups().length == 1) return;
        int origin = SessionTable.group(delivery.timestamp().session());
        double least = delays.everywhere(delivery.groups());
        double age = Math.max(nanos(clock - delivery.timestamp().clock()), least);
        all.add(age, least);
        if (origin < byOrigin.length) byOrigin[origin].add(age, least);
    }

    static double nanos(long clocks) {
        return clocks * ((double) MICRO / CamuConfig.CLOCK_STEPS);
    }

    void look(long nowNanos, long clock) {
        double passed = nowNanos - lookedNanos;
        lookedNanos = nowNanos;
        if (holder != NONE) waited[holder] += held * passed;
        waitedForVotes += heldByVotes * passed;
        holder = NONE;
        held = 0;
        heldByVotes = 0;
        if (state.multis().lowestFinal() == null) return;
        long lowest = Long.MAX_VALUE;
        long second = Long.MAX_VALUE;
        for (int source = 0; source < waited.length; source++) {
            InStream stream = state.in(source);
            if (!stream.isFenced() || stream.watermark() >= second) continue;
            if (stream.watermark() < lowest) {
                second = lowest;
                lowest = stream.watermark();
                holder = source;
            } else {
                second = stream.watermark();
            }
        }
        count(lowest, second, clock);
    }

    private void count(long lowest, long second, long clock) {
        GroupTimestamp pending = state.multis().lowestPending();
        int seen = 0;
        for (Multi multi : state.multis().finals()) {
            GroupTimestamp at = multi.at();
            boolean isAbove = at.clock() > lowest;
            boolean isBehindVote = pending != null && pending.compareTo(at) < 0;
            if (at.clock() > second || (isAbove && isBehindVote) || seen++ == WAITING_MAX) return;
            if (isBehindVote) heldByVotes++;
            else if (isAbove
                    && nanos(clock - at.clock()) >= delays.everywhere(multi.txn().groups())) held++;
        }
    }

    long multis() {
        return all.multis;
    }

    double waitedForVotes() {
        return waitedForVotes;
    }

    LinkReport report(int sender) {
        Ages own = byOrigin[sender];
        return new LinkReport(
                all.multis - own.multis,
                (long) Math.max(0, all.ages - own.ages) / MICRO,
                (long) Math.max(0, all.least - own.least) / MICRO,
                (long) waited[sender] / MICRO,
                (long) delays.commit().nanos() / MICRO);
    }
}
