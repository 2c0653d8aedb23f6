package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of all answers to clients, and the intervals without answers, as values of {@link System#nanoTime}. The
 * class is thread-safe.
 */
final class Availability {
    /** In ns; a longer interval between two answers counts as an outage. */
    private static final long GAP_NANOS = 100_000_000;

    /** Beyond this number of intervals without an answer, the class discards the older half. */
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

    /** In ns; if an interval without an answer is only partly inside {@code from..to}, only this part counts. */
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
