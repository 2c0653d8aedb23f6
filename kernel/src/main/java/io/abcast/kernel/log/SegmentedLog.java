package io.abcast.kernel.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The log as a row of segments, the last of which is written. Used by one thread, the writer. Entries are collected in a
 * buffer; {@link #sync} writes and forces them.
 *
 * <p><b>Crash safety.</b> A segment is created beside and renamed once its header is durable, and only after its
 * predecessor was synced. Segments are removed one by one, each removal durable before the next: from the back when the
 * log is cut, from the front when it is purged. So what a crash leaves is always one contiguous run of entries, and at
 * most the last segment ends in an unfinished write.
 *
 * <p>Segments are made of what {@link SpareSegments} has ready, if it has: zeros, durable, under a temporary name. So
 * whether a file had another life before cannot be seen in it.
 */
final class SegmentedLog {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final byte[] NO_PLACE = new byte[0];

    private final Directory dir;
    private final int serverId;
    private final DirectoryFormat format;
    private final StorageLimits limits;
    private final SpareSegments spares;
    private final List<Segment> segments = new ArrayList<>();
    private final RecordReader reader;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] header = new byte[Records.HEADER_BYTES];
    private final CRC32C crc = new CRC32C();

    /** The segment at the end, or {@code null}. */
    private Segment active;

    /** The last entry; where the log begins if it holds none. */
    private long lastZxid;

    /** Offset in {@link #active} at which the buffer's content belongs. */
    private long bufferAt;

    /** Whether entries were written since the last force. */
    private boolean unsynced;

    /** Whether a mark was written since the last force; nobody waits for it. */
    private boolean markUnsynced;

    /** Whether a spare segment was asked for: once half of the active one is full, so that small logs stay small. */
    private boolean nextAsked;

    /** Whether a sync has not been marked yet. */
    private boolean markDue;

    private long bytesWritten;

    /**
     * @param baseZxid the entry before the log's first one, if {@code found} is empty
     * @param found good segments in order
     */
    SegmentedLog(
            Directory dir,
            int serverId,
            DirectoryFormat format,
            StorageLimits limits,
            SpareSegments spares,
            RecordReader reader,
            long baseZxid,
            List<Segment> found) {
        this.dir = dir;
        this.serverId = serverId;
        this.format = format;
        this.limits = limits;
        this.spares = spares;
        this.reader = reader;
        segments.addAll(found);
        activateLast(baseZxid);
    }

    long lastZxid() {
        return lastZxid;
    }

    /** The log holds every entry after this one. */
    long afterZxid() {
        return segments.isEmpty() ? lastZxid : segments.get(0).previousZxid;
    }

    /** Bytes of all records that the log holds, segment headers included. */
    long bytes() {
        long sum = 0;
        for (Segment segment : segments) sum += segment.end;
        return sum;
    }

    /** Bytes of records written since the start. */
    long bytesWritten() {
        return bytesWritten;
    }

    /** Appends behind everything else, to the buffer. */
    void append(Entry entry) throws IOException {
        long zxid = entry.zxid();
        if (!Zxid.follows(lastZxid, zxid))
            throw new IOException(
                    "append of "
                            + entry
                            + ": expected an entry that follows "
                            + Zxid.toString(lastZxid));
        byte[] place = entry.place() == 0 ? NO_PLACE : Records.place(entry.place());
        long bytes = Records.HEADER_BYTES + (long) place.length + entry.payload().length;
        if (active != null && !active.isEmpty() && active.end + bytes > limits.segmentBytes())
            roll();
        if (entry.isMembership()) prepareFor(DirectoryFormat.WITH_MEMBERSHIP);
        if (place.length > 0) prepareFor(DirectoryFormat.WITH_SLOTS);
        if (active == null) activate(create(zxid));
        if (markDue) mark();
        if (place.length > 0) Records.header(header, crc, entry, place);
        else Records.header(header, crc, zxid, entry.tag(), entry.request(), entry.payload());
        active.index.add(zxid, active.end);
        put(header);
        put(place);
        put(entry.payload());
        active.lastZxid = zxid;
        lastZxid = zxid;
    }

    /** Sees to it that the next entry goes to a segment of that format, or a later one. */
    private void prepareFor(int version) throws IOException {
        if (active != null && active.version >= version) return;
        if (active != null) roll();
        format.need(version);
    }

    /** Makes everything appended durable; whether there was anything to do. */
    boolean sync() throws IOException {
        writeOut();
        if (!unsynced) return false;
        force();
        return true;
    }

    /** Writes, unsynced, that everything so far is synced. For moments in which nobody waits. */
    void markSynced() throws IOException {
        if (!markDue || active == null) return;
        mark();
        writeOut();
        unsynced = false;
        markUnsynced = true;
    }

    /** Removes every entry after {@code zxid}, durably. */
    void truncate(long zxid) throws IOException {
        if (zxid >= lastZxid) return;
        if (zxid < afterZxid())
            throw new IOException(
                    "truncate to "
                            + Zxid.toString(zxid)
                            + ": the log begins after "
                            + Zxid.toString(afterZxid())
                            + ", expected that or a later entry");
        writeOut();
        while (active != null && active.previousZxid >= zxid) removeLast();
        if (active == null || zxid >= active.lastZxid) return;
        long end = Records.SEGMENT_HEADER_BYTES;
        long last = active.previousZxid;
        reader.open(active.file, active.index.floor(zxid, end), active.end);
        while (true) {
            RecordReader.Kind kind = reader.next();
            if (kind == RecordReader.Kind.ENTRY && reader.zxid() <= zxid) {
                last = reader.zxid();
                end = reader.nextOffset();
            } else if (kind != RecordReader.Kind.MARK) {
                if (kind == RecordReader.Kind.ENTRY) break;
                throw unreadable(active);
            }
        }
        if (last == active.previousZxid) {
            removeLast();
            return;
        }
        active.cut(end, last);
        activateLast(last);
    }

    /** Removes whole segments from the front that hold nothing after {@code zxid}; the last segment stays. */
    void purge(long zxid) throws IOException {
        while (segments.size() > 1 && segments.get(0).lastZxid <= zxid) {
            Segment first = segments.get(0);
            if (!spares.recycle(first)) remove(first);
            segments.remove(0);
        }
    }

    /** Forgets every entry; the log goes on after {@code baseZxid}. */
    void clear(long baseZxid) throws IOException {
        buffer.clear();
        while (active != null) removeLast();
        lastZxid = baseZxid;
    }

    /** See {@link Storage#readLog}. */
    List<Entry> read(long afterZxid, int bytesMax) throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (afterZxid < afterZxid() || afterZxid >= lastZxid) return entries;
        writeOut();
        int i = segments.size() - 1;
        while (segments.get(i).previousZxid > afterZxid) i--;
        long bytes = 0;
        long previous = segments.get(i).previousZxid;
        for (; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            reader.open(
                    segment.file,
                    segment.index.floor(afterZxid, Records.SEGMENT_HEADER_BYTES),
                    segment.end);
            RecordReader.Kind kind;
            while ((kind = reader.next()) != RecordReader.Kind.END
                    || reader.offset() < segment.end) {
                if (kind == RecordReader.Kind.BAD || kind == RecordReader.Kind.END)
                    throw unreadable(segment);
                if (kind == RecordReader.Kind.MARK) continue;
                if (reader.zxid() > afterZxid) {
                    if (entries.isEmpty() && previous != afterZxid)
                        return entries; // that one was never in this log
                    if (!entries.isEmpty() && bytes + reader.bytes() > bytesMax) return entries;
                    entries.add(reader.entry());
                    bytes += reader.bytes();
                }
                previous = reader.zxid();
            }
        }
        return entries;
    }

    /** Writes and syncs what is left and closes the files. */
    void close(boolean orderly) throws IOException {
        try {
            if (orderly) {
                sync();
                markSynced();
            }
        } finally {
            for (Segment segment : segments) segment.file.close();
            spares.close(orderly);
        }
    }

    /** Writes the buffer to the file, without forcing it. */
    void writeOut() throws IOException {
        if (buffer.position() == 0) return;
        buffer.flip();
        int count = buffer.remaining();
        active.write(buffer, bufferAt, limits.aheadBytes());
        buffer.clear();
        bufferAt += count;
        bytesWritten += count;
        unsynced = true;
        if (nextAsked || bufferAt < limits.segmentBytes() / 2) return;
        nextAsked = true;
        spares.want();
    }

    private void mark() throws IOException {
        Records.mark(header, crc, lastZxid, active.end);
        put(header);
        markDue = false;
    }

    private void put(byte[] bytes) throws IOException {
        int done = 0;
        while (done < bytes.length) {
            if (!buffer.hasRemaining()) writeOut();
            int n = Math.min(buffer.remaining(), bytes.length - done);
            buffer.put(bytes, done, n);
            done += n;
        }
        active.end += bytes.length;
    }

    /** Syncs the present segment, so that a later one is never there while this one is not. */
    private void roll() throws IOException {
        writeOut();
        if (unsynced || markUnsynced) force();
        markDue = false; // the next segment's existence says as much
        active = null;
    }

    private void force() throws IOException {
        active.file.force(false);
        unsynced = false;
        markUnsynced = false;
        markDue = true;
    }

    private Segment create(long firstZxid) throws IOException {
        String name = FileNames.segment(firstZxid);
        SpareSegments.Spare spare = spares.take();
        String temporary = spare == null ? name + FileNames.TEMPORARY_SUFFIX : spare.name();
        Directory.DataFile file = spare == null ? dir.create(temporary) : spare.file();
        int version = format.version();
        Segment segment =
                new Segment(name, file, version, lastZxid, spare == null ? 0 : spare.bytes());
        segment.write(
                Records.segmentHeader(version, serverId, firstZxid, lastZxid),
                0,
                limits.aheadBytes());
        file.force(true);
        dir.rename(temporary, name);
        dir.sync();
        segments.add(segment);
        return segment;
    }

    private void removeLast() throws IOException {
        remove(active);
        segments.remove(segments.size() - 1);
        activateLast(active.previousZxid);
    }

    private void remove(Segment segment) throws IOException {
        segment.file.close();
        dir.delete(segment.name);
        dir.sync();
    }

    private void activateLast(long baseZxid) {
        if (segments.isEmpty()) {
            active = null;
            lastZxid = baseZxid;
            unsynced = false;
            markUnsynced = false;
            markDue = false;
            return;
        }
        activate(segments.get(segments.size() - 1));
        lastZxid = active.lastZxid;
        markDue = true;
    }

    private void activate(Segment segment) {
        assert buffer.position() == 0 : buffer;
        active = segment;
        bufferAt = segment.end;
        nextAsked = false;
        unsynced = false;
        markUnsynced = false;
    }

    private CorruptLogException unreadable(Segment segment) {
        return new CorruptLogException(
                dir.path().resolve(segment.name),
                reader.offset(),
                "cannot be read back: " + reader.problem());
    }
}
