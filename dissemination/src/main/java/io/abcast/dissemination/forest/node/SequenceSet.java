package io.abcast.dissemination.forest.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * The sequence numbers of the received frames of one source: all numbers up to {@link #upTo}, and ranges of numbers
 * above {@link #upTo}.
 */
final class SequenceSet {
    private final int rangesMax;
    private long upTo;

    /** The first number of each range, with its last number; adjacent ranges are always merged. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    SequenceSet(int rangesMax) {
        this.rangesMax = rangesMax;
    }

    long upTo() {
        return upTo;
    }

    boolean contains(long number) {
        if (number <= upTo) return true;
        Map.Entry<Long, Long> range = ranges.floorEntry(number);
        return range != null && number <= range.getValue();
    }

    /** Returns false if the number would need one range more than the bound; the number must not be in the set yet. */
    boolean add(long number) {
        Map.Entry<Long, Long> below = ranges.lowerEntry(number);
        boolean joinsBelow =
                number == upTo + 1 || (below != null && below.getValue() == number - 1);
        boolean joinsAbove = ranges.containsKey(number + 1);
        if (!joinsBelow && !joinsAbove && ranges.size() == rangesMax) return false;
        long first = joinsBelow && number != upTo + 1 ? below.getKey() : number;
        long last = joinsAbove ? ranges.remove(number + 1) : number;
        ranges.put(first, last);
        absorb();
        return true;
    }

    void raise(long floor) {
        if (floor - 1 <= upTo) return;
        upTo = floor - 1;
        while (!ranges.isEmpty() && ranges.firstKey() <= upTo) {
            Map.Entry<Long, Long> range = ranges.pollFirstEntry();
            if (range.getValue() > upTo) ranges.put(upTo + 1, range.getValue());
        }
        absorb();
    }

    private void absorb() {
        while (!ranges.isEmpty() && ranges.firstKey() == upTo + 1)
            upTo = ranges.pollFirstEntry().getValue();
    }

    long[] ranges(int max) {
        long[] result = new long[2 * Math.min(max, ranges.size())];
        int i = 0;
        for (Map.Entry<Long, Long> range : ranges.entrySet()) {
            if (i == result.length) break;
            result[i++] = range.getKey();
            result[i++] = range.getValue();
        }
        return result;
    }
}
