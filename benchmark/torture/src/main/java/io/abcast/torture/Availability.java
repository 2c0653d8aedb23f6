package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the time of every answer and finds the intervals without answers. Times are those of {@link System#nanoTime}.
 * Thread-safe.
 */
final class Availability {
    /**
     * Maximum length, in ns, of a normal pause between two requests. A longer interval without an answer counts as an
     * outage.
     */
    private static final long GAP_NANOS = 100_000_000;

    /**
     * Maximum number of intervals in memory. When the maximum is reached, the older half of the intervals is discarded.
     */
    private static final int GAPS_MAX = 100_000;

    private record Gap(long from, long to) {}

    private final List<Gap> gaps = new ArrayList<>();
    private long last;
    private long answers;

    Availability(long startNanos) {
        last = startNanos;
    }

    synchronized void answered(long nanos) {
        answers++;
        if (nanos - last > GAP_NANOS) {
            if (gaps.size() == GAPS_MAX) gaps.subList(0, GAPS_MAX / 2).clear();
            gaps.add(new Gap(last, nanos));
        }
        if (nanos - last > 0) last = nanos;
    }

    synchronized long answers() {
        return answers;
    }

    /**
     * The longest interval without an answer within {@code from..to}, in ns. Only the part of an interval inside {@code
     * from..to} counts.
     */
    synchronized long longestNanos(long from, long to) {
        long longest = within(last, to, from, to);
        for (int i = gaps.size() - 1; i >= 0; i--) {
            Gap gap = gaps.get(i);
            if (gap.to - from < 0) break;
            longest = Math.max(longest, within(gap.from, gap.to, from, to));
        }
        return longest;
    }

    private static long within(long gapFrom, long gapTo, long from, long to) {
        long begin = gapFrom - from > 0 ? gapFrom : from;
        long end = gapTo - to < 0 ? gapTo : to;
        return Math.max(0, end - begin);
    }
}
