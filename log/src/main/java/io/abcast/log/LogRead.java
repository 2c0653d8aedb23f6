package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One read of the log, see {@link Storage#readLog}. The writer thread determines the part of the log that the read
 * covers, and another thread reads this part from the files.
 *
 * <p><b>Thread rule:</b> one thread calls {@link #entries} once; the writer calls all other methods.
 */
final class LogRead {
    /**
     * The part of a segment in which a read searches for entries.
     *
     * @param seal a number that enters the checksums of the segment's records, see {@link Records#segmentSeal}.
     * @param from offset in the segment at which a record begins and the search starts.
     * @param end offset in the segment after the last record that was appended before the caller requested the read
     */
    record Span(
            String name,
            Directory.DataFile file,
            int seal,
            long previousZxid,
            long from,
            long end) {}

    private final Path dir;
    private final long afterZxid;
    private final int bytesMax;
    private final List<Span> spans;
    private volatile boolean cut;
    private volatile boolean done;

    /**
     * @param spans consecutive parts of segments that the read covers; empty if the log does not hold {@code afterZxid}
     *     or an entry after it
     */
    LogRead(Path dir, long afterZxid, int bytesMax, List<Span> spans) {
        this.dir = dir;
        this.afterZxid = afterZxid;
        this.bytesMax = bytesMax;
        this.spans = spans;
    }

    long afterZxid() {
        return afterZxid;
    }

    boolean isDone() {
        return done;
    }

    void cut() {
        cut = true;
    }

    /**
     * Reads the entries of the covered part of the log; empty if the log was cut after this read began.
     *
     * @throws CorruptLogException if a record cannot be read back, or does not continue the previous record, for
     *     example after a misdirected write
     */
    List<Entry> entries(RecordReader reader) throws IOException {
        if (cut) return List.of();
        try {
            List<Entry> entries = read(reader);
            return cut ? List.of() : entries;
        } catch (IOException | RuntimeException e) {
            if (cut) return List.of();
            throw e;
        } finally {
            done = true;
        }
    }

    private List<Entry> read(RecordReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        long bytes = 0;
        long previous = spans.isEmpty() ? afterZxid : spans.get(0).previousZxid;
        boolean previousIsKnown = true;
        for (Span span : spans) {
            reader.open(span.file, span.seal, span.from, span.end);
            previousIsKnown &= span.from == Records.SEGMENT_HEADER_BYTES;
            RecordReader.Kind kind;
            while ((kind = reader.next()) != RecordReader.Kind.END || reader.offset() < span.end) {
                if (kind == RecordReader.Kind.BAD || kind == RecordReader.Kind.END)
                    throw reader.unreadable(dir.resolve(span.name));
                if (kind != RecordReader.Kind.ENTRY) continue;
                if (previousIsKnown && !Zxid.follows(previous, reader.zxid()))
                    throw new CorruptLogException(
                            dir.resolve(span.name),
                            reader.offset(),
                            "zxid "
                                    + Zxid.toString(reader.zxid())
                                    + " after "
                                    + Zxid.toString(previous)
                                    + ": expected one that follows");
                previousIsKnown = true;
                if (reader.zxid() > afterZxid) {
                    if (entries.isEmpty() && previous != afterZxid)
                        return entries; // the log never held an entry with zxid afterZxid
                    if (!entries.isEmpty() && bytes + reader.bytes() > bytesMax) return entries;
                    entries.add(reader.entry());
                    bytes += reader.bytes();
                }
                previous = reader.zxid();
            }
        }
        return entries;
    }
}
