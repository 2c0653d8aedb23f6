package io.abcast.kernel;

/**
 * The position of an entry in the total order: an epoch (upper 32 bits) and a counter within it (lower 32 bits), packed
 * into a {@code long} so that hot paths allocate nothing. Numeric order is the order of delivery. 0 is the position
 * before the first entry.
 *
 * <p>The first entry of an epoch has counter 1. The successor of an entry has either the same epoch and the next
 * counter, or a higher epoch and counter 1. If any other zxid follows an entry, entries are missing between the two.
 *
 * <p>Source: Junqueira, Reed and Serafini 2011, section III; EL-Sanosi 2018, section 2.2.1.
 */
public final class Zxid {
    /** The position before every entry. */
    public static final long NONE = 0;

    /**
     * Highest epoch. Up to this epoch, packed zxids are not negative, so the operator {@code <} compares them
     * correctly.
     */
    public static final int EPOCH_MAX = Integer.MAX_VALUE;

    /** Highest counter within an epoch. The leader starts a new epoch before a counter exceeds it. */
    public static final int COUNTER_MAX = Integer.MAX_VALUE;

    private Zxid() {}

    /** Packs {@code epoch} and {@code counter}, both in [0, 2^31). */
    public static long of(int epoch, int counter) {
        assert epoch >= 0 && counter >= 0 : epoch + ":" + counter;
        return (long) epoch << 32 | counter;
    }

    public static int epoch(long zxid) {
        return (int) (zxid >>> 32);
    }

    public static int counter(long zxid) {
        return (int) zxid;
    }

    /** Whether {@code next} may directly follow {@code previous} in a history. */
    public static boolean follows(long previous, long next) {
        return (next == previous + 1 && counter(next) > 1 && epoch(next) > 0)
                || (epoch(next) > epoch(previous) && counter(next) == 1);
    }

    /** Returns {@code epoch:counter}, the form of a zxid in all messages and tools. */
    public static String toString(long zxid) {
        return epoch(zxid) + ":" + counter(zxid);
    }

    /** The zxid that follows {@code zxid} in an order without epochs; the first zxid after {@link #NONE}. */
    public static long after(long zxid) {
        if (zxid == NONE) return of(1, 1);
        return counter(zxid) == COUNTER_MAX ? of(epoch(zxid) + 1, 1) : zxid + 1;
    }
}
