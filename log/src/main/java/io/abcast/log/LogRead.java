package io.abcast.log;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One read of the log, see {@link Storage#readLog}: the writer fixes what there is to read, another thread reads it. The records
 * of a read lie in the files already, and no append changes them.
 *
 * <p><b>Thread rule:</b> {@link #entries} by one thread, once; the rest by the writer.
 */
final class LogRead {
    /**
     * The part of a segment that is to be searched.
     *
     * @param seal of the segment, see {@link Records#segmentSeal}
     * @param from where a record begins
     * @param end behind the last record that was asked for before this read
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

    /** @param spans consecutive; empty: the log does not hold {@code afterZxid}, or nothing after it */
    LogRead(Path dir, long afterZxid, int bytesMax, List<Span> spans) {
        this.dir = dir;
        this.afterZxid = afterZxid;
        this.bytesMax = bytesMax;
        this.spans = spans;
    }

    /** Segments that end at this entry or before it are not needed. */
    long afterZxid() {
        return afterZxid;
    }

    /** Whether the files are not needed any more. */
    boolean isDone() {
        return done;
    }

    /** The log loses entries from now on, perhaps those that are being read. */
    void cut() {
        cut = true;
    }

    /**
     * The answer: nothing if the log was cut meanwhile, whatever the files then held.
     *
     * @throws CorruptLogException if a record cannot be read back, or does not continue the one before: before format 6 a write that went
     *     astray has valid checksums
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
}
