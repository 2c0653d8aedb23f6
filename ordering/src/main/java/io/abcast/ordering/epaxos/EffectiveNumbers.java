package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * The numbers of those requests of one incarnation (run of a member) that have taken effect. Requests that do not
 * interfere take effect in any order, so this class stores their numbers as ranges above a floor. Not thread-safe.
 *
 * <p><b>Bound:</b> request numbers more than {@link #SPAN} below the highest effective number count as effective. A
 * member never has two requests in flight whose numbers are more than {@link #SPAN} apart (see {@link RequestQueue}). A
 * request counts wrongly as effective only if its origin has abandoned the request in a crash.
 */
final class EffectiveNumbers {
    /** Maximum distance of the numbers of two requests of a member that are in flight at the same time. */
    static final long SPAN = 1L << 20;

    /** All requests with numbers up to the floor have taken effect. */
    private long floor;

    /** First and last request number of each range above the floor: ascending, disjoint and not adjacent. */
    private long[] bounds = new long[4];

    /** Number of ranges. */
    private int ranges;

    /** Returns the highest number of a request that has taken effect; 0 if no request has taken effect. */
    long highest() {
        return ranges == 0 ? floor : bounds[2 * ranges - 1];
    }

    /** Returns the number of ranges of request numbers above the floor. */
    int ranges() {
        return ranges;
    }

    boolean contains(long number) {
        if (number <= floor) return true;
        int range = rangeFrom(number);
        return range < ranges && bounds[2 * range] <= number;
    }

    /** Returns the index of the first range that ends at or after the request number. */
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

    /**
     * Records that the request {@code number}, which is at least 1, has taken effect.
     *
     * @return whether the request had not taken effect before the call
     */
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

    /**
     * Raises the floor of the effective numbers to {@code to}. If a range of effective numbers follows without a gap,
     * the floor rises to the end of that range.
     */
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

    /**
     * Reads the effective numbers that {@link #write} has written.
     *
     * @throws MalformedFrameException if the bytes are not numbers that {@link #write} has written
     */
    static EffectiveNumbers read(WireReader in) {
        EffectiveNumbers numbers = new EffectiveNumbers();
        numbers.floor = in.varint();
        numbers.ranges = in.count((int) Math.min(SPAN, in.remaining() / 2));
        numbers.bounds = new long[2 * numbers.ranges + 4];
        long before = numbers.floor;
        for (int i = 0; i < 2 * numbers.ranges; i++) {
            long step = in.varint();
            // Each range follows a gap of at least one request number. A range may consist of only
            // one request number.
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
