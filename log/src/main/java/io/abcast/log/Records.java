package io.abcast.log;

import io.abcast.kernel.Entry;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The layout of a segment file of the log. All numbers in a segment file are big-endian.
 *
 * <pre>
 * segment: header, records, zeros up to the end of the file
 *
 * header (40 bytes)                        record (28 bytes and the payload)
 *  0  8  magic "abcastLG"                   0  4  length of the payload
 *  8  4  format version                     4  4  CRC32C of all other bytes of the record, sealed
 * 12  4  server id                          8  8  zxid
 * 16  8  zxid of the first entry           16  4  tag: origin, from format 2 on the kind, and PLACED
 * 24  8  zxid before the first entry       20  8  request
 * 32  4  0                                 28     payload
 * 36  4  CRC32C of the 36 bytes before
 * </pre>
 *
 * <p>From format 4 on, an entry with a place in a slot has the bit {@link #PLACED} in its tag. The payload of an entry
 * with {@link #PLACED} begins with the entry's {@link Entry#place} as a varint of 1 to 9 bytes. Each byte of an encoded
 * place holds seven bits of the place, beginning with the lowest seven bits. The highest bit of a byte of the varint is
 * set if a further byte of the varint follows.
 *
 * <p>From format 5 on, the segment header holds at offset 16 the zxid before the first entry, plus one. At offset 32
 * the segment header holds the number of the segment among the segments with equal values at offset 16. A record with
 * tag {@link #VOTE} is a <em>vote</em>. In a vote, the zxid field has the slot, and the request field has the lowest
 * slot whose vote is still needed. A record with {@link #REFERENCE} in its tag is an entry whose payload is part of an
 * earlier vote in the same file. After the place in its slot, an entry with {@link #REFERENCE} has a reference to its
 * payload, with this layout:
 *
 * <pre>
 *  0  8  offset of the entry's payload in the file
 *  8  4  length of the entry's payload
 * 12  4  CRC32C of the entry's payload
 * </pre>
 *
 * <p>From format 6 on, each record is <em>sealed</em> to its place: its checksum is combined with two numbers by
 * exclusive or. The first number in the seal of a record is the checksum of the segment's header. The second number in
 * the seal of a record combines both halves of the record's offset in the file. If a misdirected write puts a sealed
 * record in a wrong place of a file, the record has a wrong checksum in this place.
 *
 * <p>A record with tag 0 is a <em>sync mark</em>, because no member has id 0. A sync mark shows that all earlier
 * records had been synced when the mark was written. The zxid field of a sync mark has the zxid of the previous entry,
 * and the request field has the mark's offset in the file. A sync mark has no payload. Sync marks distinguish a torn
 * tail, an unfinished last write, from damage. After a power cut any combination of the pages of the last, unsynced
 * write may be on disk. After a power cut, a good record after a bad record does not show whether the bad record was
 * durable. A good sync mark after a bad record proves that the bad record was durable once.
 */
final class Records {
    static final long SEGMENT_MAGIC = 0x6162_6361_7374_4C47L;
    static final int SEGMENT_HEADER_BYTES = 40;
    static final int VERSION_AT = 8;
    static final int HEADER_CRC_AT = 36;

    static final int HEADER_BYTES = 28;
    static final int LENGTH_AT = 0;
    static final int CRC_AT = 4;
    static final int ZXID_AT = 8;
    static final int TAG_AT = 16;
    static final int REQUEST_AT = 20;

    /** Bit in the tag of an entry whose payload begins with the entry's place in a slot. */
    static final int PLACED = 1 << 24;

    static final int PLACE_BYTES_MAX = 9;

    static final int MARK = 0;

    static final int VOTE = 1 << 29;

    /** Bit in the tag of an entry whose payload is part of a vote. */
    static final int REFERENCE = 1 << 30;

    static final int REFERENCE_BYTES = 16;

    static final int REFERENCE_LENGTH_AT = 8;
    static final int REFERENCE_CRC_AT = 12;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING = new byte[0];

    private Records() {}

    static void header(
            byte[] header, CRC32C crc, int seal, long zxid, int tag, long request, byte[] payload) {
        INT.set(header, LENGTH_AT, payload.length);
        LONG.set(header, ZXID_AT, zxid);
        INT.set(header, TAG_AT, tag);
        LONG.set(header, REQUEST_AT, request);
        INT.set(header, CRC_AT, checksum(header, crc, payload, payload.length) ^ seal);
    }

    static void header(
            byte[] header, CRC32C crc, int seal, Entry entry, int bits, byte[] place, byte[] body) {
        INT.set(header, LENGTH_AT, place.length + body.length);
        LONG.set(header, ZXID_AT, entry.zxid());
        INT.set(header, TAG_AT, entry.tag() | PLACED | bits);
        LONG.set(header, REQUEST_AT, entry.request());
        crc.reset();
        crc.update(header, LENGTH_AT, CRC_AT - LENGTH_AT);
        crc.update(header, ZXID_AT, HEADER_BYTES - ZXID_AT);
        crc.update(place, 0, place.length);
        crc.update(body, 0, body.length);
        INT.set(header, CRC_AT, (int) crc.getValue() ^ seal);
    }

    static int segmentSeal(ByteBuffer header) {
        boolean sealed = header.getInt(VERSION_AT) >= DirectoryFormat.WITH_SEALS;
        return sealed ? header.getInt(HEADER_CRC_AT) : 0;
    }

    static int segmentSeal(Directory.DataFile file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(SEGMENT_HEADER_BYTES);
        while (header.hasRemaining()) if (file.read(header, header.position()) < 0) return 0;
        return segmentSeal(header);
    }

    /** Returns the number that is combined with the checksum of the record at {@code offset}. */
    static int seal(int segmentSeal, long offset) {
        return segmentSeal == 0 ? 0 : segmentSeal ^ (int) offset ^ (int) (offset >>> 32);
    }

    static byte[] place(long place) {
        byte[] bytes = new byte[placeBytes(place)];
        long rest = place;
        for (int i = 0; i < bytes.length; i++, rest >>>= 7)
            bytes[i] = (byte) (i + 1 < bytes.length ? (rest & 0x7F) | 0x80 : rest);
        return bytes;
    }

    static int placeBytes(long place) {
        return place == 0 ? 1 : (Long.SIZE + 6 - Long.numberOfLeadingZeros(place)) / 7;
    }

    /**
     * @return the place of an entry in its slot; -1 if {@code payload} begins with no place, or with a place of more
     *     bytes than needed
     */
    static long readPlace(byte[] payload, int length) {
        long place = 0;
        for (int i = 0; i < Math.min(length, PLACE_BYTES_MAX); i++) {
            place |= (payload[i] & 0x7FL) << (7 * i);
            if (payload[i] >= 0) return place != 0 && placeBytes(place) == i + 1 ? place : -1;
        }
        return -1;
    }

    static void mark(byte[] header, CRC32C crc, int seal, long zxid, long offset) {
        header(header, crc, seal, zxid, MARK, offset, NOTHING);
    }

    static int checksum(byte[] header, CRC32C crc, byte[] payload, int length) {
        crc.reset();
        crc.update(header, LENGTH_AT, CRC_AT - LENGTH_AT);
        crc.update(header, ZXID_AT, HEADER_BYTES - ZXID_AT);
        crc.update(payload, 0, length);
        return (int) crc.getValue();
    }

    static void reference(byte[] body, CRC32C crc, long at, byte[] payload) {
        crc.reset();
        crc.update(payload, 0, payload.length);
        LONG.set(body, 0, at);
        INT.set(body, REFERENCE_LENGTH_AT, payload.length);
        INT.set(body, REFERENCE_CRC_AT, (int) crc.getValue());
    }

    /** @param number number of the segment among all segments that begin after the same entry; 0 before format 5 */
    static ByteBuffer segmentHeader(
            int version, int serverId, long firstZxid, long previousZxid, int number) {
        ByteBuffer header = ByteBuffer.allocate(SEGMENT_HEADER_BYTES);
        header.putLong(SEGMENT_MAGIC).putInt(version).putInt(serverId);
        header.putLong(firstZxid).putLong(previousZxid).putInt(number);
        header.putInt(checksum(header.array(), HEADER_CRC_AT));
        return header.flip();
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
