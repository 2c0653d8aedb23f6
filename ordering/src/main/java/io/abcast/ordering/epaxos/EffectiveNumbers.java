package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * The numbers of those requests of one incarnation that have taken effect. Requests that do not interfere take effect
 * in any order, so the numbers are stored as ranges above a floor. Not thread-safe.
 *
 * <p><b>Bound:</b> numbers more than {@link #SPAN} below the highest number count as effective. An origin never has
 * requests in flight whose numbers are that far apart (see {@link RequestQueue}). So only requests that an origin has
 * abandoned in a crash can count as effective although they have not taken effect.
 */
final class EffectiveNumbers {
    /** Maximum distance of two numbers whose requests are in flight at the same time. */
    static final long SPAN = 1L << 20;

    /** All numbers up to this one are effective. */
    private long floor;

    /** First and last number of each range above the floor: ascending, disjoint and not adjacent. */
    private long[] bounds = new long[4];

    /** Number of ranges. */
    private int ranges;

    /** The highest effective number; 0 if there is no such number. */
    long highest() {
        return ranges == 0 ? floor : bounds[2 * ranges - 1];
    }

    /** Number of ranges above the floor. */
    int ranges() {
        return ranges;
    }

    boolean contains(long number) {
        if (number <= floor) return true;
        int range = rangeFrom(number);
        return range < ranges && bounds[2 * range] <= number;
    }

    /** Index of the first range that ends at or after the number. */
    private int rangeFrom(long number) {
        int low = 0;
        int high = ranges;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[2 * middle + 1] < number) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** Adds a number of at least 1. @return whether it is new */
    boolean add(long number) {
        if (contains(number)) return false;
        int range = rangeFrom(number);
        boolean before = range > 0 && bounds[2 * range - 1] == number - 1;
        boolean after = range < ranges && bounds[2 * range] == number + 1;
        if (before && after) {
            bounds[2 * range - 1] = bounds[2 * range + 1];
            removeRanges(range, 1);
        } else if (before) {
            bounds[2 * range - 1] = number;
        } else if (after) {
            bounds[2 * range] = number;
        } else {
            insert(range, number);
        }
        raiseFloor(highest() - SPAN);
        return true;
    }

    private void insert(int range, long number) {
        if (2 * ranges == bounds.length) bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        System.arraycopy(bounds, 2 * range, bounds, 2 * range + 2, 2 * (ranges - range));
        bounds[2 * range] = number;
        bounds[2 * range + 1] = number;
        ranges++;
    }

    private void removeRanges(int from, int count) {
        int end = from + count;
        System.arraycopy(bounds, 2 * end, bounds, 2 * from, 2 * (ranges - end));
        ranges -= count;
    }

    /** Raises the floor to {@code to}, and further to the end of the range that follows without a gap. */
    private void raiseFloor(long to) {
        floor = Math.max(floor, to);
        int covered = 0;
        while (covered < ranges && bounds[2 * covered] <= floor + 1) {
            floor = Math.max(floor, bounds[2 * covered + 1]);
            covered++;
        }
        if (covered > 0) removeRanges(0, covered);
    }

    void write(WireWriter out) {
        out.varint(floor).varint(ranges);
        long before = floor;
        for (int i = 0; i < 2 * ranges; i++) {
            out.varint(bounds[i] - before);
            before = bounds[i];
        }
    }

    /** @throws MalformedFrameException if {@link #write} did not write the bytes */
    static EffectiveNumbers read(WireReader in) {
        EffectiveNumbers numbers = new EffectiveNumbers();
        numbers.floor = in.varint();
        numbers.ranges = in.count((int) Math.min(SPAN, in.remaining() / 2));
        numbers.bounds = new long[2 * numbers.ranges + 4];
        long before = numbers.floor;
        for (int i = 0; i < 2 * numbers.ranges; i++) {
            long step = in.varint();
            // There is a gap before each range. A range may have only one number.
            if (step < (i % 2 == 0 ? 2 : 0)
                    || step > SPAN
                    || before < 0
                    || before > Long.MAX_VALUE - step)
                throw new MalformedFrameException("effective numbers: malformed range");
            before += step;
            numbers.bounds[i] = before;
        }
        if (numbers.floor < 0 || numbers.highest() - numbers.floor > SPAN)
            throw new MalformedFrameException(
                    "effective numbers: expected a span of at most " + SPAN);
        return numbers;
    }
}
