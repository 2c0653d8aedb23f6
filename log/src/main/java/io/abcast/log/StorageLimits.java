package io.abcast.log;

/**
 * Sizes for a storage in files.
 *
 * @param segmentBytes size at which the log continues in a new segment file; a larger entry has a segment of its own
 * @param handOverBytesMax maximum bytes that the event loop has handed over and that are not yet written; at this bound
 *     the loop takes no events, see {@link Storage#hasRoom}
 * @param aheadBytes step by which a segment that was not prepared is filled with zeros ahead of its end, so that a sync
 *     need not change the file's length; 0: never, and no segments are prepared
 */
public record StorageLimits(long segmentBytes, long handOverBytesMax, int aheadBytes) {
    /** Maximum bytes of the note of a snapshot. */
    public static final int NOTE_BYTES_MAX = 4_096;

    private static final StorageLimits DEFAULTS = new StorageLimits(64L << 20, 64L << 20, 4 << 20);

    public StorageLimits {
        if (segmentBytes < 128)
            throw new IllegalArgumentException(
                    "segmentBytes: expected at least 128, got " + segmentBytes);
        if (handOverBytesMax < 1)
            throw new IllegalArgumentException(
                    "handOverBytesMax: expected a positive number, got " + handOverBytesMax);
        if (aheadBytes < 0)
            throw new IllegalArgumentException("aheadBytes: expected 0 or more, got " + aheadBytes);
    }

    /** Segments of 64 MiB, 64 MiB in flight to the disk, 4 MiB ahead. */
    public static StorageLimits defaults() {
        return DEFAULTS;
    }
}
