package io.abcast.log;

/**
 * The sizes that bound a storage in files, in bytes.
 *
 * @param segmentBytes size at which the log continues in a new segment file; a larger entry has its own segment.
 * @param handOverBytesMax maximum number of bytes that the event loop has handed over and that are not yet written. At
 *     this bound the loop takes no events, see {@link Storage#hasRoom}.
 * @param aheadBytes step by which an unprepared segment is filled with zeros after its last record, so that a sync need
 *     not change the file's length. With 0, nothing is filled and no segments are prepared
 */
public record StorageLimits(long segmentBytes, long handOverBytesMax, int aheadBytes) {
    /** Maximum size of the note of a snapshot, in bytes. */
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

    /**
     * Returns the default limits: segments have 64 MiB, 64 MiB may wait to be written, and zeros are written in steps
     * of 4 MiB.
     */
    public static StorageLimits defaults() {
        return DEFAULTS;
    }
}
