package io.abcast.kernel.log;

import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How a snapshot looks on disk. Big-endian.
 *
 * <pre>
 * header (40 bytes)                   content     trailer, in format 2 only
 *  0  8  magic "abcastSN"             40          note
 *  8  4  format version                              0  4  length of the note
 * 12  4  server id                                   4  4  CRC32C of note and length
 * 16  8  zxid
 * 24  8  length of content
 * 32  4  CRC32C of the content
 * 36  4  CRC32C of the 36 bytes before
 * </pre>
 *
 * <p>The note stands at the end because the receiver of a snapshot is told it last. A snapshot without one is in format 1, as
 * the release before wrote it.
 */
final class SnapshotLayout {
    static final int HEADER_BYTES = 40;
    static final byte[] NO_NOTE = new byte[0];

    private static final long MAGIC = 0x6162_6361_7374_534EL;
    private static final int BUFFER_BYTES = 128 << 10;
    private static final int TRAILER_BYTES_MIN = 8;

    /**
     * A file's header.
     *
     * @param version of its format
     */
    record Header(SnapshotId id, int version) {}

    private SnapshotLayout() {}

    static ByteBuffer header(SnapshotId id, int serverId, byte[] note) {
        int version = note.length == 0 ? DirectoryFormat.FIRST : DirectoryFormat.WITH_MEMBERSHIP;
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).putInt(version).putInt(serverId);
        header.putLong(id.zxid()).putLong(id.bytes()).putInt(id.crc());
        header.putInt(Records.checksum(header.array(), HEADER_BYTES - 4));
        return header.flip();
    }

    /**
     * Writes header and trailer around a content that is complete in the file.
     *
     * @param note empty: format 1, no trailer
     */
    static void seal(Directory.DataFile file, SnapshotId id, int serverId, byte[] note)
            throws IOException {
        long end = HEADER_BYTES + id.bytes();
        if (file.size() > end) file.truncate(end);
        if (note.length > 0) file.write(trailer(note), end);
        file.write(header(id, serverId, note), 0);
    }

    private static ByteBuffer trailer(byte[] note) {
        ByteBuffer trailer = ByteBuffer.allocate(note.length + TRAILER_BYTES_MIN);
        trailer.put(note).putInt(note.length);
        trailer.putInt(Records.checksum(trailer.array(), note.length + 4));
        return trailer.flip();
    }

    /** A file's header, or {@code null} if it has no good one; its version may be one that nobody here knows. */
    static Header readHeader(Directory.DataFile file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        while (header.hasRemaining()) if (file.read(header, header.position()) < 0) return null;
        if (header.getLong(0) != MAGIC) return null;
        if (header.getInt(36) != Records.checksum(header.array(), HEADER_BYTES - 4)) return null;
        SnapshotId id = new SnapshotId(header.getLong(16), header.getLong(24), header.getInt(32));
        if (id.zxid() < Zxid.NONE || id.bytes() < 0) return null;
        return new Header(id, header.getInt(8));
    }

    /** What is wrong with a snapshot's file, or {@code null}. */
    static String problem(Directory.DataFile file, Header header, String name, String suffix)
            throws IOException {
        if (header == null) return "bad snapshot header";
        if (!DirectoryFormat.isKnown(header.version()))
            return "snapshot " + DirectoryFormat.unknown(header.version());
        SnapshotId id = header.id();
        if (!FileNames.snapshot(id, suffix).equals(name)) return "it holds snapshot " + id;
        long behind = file.size() - HEADER_BYTES - id.bytes();
        boolean noted = header.version() >= DirectoryFormat.WITH_MEMBERSHIP;
        if (noted ? behind < TRAILER_BYTES_MIN : behind != 0)
            return "expected "
                    + id.bytes()
                    + " bytes of content"
                    + (noted ? " and a note" : "")
                    + ", found "
                    + (file.size() - HEADER_BYTES);
        int crc = checksum(file, id.bytes());
        if (crc != id.crc())
            return String.format("content checksum: expected %08x, found %08x", id.crc(), crc);
        return noted && readNote(file, id) == null ? "its note is damaged" : null;
    }

    /** The note of a file whose header is good; empty if it has none, {@code null} if it is damaged. */
    static byte[] note(Directory.DataFile file, Header header) throws IOException {
        boolean noted = header.version() >= DirectoryFormat.WITH_MEMBERSHIP;
        return noted ? readNote(file, header.id()) : NO_NOTE;
    }

    private static byte[] readNote(Directory.DataFile file, SnapshotId id) throws IOException {
        long at = HEADER_BYTES + id.bytes();
        long length = file.size() - at - TRAILER_BYTES_MIN;
        if (length < 0 || length > StorageLimits.NOTE_BYTES_MAX) return null;
        ByteBuffer trailer = ByteBuffer.wrap(read(file, at, (int) length + TRAILER_BYTES_MIN));
        byte[] note = new byte[(int) length];
        trailer.get(note);
        boolean good =
                trailer.getInt() == length
                        && trailer.getInt() == Records.checksum(trailer.array(), note.length + 4);
        return good ? note : null;
    }

    private static byte[] read(Directory.DataFile file, long at, int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        while (into.hasRemaining())
            if (file.read(into, at + into.position()) < 0)
                throw new IOException("snapshot ends at byte " + (at + into.position()));
        return into.array();
    }

    /** CRC32C of the content. */
    static int checksum(Directory.DataFile file, long bytes) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        for (long at = 0; at < bytes; ) {
            buffer.clear().limit((int) Math.min(BUFFER_BYTES, bytes - at));
            int n = file.read(buffer, HEADER_BYTES + at);
            if (n < 0) throw new IOException("snapshot ends at byte " + at + " of " + bytes);
            crc.update(buffer.flip());
            at += n;
        }
        return (int) crc.getValue();
    }
}
