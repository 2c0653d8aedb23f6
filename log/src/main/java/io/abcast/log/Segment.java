package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One open segment, which is a file of the member's log. Only the writer thread uses a {@code Segment}. */
final class Segment {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10);

    final String name;
    final Directory.DataFile file;
    final long previousZxid;

    /** Version number of the segment's file format. */
    final int version;

    /** Number of the segment among all segments that begin after the same entry; -1 before format 5. */
    final int number;

    final SparseIndex index;

    /**
     * The zxid of the last appended entry, which may not be written yet; {@link #previousZxid} if the segment has no
     * entry.
     */
    long lastZxid;

    /**
     * Offset in bytes after the last record that was appended to the segment; the storage may not have written this
     * record yet.
     */
    long end;

    /** Length of the segment file in bytes. */
    private long size;

    /**
     * The part of each record's seal that identifies this segment; a seal is a number in the record's checksum, see
     * {@link Records#segmentSeal}.
     */
    private final int seal;

    /**
     * @param header the segment's header, which the log has not written to the file yet
     * @param size length in bytes of the segment file, which contains only zeros
     */
    Segment(
            String name,
            Directory.DataFile file,
            ByteBuffer header,
            int number,
            long previousZxid,
            long size) {
        this(
                name,
                file,
                header.getInt(Records.VERSION_AT),
                Records.segmentSeal(header),
                number,
                previousZxid,
                new SparseIndex(),
                previousZxid,
                Records.SEGMENT_HEADER_BYTES,
                size);
    }

    Segment(SegmentScan scan, Directory.DataFile file) throws IOException {
        this(
                scan.name(),
                file,
                scan.version(),
                Records.segmentSeal(file),
                scan.number(),
                scan.previousZxid(),
                scan.index(),
                scan.lastZxid(),
                scan.end(),
                scan.size());
    }

    private Segment(
            String name,
            Directory.DataFile file,
            int version,
            int seal,
            int number,
            long previousZxid,
            SparseIndex index,
            long lastZxid,
            long end,
            long size) {
        this.name = name;
        this.file = file;
        this.version = version;
        this.seal = seal;
        this.number = number;
        this.previousZxid = previousZxid;
        this.index = index;
        this.lastZxid = lastZxid;
        this.end = end;
        this.size = size;
    }

    /** Whether this segment holds no record. */
    boolean isEmpty() {
        return end == Records.SEGMENT_HEADER_BYTES;
    }

    /**
     * Returns the seal, a number in the checksum of a record, for a record that is appended at the end of this segment.
     */
    int seal() {
        return Records.seal(seal, end);
    }

    /** Returns the part of the segment in which a read searches for entries after {@code zxid}. */
    LogRead.Span after(long zxid) {
        long from = index.floor(zxid, Records.SEGMENT_HEADER_BYTES);
        return new LogRead.Span(name, file, seal, previousZxid, from, end);
    }

    /**
     * Writes {@code bytes} at offset {@code at} of the segment file. If the segment file must grow, this method fills
     * the file with zeros up to a multiple of {@code ahead} bytes.
     */
    void write(ByteBuffer bytes, long at, int ahead) throws IOException {
        long behind = at + bytes.remaining();
        file.write(bytes, at);
        if (behind <= size) return;
        size = behind;
        if (ahead == 0) return;
        long target = (behind + ahead - 1) / ahead * ahead;
        while (size < target) {
            ByteBuffer zeros = ZEROS.duplicate();
            zeros.limit((int) Math.min(zeros.capacity(), target - size));
            int count = zeros.remaining();
            file.write(zeros, size);
            size += count;
        }
    }

    /** Durably cuts the segment file after the record that ends at {@code newEnd}. */
    void cut(long newEnd, long newLastZxid) throws IOException {
        file.truncate(newEnd);
        file.force(true);
        index.cut(newEnd);
        size = newEnd;
        end = newEnd;
        lastZxid = newLastZxid;
    }

    @Override
    public String toString() {
        return name;
    }
}
