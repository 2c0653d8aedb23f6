package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;

/**
 * Measures, at the receiving partition of links, how long multi-partition transactions wait until the watermarks of the
 * links rise. A transaction counts as waiting for a link only if it waits for no other link and for no vote. A
 * transaction counts as waiting only after all its destinations can have logged it, because its submitter cannot have
 * all answers before. {@code FenceWatch} also measures how long transactions wait for votes about transactions with
 * lower timestamps; transactions over open links need no votes. The measurements are volatile: a new leader starts to
 * measure from zero.
 */
final class FenceWatch {
    /** Maximum number of waiting transactions that one call of {@link #look} examines. */
    private static final int WAITING_MAX = 256;

    private static final int NONE = -1;
    private static final long MICRO = 1_000;

    private final PartitionState state;
    private final LinkDelays delays;

    /**
     * Counts delivered multi-partition transactions, and sums up their ages and their least possible ages in ns, see
     * {@link LinkReport}.
     */
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

    /**
     * Number of the partition whose link alone has delayed transactions since the last call of {@link #look}, or {@code
     * NONE}; {@link #held} is the number of these transactions.
     */
    private int holder = NONE;

    private int held;

    /**
     * Number of transactions that only a pending vote has delayed since the last call of {@link #look}; {@link
     * #waitedForVotes} is the sum of all such delays in ns.
     */
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
     * Records the age of a transaction that this partition has delivered.
     *
     * @param clock the present time at this leader, in units of the partition's clock
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

    /**
     * Adds the time since the last call to the waiting times of the transactions that waited at the last call. The
     * leader calls {@code look} at the end of each batch of events.
     */
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

    /**
     * Counts the transactions that only the link with the lowest watermark delays, and the transactions that only a
     * pending vote delays.
     */
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

    /** Returns the number of multi-partition transactions that this partition has delivered. */
    long multis() {
        return all.multis;
    }

    /**
     * Returns the sum of the times in ns for which transactions waited only for votes about transactions with lower
     * timestamps.
     */
    double waitedForVotes() {
        return waitedForVotes;
    }

    /** Returns the measurements that the sending partition of the link from {@code sender} needs. */
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
