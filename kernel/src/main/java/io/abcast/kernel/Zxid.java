package io.abcast.kernel;

/**
 * The position of an entry in the total order. A zxid consists of an epoch (upper 32 bits) and a counter within the
 * epoch (lower 32 bits). Members deliver entries in the numeric order of their zxids. The zxid 0 is the position before
 * the first entry.
 *
 * <p>The first entry of an epoch has counter 1. The successor of an entry has either the same epoch and the next
 * counter, or a higher epoch and counter 1.
 *
 * <p>Source: Junqueira, Reed and Serafini 2011, section III; EL-Sanosi 2018, section 2.2.1.
 */
public final class Zxid {
    /** The zxid of the position before the first entry. */
    public static final long NONE = 0;

    /**
     * Highest permitted epoch in a zxid. Up to epoch {@code EPOCH_MAX}, zxids are not negative, so the operator {@code
     * <} compares them correctly.
     */
    public static final int EPOCH_MAX = Integer.MAX_VALUE;

    /**
     * Highest permitted counter within an epoch. The leader starts a new epoch before the counter exceeds {@code
     * COUNTER_MAX}.
     */
    public static final int COUNTER_MAX = Integer.MAX_VALUE;

    private Zxid() {}

    /** Packs {@code epoch} and {@code counter}, both in [0, 2^31), into a zxid. */
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

    /**
     * Whether an entry with zxid {@code next} may directly follow an entry with zxid {@code previous} in a history
     * (sequence of entries).
     */
    public static boolean follows(long previous, long next) {
        return (next == previous + 1 && counter(next) > 1 && epoch(next) > 0)
                || (epoch(next) > epoch(previous) && counter(next) == 1);
    }

    /** Returns {@code zxid} as the text {@code epoch:counter}, which all messages and tools use. */
    public static String toString(long zxid) {
        return epoch(zxid) + ":" + counter(zxid);
    }

    /**
     * Returns the zxid that follows {@code zxid} in an order without epochs. If {@code zxid} is {@link #NONE}, the
     * result is the first zxid.
     */
    public static long after(long zxid) {
        if (zxid == NONE) return of(1, 1);
        return counter(zxid) == COUNTER_MAX ? of(epoch(zxid) + 1, 1) : zxid + 1;
    }
}
