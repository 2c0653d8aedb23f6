package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The log of a member: a sequence of segment files, of which only the last one grows. A buffer collects new records;
 * {@link #sync} writes the buffer to the file and forces the file. Only the writer thread uses a {@code SegmentedLog}.
 *
 * <p><b>Crash safety.</b> A new segment has a temporary name until its header is durable and the previous segment is
 * synced. Cuts remove segments from the end of the log, and purges from its beginning, durably one by one. A crash
 * always leaves a log without gaps, and only the last segment can end with an unfinished write.
 *
 * <p><b>Votes.</b> If a vote in the same segment contains the payload of an entry, the entry stores only a reference to
 * the vote. Before a segment is removed, its votes that the member still needs are appended to the end of the log.
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
    private final OpenVotes votes;

    private final ByteBuffer buffer;
    private final byte[] header = new byte[Records.HEADER_BYTES];
    private final byte[] reference = new byte[Records.REFERENCE_BYTES];
    private final CRC32C crc = new CRC32C();

    private Segment active;

    /** The zxid of the last entry; if the log is empty, the zxid before the beginning of the log. */
    private long lastZxid;

    private long bufferAt;

    private boolean unsynced;

    /**
     * Whether the file may hold a sync mark that is not forced to disk; no caller waits for the durability of a sync
     * mark.
     */
    private boolean markUnsynced;

    /**
     * Whether the log has requested a spare segment, which it does when the active segment is half full, so that small
     * logs stay small.
     */
    private boolean nextAsked;

    private boolean markDue;

    private long bytesWritten;

    /**
     * @param baseZxid zxid of the entry before the log's first entry; the log uses {@code baseZxid} only if {@code
     *     found} is empty.
     * @param found the good segments that recovery has found, in the order of the log.
     */
    SegmentedLog(
            Directory dir,
            int serverId,
            DirectoryFormat format,
            StorageLimits limits,
            SpareSegments spares,
            RecordReader reader,
            long baseZxid,
            List<Segment> found,
            OpenVotes votes) {
        this.dir = dir;
        this.serverId = serverId;
        this.format = format;
        this.limits = limits;
        this.spares = spares;
        this.reader = reader;
        this.votes = votes;
        buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES, limits.segmentBytes()));
        segments.addAll(found);
        activateLast(baseZxid);
    }

    long lastZxid() {
        return lastZxid;
    }

    long afterZxid() {
        return segments.isEmpty() ? lastZxid : segments.get(0).previousZxid;
    }

    long bytes() {
        long sum = 0;
        for (Segment segment : segments) sum += segment.end;
        return sum;
    }

    long bytesWritten() {
        return bytesWritten;
    }

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
        byte[] body = entry.payload();
        boolean refers = place.length > 0 && refersTo(entry.slot(), body);
        if (refers) body = reference;
        int bits = refers ? Records.REFERENCE : 0;
        int seal = active.seal();
        if (place.length > 0) Records.header(header, crc, seal, entry, bits, place, body);
        else Records.header(header, crc, seal, zxid, entry.tag(), entry.request(), body);
        active.index.add(zxid, active.end);
        put(header);
        put(place);
        put(body);
        active.lastZxid = zxid;
        lastZxid = zxid;
    }

    /**
     * Whether the payload is part of the vote of {@code slot} in the active segment; if true, sets {@link #reference}
     * to the place of the payload.
     */
    private boolean refersTo(long slot, byte[] payload) {
        if (payload.length <= Records.REFERENCE_BYTES) return false;
        OpenVotes.Vote vote = votes.get(slot);
        if (vote == null || !active.name.equals(vote.segment)) return false;
        int at = vote.find(payload);
        if (at < 0) return false;
        Records.reference(reference, crc, vote.at + at, payload);
        return true;
    }

    void vote(long slot, long openFrom, byte[] record) throws IOException {
        OpenVotes.Vote vote = votes.put(slot, openFrom, record);
        if (vote != null) write(vote);
    }

    private void write(OpenVotes.Vote vote) throws IOException {
        prepareFor(DirectoryFormat.WITH_VOTES);
        long bytes = Records.HEADER_BYTES + (long) vote.bytes.length;
        if (active != null && !active.isEmpty() && active.end + bytes > limits.segmentBytes())
            roll();
        if (active == null) activate(create(lastZxid + 1));
        if (markDue) mark();
        int seal = active.seal();
        Records.header(header, crc, seal, vote.slot, Records.VOTE, votes.openFrom(), vote.bytes);
        put(header);
        vote.segment = active.name;
        vote.at = active.end;
        put(vote.bytes);
    }

    /** Durably appends the open votes (votes that the member still needs) that no segment holds. */
    void replaceVotes() throws IOException {
        List<OpenVotes.Vote> displaced = votes.in(null);
        for (OpenVotes.Vote vote : displaced) write(vote);
        if (!displaced.isEmpty()) sync();
    }

    private void prepareFor(int version) throws IOException {
        if (active != null && active.version >= version) return;
        if (active != null) roll();
        format.need(version);
    }

    /** Returns whether any appended record was not durable before the call. */
    boolean sync() throws IOException {
        writeOut();
        if (!unsynced) return false;
        force();
        return true;
    }

    /** Writes a sync mark, which shows that all records before it are synced; the sync mark itself is not synced. */
    void markSynced() throws IOException {
        if (!markDue || active == null) return;
        mark();
        writeOut();
        unsynced = false;
        markUnsynced = true;
    }

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
            } else if (kind == RecordReader.Kind.ENTRY) {
                break;
            } else if (kind == RecordReader.Kind.END || kind == RecordReader.Kind.BAD) {
                throw reader.unreadable(dir.path().resolve(active.name));
            }
        }
        if (last == active.previousZxid) {
            removeLast();
            return;
        }
        active.cut(end, last);
        votes.cut(active.name, end);
        activateLast(last);
    }

    /** Removes the first segments of the log that hold no entry after {@code zxid}, but never the last segment. */
    void purge(long zxid) throws IOException {
        int count = 0;
        while (count < segments.size() - 1 && segments.get(count).lastZxid <= zxid) count++;
        List<OpenVotes.Vote> held = new ArrayList<>();
        for (int i = 0; i < count; i++) held.addAll(votes.in(segments.get(i).name));
        for (OpenVotes.Vote vote : held) write(vote);
        // If a later vote replaces a vote in the first segments, the later vote must be durable
        // before the first segments are removed.
        if (count > 0 && format.version() >= DirectoryFormat.WITH_VOTES) sync();
        for (; count > 0; count--) {
            Segment first = segments.get(0);
            if (!spares.recycle(first)) remove(first);
            segments.remove(0);
        }
    }

    /** Makes all earlier log operations durable, and then durably saves the open votes in a file beside the log. */
    void saveVotes() throws IOException {
        sync();
        votes.save(dir, serverId);
    }

    void dropSavedVotes() throws IOException {
        OpenVotes.dropSaved(dir);
    }

    /**
     * Removes all entries and all votes. Callers must call {@link #saveVotes} before, and {@link #replaceVotes} after
     * this method, so that a crash loses no open vote.
     */
    void clear(long baseZxid) throws IOException {
        buffer.clear();
        votes.displace();
        while (active != null) removeLast();
        lastZxid = baseZxid;
    }

    LogRead read(long afterZxid, int bytesMax) throws IOException {
        List<LogRead.Span> spans = new ArrayList<>();
        if (afterZxid >= afterZxid() && afterZxid < lastZxid) {
            writeOut();
            int i = segments.size() - 1;
            while (segments.get(i).previousZxid > afterZxid) i--;
            for (; i < segments.size(); i++) spans.add(segments.get(i).after(afterZxid));
        }
        return new LogRead(dir.path(), afterZxid, bytesMax, spans);
    }

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

    /** Writes the buffer of records to the segment file, without forcing the file. */
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
        Records.mark(header, crc, active.seal(), lastZxid, active.end);
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

    /** Syncs and ends the active segment, so that no later segment exists without the records before it. */
    private void roll() throws IOException {
        writeOut();
        if (unsynced || markUnsynced) force();
        markDue = false; // a next segment shows that this segment was synced
        active = null;
    }

    private void force() throws IOException {
        active.file.force(false);
        unsynced = false;
        markUnsynced = false;
        markDue = true;
    }

    private Segment create(long firstZxid) throws IOException {
        int version = format.version();
        boolean numbered = version >= DirectoryFormat.WITH_VOTES;
        int number = numbered ? nextNumber() : -1;
        long named = numbered ? lastZxid + 1 : firstZxid;
        String name = numbered ? FileNames.segment(named, number) : FileNames.segment(firstZxid);
        SpareSegments.Spare spare = spares.take();
        String temporary = spare == null ? name + FileNames.TEMPORARY_SUFFIX : spare.name();
        Directory.DataFile file = spare == null ? dir.create(temporary) : spare.file();
        ByteBuffer head =
                Records.segmentHeader(version, serverId, named, lastZxid, Math.max(0, number));
        long bytes = spare == null ? 0 : spare.bytes();
        Segment segment = new Segment(name, file, head, number, lastZxid, bytes);
        segment.write(head, 0, limits.aheadBytes());
        file.force(true);
        dir.rename(temporary, name);
        dir.sync();
        segments.add(segment);
        return segment;
    }

    private int nextNumber() {
        if (segments.isEmpty()) return 0;
        Segment last = segments.get(segments.size() - 1);
        return last.number >= 0 && last.previousZxid == lastZxid ? last.number + 1 : 0;
    }

    private void removeLast() throws IOException {
        votes.cut(active.name, 0);
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
}
