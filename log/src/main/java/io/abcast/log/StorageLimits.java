package io.abcast.log;

/**
 * The limits on the sizes of a storage in files, in bytes.
 *
 * @param segmentBytes size of a segment file at which the log continues in a new segment; a larger entry has its own
 *     segment.
 * @param handOverBytesMax maximum number of bytes that the event loop has handed over to the log writer and that the
 *     writer has not yet written. If {@code handOverBytesMax} bytes wait for the writer, the event loop takes no
 *     events, see {@link Storage#hasRoom}.
 * @param aheadBytes step in bytes in which the log fills a segment with zeros ahead of the records, so that a sync need
 *     not change the file's length. If {@code aheadBytes} is 0, the log fills nothing with zeros and prepares no
 *     segments
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
     * Returns the default limits of a storage: segments of 64 MiB, 64 MiB that may wait for the writer, and zeros in
     * steps of 4 MiB.
     */
    public static StorageLimits defaults() {
        return DEFAULTS;
    }
}
