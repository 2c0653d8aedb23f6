package io.abcast.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/**
 * Two histograms of durations: one of all durations since the creation of this object, and one of the durations of the
 * last one to two minutes. A histogram has ten buckets for each power of ten, so a reported percentile is at most 26 %
 * too high, and never too low. Recording a duration allocates no memory.
 *
 * <p><b>Thread rule:</b> only one thread at a time may record durations; any thread may read the histograms. A thread
 * that reads a histogram may miss parts of a duration that is being recorded.
 */
public final class Durations {
    /**
     * Minimum length of the period that {@link #recent} covers, in ns. The maximum length of the period that {@link
     * #recent} covers is twice {@code WINDOW_NANOS}.
     */
    public static final long WINDOW_NANOS = 60_000_000_000L;

    private static final double[] DECADE = {1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8};
    private static final int DECADES = 7;
    private static final long SHORTEST_NANOS = 10_000;

    /**
     * Upper bounds of the histogram's buckets in ns, inclusive, from 10 us to 100 s; one more bucket counts longer
     * durations.
     */
    private static final long[] BOUNDS = bounds();

    /**
     * The histogram of the durations that were recorded in a period.
     *
     * @param counts number of durations in each bucket of the histogram, with the bucket of the shortest durations
     *     first.
     * @param count total number of recorded durations.
     * @param totalNanos sum of the recorded durations in ns.
     * @param maxNanos longest recorded duration in ns.
     * @param lastNanos duration in ns that was recorded last
     */
    public record View(long[] counts, long count, long totalNanos, long maxNanos, long lastNanos) {
        /** The histogram of a period in which no duration was recorded. */
        public static final View NONE = new View(new long[BOUNDS.length + 1], 0, 0, 0, 0);

        /**
         * Returns an upper bound in ns of a percentile of the durations; 0 if no duration was recorded.
         *
         * @param share the percentile as a number from 0 to 1, such as 0.99
         */
        public long percentileNanos(double share) {
            long all = 0;
            for (long c : counts) all += c;
            long rank = (long) Math.ceil(share * all);
            long below = 0;
            for (int i = 0; i < BOUNDS.length; i++) {
                below += counts[i];
                if (below >= rank && below > 0) return Math.min(BOUNDS[i], maxNanos);
            }
            return maxNanos;
        }
    }

    private static final class Counts {
        final AtomicLongArray counts = new AtomicLongArray(BOUNDS.length + 1);
        final AtomicLong total = new AtomicLong();
        final AtomicLong max = new AtomicLong();

        void add(int at, long nanos) {
            counts.setRelease(at, counts.getPlain(at) + 1);
            total.setRelease(total.getPlain() + nanos);
            if (nanos > max.getPlain()) max.setRelease(nanos);
        }

        void clear() {
            for (int i = 0; i < counts.length(); i++) counts.setRelease(i, 0);
            total.setRelease(0);
            max.setRelease(0);
        }

        long addTo(long[] sums) {
            long count = 0;
            for (int i = 0; i < sums.length; i++) {
                long c = counts.getAcquire(i);
                sums[i] += c;
                count += c;
            }
            return count;
        }
    }

    private final Counts all = new Counts();
    private volatile Counts window = new Counts();
    private volatile Counts windowBefore = new Counts();
    private volatile boolean begun;
    private volatile long windowBegan;
    private final AtomicLong last = new AtomicLong();
    private volatile LongConsumer listener;

    /**
     * Records one duration.
     *
     * @param nowNanos present time in ns, on the clock whose times callers also pass to {@link #recent}; outside of
     *     tests {@link System#nanoTime}
     */
    public void record(long nanos, long nowNanos) {
        int at = indexOf(nanos);
        all.add(at, nanos);
        if (!begun) windowBegan = nowNanos;
        else if (nowNanos - windowBegan >= WINDOW_NANOS) turn(nowNanos);
        begun = true;
        window.add(at, nanos);
        last.setRelease(nanos);
        LongConsumer told = listener;
        if (told != null) told.accept(nanos);
    }

    private void turn(long nowNanos) {
        Counts old = windowBefore;
        old.clear();
        // The older of the two time windows receives no more durations, so this method reuses it.
        // If the newer window began at least two window lengths ago, its durations are too old as
        // well.
        if (nowNanos - windowBegan >= 2 * WINDOW_NANOS) window.clear();
        windowBefore = window;
        window = old;
        windowBegan = nowNanos;
    }

    /** Returns the histogram of all durations since the creation of this object. */
    public View view() {
        long[] sums = new long[BOUNDS.length + 1];
        long count = all.addTo(sums);
        return new View(
                sums, count, all.total.getAcquire(), all.max.getAcquire(), last.getAcquire());
    }

    /** Returns the histogram of the durations of the last one to two minutes. */
    public View recent(long nowNanos) {
        long age = nowNanos - windowBegan;
        if (!begun || age >= 2 * WINDOW_NANOS) return View.NONE;
        long[] sums = new long[BOUNDS.length + 1];
        Counts now = window;
        Counts before = windowBefore;
        long count = now.addTo(sums);
        long total = now.total.getAcquire();
        long max = now.max.getAcquire();
        if (age < WINDOW_NANOS) {
            count += before.addTo(sums);
            total += before.total.getAcquire();
            max = Math.max(max, before.max.getAcquire());
        }
        return new View(sums, count, total, max, last.getAcquire());
    }

    /**
     * Sets the listener that receives each later duration, on the recording thread, and must return at once; {@code
     * null} removes the listener.
     */
    public void listen(LongConsumer newListener) {
        listener = newListener;
    }

    private static int indexOf(long nanos) {
        int low = 0;
        int high = BOUNDS.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos <= BOUNDS[middle]) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    private static long[] bounds() {
        long[] bounds = new long[DECADES * DECADE.length + 1];
        long unit = SHORTEST_NANOS;
        int at = 0;
        for (int decade = 0; decade < DECADES; decade++, unit *= 10)
            for (double step : DECADE) bounds[at++] = Math.round(step * unit);
        bounds[at] = unit;
        return bounds;
    }
}
