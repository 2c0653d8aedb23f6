package io.abcast.log;

import java.util.Arrays;

/**
 * Finds the offset in a segment from which a read must search for a zxid, with one point for about every 64 KiB of the
 * segment. A {@code SparseIndex} is not thread-safe.
 */
final class SparseIndex {
    private static final int STRIDE_BYTES = 64 << 10;

    private long[] zxids = new long[16];
    private long[] offsets = new long[16];
    private int size;

    /**
     * Adds a point for the record of entry {@code zxid} at {@code offset}, if the last point is at least 64 KiB away.
     * The arguments must ascend from call to call.
     */
    void add(long zxid, long offset) {
        if (size > 0 && offset - offsets[size - 1] < STRIDE_BYTES) return;
        assert size == 0 || zxids[size - 1] < zxid : zxids[size - 1] + " before " + zxid;
        if (size == zxids.length) {
            zxids = Arrays.copyOf(zxids, size * 2);
            offsets = Arrays.copyOf(offsets, size * 2);
        }
        zxids[size] = zxid;
        offsets[size++] = offset;
    }

    /**
     * Returns the offset of a record at or before the entry {@code zxid}; {@code start} if the index has no such point.
     */
    long floor(long zxid, long start) {
        int i = Arrays.binarySearch(zxids, 0, size, zxid);
        if (i < 0) i = -i - 2;
        return i < 0 ? start : offsets[i];
    }

    void cut(long offset) {
        while (size > 0 && offsets[size - 1] >= offset) size--;
    }
}
