package io.abcast.load;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Defines how the writes of a load are spread over the partitions of a store. A given percentage of the writes are
 * multis, which write one key in a random home partition and one key in span - 1 others.
 *
 * @param partitions number of partitions of the store; 0 if the store is not divided
 * @param multiPercent probability in percent that a write is a multi (write to several partitions), 0..100
 * @param span number of partitions that a multi (write to several partitions) writes to, at least 2; at most {@code
 *     partitions} if there are multis
 * @param skew rule for the further partitions of a multi: {@link #UNIFORM}, {@link #FIXED}, or the exponent of Zipf's
 *     distribution over the partitions after the home partition
 * @param homes partitions that can be home partitions of writes; if empty, all partitions can be home
 * @param hotKeys number of keys in each partition to which requests are limited (hot keys); 0 if requests use all keys
 */
public record PartitionLoad(
        int partitions, int multiPercent, int span, double skew, List<Integer> homes, int hotKeys) {
    /** A load for a store without partitions. */
    public static final PartitionLoad NONE = new PartitionLoad(0, 0, 2, 0, List.of());

    /**
     * Value of {@code skew} with which all partitions except the home partition are equally likely in a multi (write to
     * several partitions).
     */
    public static final double UNIFORM = 0;

    /**
     * Value of {@code skew} with which a multi (write to several partitions) uses the partitions that directly follow
     * its home partition in number.
     */
    public static final double FIXED = -1;

    /** Maximum number of partitions of a store. */
    public static final int PARTITIONS_MAX = 4096;

    private static final double SKEW_MAX = 100;

    /** A load whose requests use all keys of the partitions. */
    public PartitionLoad(
            int partitions, int multiPercent, int span, double skew, List<Integer> homes) {
        this(partitions, multiPercent, span, skew, homes, 0);
    }

    public PartitionLoad {
        homes = List.copyOf(homes);
        if (hotKeys < 0)
            throw new IllegalArgumentException("hot keys: expected at least 0, got " + hotKeys);
        if (partitions < 0 || partitions > PARTITIONS_MAX)
            throw new IllegalArgumentException(
                    "partitions: expected 0.." + PARTITIONS_MAX + ", got " + partitions);
        if (multiPercent < 0 || multiPercent > 100)
            throw new IllegalArgumentException("multi: expected 0..100, got " + multiPercent);
        if (multiPercent > 0 && (span < 2 || span > partitions))
            throw new IllegalArgumentException(
                    "span: expected 2.." + partitions + " partitions, got " + span);
        if (!(skew == FIXED || (skew >= 0 && skew <= SKEW_MAX)))
            throw new IllegalArgumentException(
                    "skew: expected an exponent of 0.." + SKEW_MAX + ", got " + skew);
        for (int home : homes)
            if (home < 0 || home >= partitions)
                throw new IllegalArgumentException(
                        "load-on: expected partitions below " + partitions + ", got " + home);
    }

    /** Whether writes are spread over several partitions. */
    public boolean wanted() {
        return partitions > 0;
    }

    int home(SplittableRandom random) {
        return homes.isEmpty()
                ? random.nextInt(partitions)
                : homes.get(random.nextInt(homes.size()));
    }

    /** The home partition comes first. */
    int[] partitionsFrom(int home, SplittableRandom random) {
        int[] chosen = new int[span];
        chosen[0] = home;
        List<Integer> left = new ArrayList<>(partitions - 1);
        for (int i = 1; i < partitions; i++) left.add((home + i) % partitions);
        for (int i = 1; i < span; i++) chosen[i] = left.remove(rank(left.size(), random));
        return chosen;
    }

    /**
     * Index into a list of {@code count} partitions; with a positive skew (exponent of Zipf's law), earlier ones are
     * more probable.
     */
    private int rank(int count, SplittableRandom random) {
        if (skew == FIXED) return 0;
        if (skew == UNIFORM) return random.nextInt(count);
        double total = 0;
        for (int i = 1; i <= count; i++) total += Math.pow(i, -skew);
        double drawn = random.nextDouble() * total;
        for (int i = 1; i < count; i++) {
            drawn -= Math.pow(i, -skew);
            if (drawn < 0) return i - 1;
        }
        return count - 1;
    }

    void write(WireWriter out) {
        out.varint(partitions)
                .varint(multiPercent)
                .varint(span)
                .i64(Double.doubleToLongBits(skew))
                .varint(hotKeys)
                .varint(homes.size());
        for (int home : homes) out.varint(home);
    }

    static PartitionLoad read(WireReader in) {
        int partitions = in.count(Integer.MAX_VALUE);
        int multiPercent = in.count(Integer.MAX_VALUE);
        int span = in.count(Integer.MAX_VALUE);
        double skew = Double.longBitsToDouble(in.i64());
        int hotKeys = in.count(Integer.MAX_VALUE);
        int count = in.count(Math.min(PARTITIONS_MAX, in.remaining()));
        List<Integer> homes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) homes.add(in.count(Integer.MAX_VALUE));
        return new PartitionLoad(partitions, multiPercent, span, skew, homes, hotKeys);
    }
}
