package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads the records of one segment file in ascending order, through a buffer, and can be reused for other files. The
 * reader checks each record separately; the caller must check that each record continues the record before it. A {@code
 * RecordReader} is not thread-safe.
 */
final class RecordReader {
    enum Kind {
        ENTRY,
        VOTE,
        MARK,
        END,
        BAD
    }

    private static final int WINDOW_BYTES = 128 << 10;

    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);
    private final byte[] headerBytes = new byte[Records.HEADER_BYTES];
    private final ByteBuffer header = ByteBuffer.wrap(headerBytes);
    private final CRC32C crc = new CRC32C();
    private byte[] payload = new byte[4096];

    private final byte[] referenceBytes = new byte[Records.REFERENCE_BYTES];

    private final ByteBuffer reference = ByteBuffer.wrap(referenceBytes);

    private Directory.DataFile file;
    private int segmentSeal;
    private long windowAt;
    private long limit;

    private long offset;
    private long nextOffset;
    private long zxid;

    private int length;

    /** The place of the present entry in its slot; 0 if the entry has no place. */
    private long place;

    private String problem;

    RecordReader open(Directory.DataFile file, long from, long limit) throws IOException {
        return open(file, Records.segmentSeal(file), from, limit);
    }

    /**
     * Opens a segment, to read from the record at offset {@code from} on, and no byte at or after the offset {@code
     * limit}.
     *
     * @param seal a number that enters the checksums of the segment's records, see {@link Records#segmentSeal}
     */
    RecordReader open(Directory.DataFile file, int seal, long from, long limit) {
        this.file = file;
        segmentSeal = seal;
        this.limit = limit;
        windowAt = 0;
        window.limit(0);
        nextOffset = from;
        return this;
    }

    /**
     * Reads the next record of the segment. After {@link Kind#BAD} or {@link Kind#END}, {@link #offset} returns the
     * offset at which the next record would begin.
     */
    Kind next() throws IOException {
        offset = nextOffset;
        long left = limit - offset;
        if (left < Records.HEADER_BYTES) {
            if (left <= 0 || zerosFrom(offset)) return Kind.END;
            return bad(
                    "expected a record header of "
                            + Records.HEADER_BYTES
                            + " bytes, found "
                            + left);
        }
        fetch(offset, headerBytes, Records.HEADER_BYTES);
        length = header.getInt(Records.LENGTH_AT);
        zxid = header.getLong(Records.ZXID_AT);
        if (length == 0 && zxid == 0 && header.getInt(Records.CRC_AT) == 0) {
            problem = "expected a record, found zeros";
            return Kind.END;
        }
        if (length < 0 || length > left - Records.HEADER_BYTES)
            return bad(
                    "expected a payload of at most "
                            + (left - Records.HEADER_BYTES)
                            + " bytes, found length "
                            + length);
        reserve(length);
        fetch(offset + Records.HEADER_BYTES, payload, length);
        int expected = checksum(length, offset);
        int found = header.getInt(Records.CRC_AT);
        if (found != expected)
            return bad(
                    "record checksum: expected "
                            + hex(expected)
                            + " from its bytes, found "
                            + hex(found));
        nextOffset = offset + Records.HEADER_BYTES + length;
        if (recordTag() == Records.VOTE) {
            if (zxid < 1 || request() < 1)
                return bad("not a vote: slot " + zxid + ", open from " + request());
            return Kind.VOTE;
        }
        if (recordTag() != Records.MARK) {
            if (!Entry.isTag(tag()) || Zxid.epoch(zxid) < 1 || Zxid.counter(zxid) < 1)
                return bad("not an entry: zxid " + Zxid.toString(zxid) + ", origin " + tag());
            place = 0;
            if (isPlaced()) place = Records.readPlace(payload, length);
            if (place < 0) return bad("not an entry: expected the place in its slot");
            return (recordTag() & Records.REFERENCE) != 0 ? resolve() : Kind.ENTRY;
        }
        if (length != 0 || request() != offset)
            return bad("sync mark: expected its own offset " + offset + ", found " + request());
        return Kind.MARK;
    }

    private int checksum(int length, long at) {
        int sum = Records.checksum(headerBytes, crc, payload, length);
        return sum ^ Records.seal(segmentSeal, at);
    }

    private void reserve(int bytes) {
        if (payload.length >= bytes) return;
        payload = new byte[Math.max(bytes, (int) Math.min(2L * payload.length, 1 << 24))];
    }

    private Kind resolve() throws IOException {
        int from = placeBytes();
        if (length != from + Records.REFERENCE_BYTES)
            return bad(
                    "reference: expected "
                            + (from + Records.REFERENCE_BYTES)
                            + " bytes, found "
                            + length);
        System.arraycopy(payload, from, referenceBytes, 0, Records.REFERENCE_BYTES);
        long at = reference.getLong(0);
        int bytes = reference.getInt(Records.REFERENCE_LENGTH_AT);
        if (at < Records.SEGMENT_HEADER_BYTES || bytes < 0 || at > offset - bytes)
            return bad(
                    "reference: expected a place before offset "
                            + offset
                            + ", found "
                            + bytes
                            + " bytes at "
                            + at);
        byte[] record = payload;
        reserve(from + bytes);
        System.arraycopy(record, 0, payload, 0, from);
        length = from + bytes;
        ByteBuffer into = ByteBuffer.wrap(payload, from, bytes);
        while (into.hasRemaining())
            if (file.read(into, at + into.position() - from) < 0)
                throw new EOFException("file ends before " + (at + bytes));
        crc.reset();
        crc.update(payload, from, bytes);
        int expected = reference.getInt(Records.REFERENCE_CRC_AT);
        if ((int) crc.getValue() == expected) return Kind.ENTRY;
        return bad(
                "payload at "
                        + at
                        + ": expected checksum "
                        + hex(expected)
                        + ", found "
                        + hex((int) crc.getValue()));
    }

    long offset() {
        return offset;
    }

    long nextOffset() {
        return nextOffset;
    }

    long zxid() {
        return zxid;
    }

    private int recordTag() {
        return header.getInt(Records.TAG_AT);
    }

    int tag() {
        return recordTag() & ~(Records.PLACED | Records.REFERENCE);
    }

    boolean isPlaced() {
        return (recordTag() & Records.PLACED) != 0;
    }

    long slot() {
        return zxid;
    }

    /** Returns the lowest slot whose vote was still needed when the present vote was written. */
    long openFrom() {
        return request();
    }

    byte[] vote() {
        return Arrays.copyOf(payload, length);
    }

    boolean isMembership() {
        return Entry.isMembership(tag());
    }

    long request() {
        return header.getLong(Records.REQUEST_AT);
    }

    int bytes() {
        return Records.HEADER_BYTES + length - placeBytes();
    }

    private int placeBytes() {
        return place == 0 ? 0 : Records.placeBytes(place);
    }

    Entry entry() {
        byte[] own = Arrays.copyOfRange(payload, placeBytes(), length);
        return Entry.tagged(zxid, tag(), place, request(), own);
    }

    String problem() {
        return problem;
    }

    CorruptLogException unreadable(Path path) {
        return new CorruptLogException(path, offset, "cannot be read back: " + problem);
    }

    boolean zerosFrom(long from) throws IOException {
        for (long at = from; at < limit; ) {
            int i = windowIndex(at, 1);
            for (; i < window.limit(); i++, at++) if (window.get(i) != 0) return false;
        }
        return true;
    }

    /**
     * Returns the lowest offset from {@code from} on, at any alignment, at which a sync mark begins; -1 if no sync mark
     * follows.
     */
    long findMark(long from) throws IOException {
        for (long at = from; at <= limit - Records.HEADER_BYTES; ) {
            int i = windowIndex(at, Records.HEADER_BYTES);
            for (; i <= window.limit() - Records.HEADER_BYTES; i++, at++) {
                if (window.getLong(i + Records.REQUEST_AT) != at
                        || window.getInt(i + Records.TAG_AT) != Records.MARK
                        || window.getInt(i + Records.LENGTH_AT) != 0) continue;
                window.get(i, headerBytes);
                if (header.getInt(Records.CRC_AT) == checksum(0, at)) return at;
            }
        }
        return -1;
    }

    /**
     * Returns the number of good entries at or after the offset {@code from}, at any alignment, for the report about a
     * cut of the log.
     */
    long countEntries(long from) throws IOException {
        long count = 0;
        for (long at = from; at <= limit - Records.HEADER_BYTES; ) {
            int i = windowIndex(at, Records.HEADER_BYTES);
            long found = -1;
            for (; i <= window.limit() - Records.HEADER_BYTES && found < 0; i++, at++) {
                int size = window.getInt(i + Records.LENGTH_AT);
                int tag = window.getInt(i + Records.TAG_AT);
                int epoch = window.getInt(i + Records.ZXID_AT);
                int counter = window.getInt(i + Records.ZXID_AT + 4);
                if (size < 0 || size > limit - at - Records.HEADER_BYTES) continue;
                int bare = tag & ~(Records.PLACED | Records.REFERENCE);
                boolean entry = tag != Records.MARK && Entry.isTag(bare);
                if (!entry || epoch < 1 || counter < 1) continue;
                found = at;
            }
            if (found < 0) continue;
            nextOffset = found;
            if (next() == Kind.ENTRY) {
                count++;
                at = nextOffset;
            }
        }
        return count;
    }

    private Kind bad(String what) {
        problem = what;
        return Kind.BAD;
    }

    private void fetch(long from, byte[] into, int count) throws IOException {
        int done = 0;
        while (done < count) {
            int i = windowIndex(from + done, 1);
            int n = Math.min(count - done, window.limit() - i);
            window.get(i, into, done, n);
            done += n;
        }
    }

    private int windowIndex(long at, int count) throws IOException {
        if (at >= windowAt && at + count <= windowAt + window.limit()) return (int) (at - windowAt);
        window.clear();
        window.limit((int) Math.min(WINDOW_BYTES, limit - at));
        while (window.hasRemaining()) {
            if (file.read(window, at + window.position()) < 0)
                throw new EOFException(
                        "file ends at "
                                + (at + window.position())
                                + ", expected "
                                + limit
                                + " bytes");
        }
        windowAt = at;
        return 0;
    }

    private static String hex(int value) {
        return String.format("%08x", value);
    }
}
