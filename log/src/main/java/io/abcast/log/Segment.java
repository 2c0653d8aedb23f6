package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One open segment, which is a file of the member's log. Only the writer thread uses a {@code Segment}. */
final class Segment {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10);

    final String name;
    final Directory.DataFile file;
    final long previousZxid;

    final int version;

    /** Number of the segment among all segments that begin after the same entry; -1 before format 5. */
    final int number;

    final SparseIndex index;

    /** The zxid of the last appended entry, written or not; {@link #previousZxid} if the segment has no entry. */
    long lastZxid;

    long end;

    private long size;

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

    boolean isEmpty() {
        return end == Records.SEGMENT_HEADER_BYTES;
    }

    int seal() {
        return Records.seal(seal, end);
    }

    LogRead.Span after(long zxid) {
        long from = index.floor(zxid, Records.SEGMENT_HEADER_BYTES);
        return new LogRead.Span(name, file, seal, previousZxid, from, end);
    }

    /**
     * Writes {@code bytes} at offset {@code at}; a file that must grow is filled with zeros up to a multiple of {@code
     * ahead} bytes.
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
