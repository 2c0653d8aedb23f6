package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * Stores which requests of one run of a member have taken effect, as ranges of request numbers above a <em>floor</em>.
 * All numbers up to the floor count as effective. This is safe, because a member has no two requests in flight whose
 * numbers differ by {@link #SPAN} or more (see {@link RequestQueue}).
 *
 * <p><b>Bound:</b> the floor rises with the highest effective number, and stays at most {@link #SPAN} below this
 * number. Not thread-safe.
 */
final class EffectiveNumbers {
    /** Limit for the difference between the numbers of two requests that a member has in flight at the same time. */
    static final long SPAN = 1L << 20;

    /** Number up to which all requests count as effective. */
    private long floor;

    /**
     * First and last request number of each range above {@link #floor}; ranges are ascending, disjoint and not
     * adjacent.
     */
    private long[] bounds = new long[4];

    private int ranges;

    /** Returns 0 if no request has taken effect. */
    long highest() {
        return ranges == 0 ? floor : bounds[2 * ranges - 1];
    }

    int ranges() {
        return ranges;
    }

    boolean contains(long number) {
        if (number <= floor) return true;
        int range = rangeFrom(number);
        return range < ranges && bounds[2 * range] <= number;
    }

    /** Returns the index of the first range whose last number is at least {@code number}. */
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

    /** @return true if the request had not been recorded before */
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

    static EffectiveNumbers read(WireReader in) {
        EffectiveNumbers numbers = new EffectiveNumbers();
        numbers.floor = in.varint();
        numbers.ranges = in.count((int) Math.min(SPAN, in.remaining() / 2));
        numbers.bounds = new long[2 * numbers.ranges + 4];
        long before = numbers.floor;
        for (int i = 0; i < 2 * numbers.ranges; i++) {
            long step = in.varint();
            // Before each range, at least one request number is not effective. A range of effective
            // request numbers may consist of only one number.
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
