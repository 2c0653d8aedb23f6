package io.abcast.log;

import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The findings of a complete read of one segment file.
 *
 * @param version version number of the segment's file format; 0 if the segment's header is not readable
 * @param number number of the segment among all segments that begin after the same entry; -1 before format 5
 * @param firstZxid zxid of the first good entry; the zxid in the file's name if there is no good entry
 * @param previousZxid zxid of the entry before the segment's first entry, according to the segment's header
 * @param lastZxid zxid of the last good entry; {@code previousZxid} if the segment has no good entry
 * @param end offset in bytes after the last good record of the segment
 * @param damage the first bad bytes of the segment file; {@code null} if the whole file is good
 */
record SegmentScan(
        String name,
        int version,
        int number,
        long firstZxid,
        long previousZxid,
        long lastZxid,
        long entries,
        long votes,
        long marks,
        long end,
        long size,
        SparseIndex index,
        Damage damage) {
    SegmentScan cut(long newSize) {
        return new SegmentScan(
                name,
                version,
                number,
                firstZxid,
                previousZxid,
                lastZxid,
                entries,
                votes,
                marks,
                end,
                newSize,
                index,
                null);
    }

    /** Whether the segment holds neither an entry nor a vote; it may hold sync marks. */
    boolean isEmpty() {
        return entries == 0 && votes == 0;
    }

    /**
     * @param durable whether the bad bytes are known to have been durable once; otherwise they may be an unfinished
     *     write
     * @param what text for the operator that names the expected and the found data
     */
    record Damage(long offset, boolean durable, String what) {}

    interface Visitor {
        void visit(RecordReader at) throws IOException;

        default void visitVote(String segment, RecordReader at) throws IOException {}

        default void visitMark(String segment, RecordReader at) throws IOException {}
    }

    /** Reads the whole segment in {@code file}, and does not close {@code file}. */
    static SegmentScan scan(
            String name,
            Directory.DataFile file,
            RecordReader reader,
            int serverId,
            Visitor visitor)
            throws IOException {
        long firstZxid = FileNames.segmentZxid(name);
        long size = file.size();
        SparseIndex index = new SparseIndex();
        byte[] headerBytes = new byte[Records.SEGMENT_HEADER_BYTES];
        ByteBuffer header = ByteBuffer.wrap(headerBytes);
        while (header.hasRemaining() && file.read(header, header.position()) >= 0) {
            // Each pass of this loop reads a part of the segment's header.
        }
        int number = FileNames.segmentNumber(name);
        String wrong = headerProblem(header, headerBytes, serverId, firstZxid, number);
        if (wrong != null)
            return new SegmentScan(
                    name,
                    0,
                    number,
                    firstZxid,
                    Zxid.NONE,
                    Zxid.NONE,
                    0,
                    0,
                    0,
                    0,
                    size,
                    index,
                    new Damage(0, true, wrong));
        int version = header.getInt(Records.VERSION_AT);
        long previousZxid = header.getLong(24);

        long last = previousZxid;
        long first = firstZxid;
        long entries = 0;
        long votes = 0;
        long marks = 0;
        reader.open(file, Records.segmentSeal(header), Records.SEGMENT_HEADER_BYTES, size);
        while (true) {
            RecordReader.Kind kind = reader.next();
            long offset = reader.offset();
            Damage damage = null;
            switch (kind) {
                case ENTRY -> {
                    long zxid = reader.zxid();
                    boolean named = number >= 0 || entries > 0 || zxid == firstZxid;
                    if (!Zxid.follows(last, zxid) || !named) {
                        String expected = named ? "one that follows" : Zxid.toString(firstZxid);
                        damage =
                                new Damage(
                                        offset,
                                        true,
                                        "zxid "
                                                + Zxid.toString(zxid)
                                                + " after "
                                                + Zxid.toString(last)
                                                + ": expected "
                                                + expected);
                    } else {
                        index.add(zxid, offset);
                        if (entries == 0) first = zxid;
                        last = zxid;
                        entries++;
                        visitor.visit(reader);
                    }
                }
                case VOTE -> {
                    votes++;
                    visitor.visitVote(name, reader);
                }
                case MARK -> {
                    if (reader.zxid() == last) {
                        marks++;
                        visitor.visitMark(name, reader);
                    } else
                        damage =
                                new Damage(
                                        offset,
                                        true,
                                        "sync mark after "
                                                + Zxid.toString(last)
                                                + " names "
                                                + Zxid.toString(reader.zxid()));
                }
                case END -> {
                    if (reader.zerosFrom(offset))
                        return new SegmentScan(
                                name,
                                version,
                                number,
                                first,
                                previousZxid,
                                last,
                                entries,
                                votes,
                                marks,
                                offset,
                                size,
                                index,
                                null);
                    damage =
                            damageAt(
                                    reader,
                                    offset,
                                    "expected a record, found zeros and then other bytes");
                }
                case BAD -> damage = damageAt(reader, offset, reader.problem());
            }
            if (damage != null)
                return new SegmentScan(
                        name,
                        version,
                        number,
                        first,
                        previousZxid,
                        last,
                        entries,
                        votes,
                        marks,
                        offset,
                        size,
                        index,
                        damage);
        }
    }

    private static Damage damageAt(RecordReader reader, long offset, String what)
            throws IOException {
        long mark = reader.findMark(offset + 1);
        if (mark < 0) return new Damage(offset, false, what);
        return new Damage(
                offset,
                true,
                what + "; a sync mark at " + mark + " shows that it had been durable");
    }

    private static String headerProblem(
            ByteBuffer header, byte[] bytes, int serverId, long firstZxid, int number) {
        if (header.hasRemaining())
            return "segment header: expected "
                    + Records.SEGMENT_HEADER_BYTES
                    + " bytes, found "
                    + header.position();
        if (header.getLong(0) != Records.SEGMENT_MAGIC)
            return "not a log segment: wrong magic number";
        if (header.getInt(Records.HEADER_CRC_AT) != Records.checksum(bytes, Records.HEADER_CRC_AT))
            return "segment header: wrong checksum";
        int version = header.getInt(Records.VERSION_AT);
        if (!DirectoryFormat.isKnown(version)) return "segment " + DirectoryFormat.unknown(version);
        if (serverId != 0 && header.getInt(12) != serverId)
            return "segment of server " + header.getInt(12) + ", expected server " + serverId;
        if (header.getLong(16) != firstZxid)
            return "segment begins with "
                    + Zxid.toString(header.getLong(16))
                    + ", its name says "
                    + Zxid.toString(firstZxid);
        if (number < 0 != version < DirectoryFormat.WITH_VOTES)
            return "segment of format " + version + ": expected another form of name";
        if (number >= 0 && header.getInt(32) != number)
            return "segment number " + header.getInt(32) + ", its name says " + number;
        if (number >= 0 && header.getLong(24) + 1 != firstZxid)
            return "segment continues "
                    + Zxid.toString(header.getLong(24))
                    + ", its name says one before "
                    + Zxid.toString(firstZxid);
        return null;
    }
}
