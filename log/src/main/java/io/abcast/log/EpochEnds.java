package io.abcast.log;

import io.abcast.kernel.Zxid;
import java.util.Arrays;

/** Collects the last zxid of each epoch; a caller adds the entries of a log in ascending order of zxid. */
final class EpochEnds {
    private long[] ends = new long[8];
    private int size;

    void add(long zxid) {
        if (size > 0 && Zxid.epoch(ends[size - 1]) == Zxid.epoch(zxid)) {
            ends[size - 1] = zxid;
            return;
        }
        if (size == ends.length) ends = Arrays.copyOf(ends, size * 2);
        ends[size++] = zxid;
    }

    void clear() {
        size = 0;
    }

    long[] toArray() {
        return Arrays.copyOf(ends, size);
    }
}
