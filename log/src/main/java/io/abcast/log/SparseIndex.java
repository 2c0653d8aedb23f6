package io.abcast.log;

import java.util.Arrays;

/**
 * Finds the offset in a segment from which to search for a zxid. The index has one point, which is an offset with its
 * zxid, for about every 64 KiB. Not thread-safe.
 */
final class SparseIndex {
    private static final int STRIDE_BYTES = 64 << 10;

    private long[] zxids = new long[16];
    private long[] offsets = new long[16];
    private int size;

    /**
     * Reports that the record of {@code zxid} begins at {@code offset}. The index adds a point for it if the last point
     * is far enough away. Zxid and offset must ascend from call to call.
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
     * Returns the offset of a record at or before {@code zxid}. If the index has no point at or before {@code zxid},
     * returns {@code start}.
     */
    long floor(long zxid, long start) {
        int i = Arrays.binarySearch(zxids, 0, size, zxid);
        if (i < 0) i = -i - 2;
        return i < 0 ? start : offsets[i];
    }

    /** Removes all points at or after {@code offset}. */
    void cut(long offset) {
        while (size > 0 && offsets[size - 1] >= offset) size--;
    }
}
