package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;

/**
 * Measures at the receiver of links how long multis wait for watermarks. A multi counts as waiting for a link if the
 * link alone holds it back, and all other destinations can have it: before that the answer is not there anyway. It also
 * measures how long multis wait for the votes about lower ones, which links save. Volatile state of a leader.
 */
final class FenceWatch {
    /** Maximum number of waiting multis that are counted at one time. */
    private static final int WAITING_MAX = 256;

    private static final int NONE = -1;
    private static final long MICRO = 1_000;

    private final PartitionState state;
    private final LinkDelays delays;

    /** Number of delivered multis, and sums of their ages and least ages in ns, see {@link LinkReport}. */
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

    /** By sender of a link: sum of the times in ns for which multis waited for it alone. */
    private final double[] waited;

    /** The link that alone holds back multis since the last look, and their number. */
    private int holder = NONE;

    private int held;

    /** Number of multis that a pending vote alone holds back since the last look, and the sum of such times in ns. */
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

    /**
     * A transaction has been delivered.
     *
     * @param clock the time at this leader, in units of the partition's clock
     */
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

    /** Called at the end of each batch. A multi that waits now waits until the next call. */
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

    /** Counts the multis that only the lowest watermark holds back, and those that only a pending vote does. */
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

    /** Number of multis delivered here. */
    long multis() {
        return all.multis;
    }

    /** Sum of the times in ns for which multis waited for votes about lower ones only. */
    double waitedForVotes() {
        return waitedForVotes;
    }

    /** Returns the report for the sender of a link. */
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
