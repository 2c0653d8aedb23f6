package io.abcast.log;

import io.abcast.kernel.Entry;
import java.io.IOException;
import java.util.List;

/**
 * The end of a slot, at which a repair cuts a log whose entries have slots. A repair never cuts inside a slot, because
 * no member could continue the log if no other member had the slot's removed entries.
 *
 * @param segment index in {@link LogScan#segments} of the segment that the repair cuts.
 * @param offset offset of the cut in the segment file, in bytes
 * @param lastZxid zxid of the last log entry before the cut
 */
record SlotCut(int segment, long offset, long lastZxid) {
    /**
     * @return the place of the cut before the unfinished slot; {@code null} if the log's good part ends with a complete
     *     slot, or has no slots
     */
    static SlotCut before(
            Directory dir, RecordReader reader, List<SegmentScan> segments, LogScan.Problem problem)
            throws IOException {
        SlotCut begin = null;
        for (int i = problem.segment(); i >= 0; i--) {
            SegmentScan segment = segments.get(i);
            long end = i == problem.segment() ? problem.offset() : segment.end();
            if (end <= Records.SEGMENT_HEADER_BYTES) continue;
            boolean ended = false;
            SlotCut open = null;
            long last = segment.previousZxid();
            try (Directory.DataFile file = dir.openToRead(segment.name())) {
                reader.open(file, Records.SEGMENT_HEADER_BYTES, segment.size());
                for (RecordReader.Kind kind = reader.next();
                        isRecord(kind) && reader.offset() < end;
                        kind = reader.next()) {
                    if (kind != RecordReader.Kind.ENTRY) continue;
                    Entry entry = reader.entry();
                    if (entry.slot() == 0 || entry.endsSlot()) {
                        ended = true;
                        open = null;
                    } else if (open == null) {
                        open = new SlotCut(i, reader.offset(), last);
                    }
                    last = entry.zxid();
                }
            }
            if (open != null) begin = open;
            if (ended) return begin;
        }
        return begin;
    }

    private static boolean isRecord(RecordReader.Kind kind) {
        return kind != RecordReader.Kind.END && kind != RecordReader.Kind.BAD;
    }
}
