package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Finds the places of the records in a log, for tests and simulations that damage records. */
public final class LogPlaces {
    /**
     * The place of a record, which is an entry or a vote, in the log.
     *
     * @param file name of the segment that contains the record
     * @param offset offset of the record's first byte in the segment
     * @param bytes length in bytes of the record in the segment
     */
    public record Place(String file, int offset, int bytes) {}

    private LogPlaces() {}

    /**
     * Returns, in order, the places of the records that must have been durable, because a sync mark or another segment
     * follows them. A start refuses a log if a record that must have been durable is damaged.
     *
     * @throws IOException if the files of the log cannot be read
     */
    public static List<Place> provenDurable(Directory dir) throws IOException {
        List<String> segments = new ArrayList<>();
        for (String name : dir.list()) if (FileNames.segmentZxid(name) >= 0) segments.add(name);
        List<Place> proven = new ArrayList<>();
        List<Place> open = new ArrayList<>();
        RecordReader reader = new RecordReader();
        for (String name : segments) {
            proven.addAll(open);
            open.clear();
            try (Directory.DataFile file = dir.openToRead(name)) {
                reader.open(file, Records.SEGMENT_HEADER_BYTES, file.size());
                RecordReader.Kind kind;
                while ((kind = reader.next()) != RecordReader.Kind.END
                        && kind != RecordReader.Kind.BAD) {
                    if (kind == RecordReader.Kind.MARK) {
                        proven.addAll(open);
                        open.clear();
                    } else {
                        int at = (int) reader.offset();
                        open.add(new Place(name, at, (int) reader.nextOffset() - at));
                    }
                }
            }
        }
        return proven;
    }

    static List<Integer> beginnings(byte[] segment, int before) {
        List<Integer> found = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(segment);
        long at = Records.SEGMENT_HEADER_BYTES;
        while (at < before && at + Records.HEADER_BYTES <= segment.length) {
            found.add((int) at);
            int length = bytes.getInt((int) at + Records.LENGTH_AT);
            if (length < 0) break;
            at += Records.HEADER_BYTES + (long) length;
        }
        return found;
    }

    /** Whether {@code name} is the name of a log segment, which holds records or will hold records. */
    public static boolean isOfLog(String name) {
        return name.startsWith(FileNames.SEGMENT_PREFIX) || name.startsWith(SpareSegments.PREFIX);
    }

    /**
     * Returns the name of the file that names the server to which a directory belongs. A directory without an identity
     * file looks like the directory of a new server.
     */
    public static String identity() {
        return FileNames.IDENTITY;
    }

    /** Returns the name of the file with the last persisted state. */
    public static String state() {
        return FileNames.STATE;
    }

    /** Returns the name of the file that exists while the log counts as cut by an operator. */
    public static String repaired() {
        return FileNames.REPAIRED;
    }

    /**
     * Returns the name of the newest snapshot file that is not empty; {@code null} if the directory has no such file.
     */
    public static String newestSnapshot(Directory dir) throws IOException {
        String newest = null;
        for (String name : dir.list())
            if (FileNames.snapshotZxid(name, FileNames.SNAPSHOT_SUFFIX) > 0) newest = name;
        return newest;
    }
}
