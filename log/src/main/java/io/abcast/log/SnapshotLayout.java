package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a snapshot file. All numbers in a snapshot file are big-endian.
 *
 * <pre>
 * header (40 bytes)                   content     trailer, from format 2 on
 *  0  8  magic "abcastSN"             40          note
 *  8  4  format version                              SHA-256 of the content, in format 3 only
 * 12  4  server id                                   0  4  length of the note
 *                                                    4  4  CRC32C of the trailer before
 * 16  8  zxid
 * 24  8  length of content
 * 32  4  CRC32C of the content
 * 36  4  CRC32C of the 36 bytes before
 * </pre>
 *
 * <p>The note is at the end of the file, because a member that fetches a snapshot receives the note last. A snapshot
 * without note and digest has format 1, which the previous release writes too. A snapshot without a digest has at most
 * format 2.
 */
final class SnapshotLayout {
    static final int HEADER_BYTES = 40;
    static final byte[] NO_NOTE = new byte[0];

    private static final long MAGIC = 0x6162_6361_7374_534EL;
    private static final int BUFFER_BYTES = 128 << 10;
    private static final int TRAILER_BYTES_MIN = 8;

    record Header(SnapshotId id, int version) {}

    private SnapshotLayout() {}

    static int version(byte[] note, Digest digest) {
        if (digest != null) return DirectoryFormat.WITH_DIGESTS;
        return note.length == 0 ? DirectoryFormat.FIRST : DirectoryFormat.WITH_MEMBERSHIP;
    }

    static ByteBuffer header(SnapshotId id, int serverId) {
        return header(id, serverId, DirectoryFormat.FIRST);
    }

    private static ByteBuffer header(SnapshotId id, int serverId, int version) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putLong(MAGIC).putInt(version).putInt(serverId);
        header.putLong(id.zxid()).putLong(id.bytes()).putInt(id.crc());
        header.putInt(Records.checksum(header.array(), HEADER_BYTES - 4));
        return header.flip();
    }

    /**
     * Writes the header before and the trailer after the complete content of a snapshot file.
     *
     * @param digest digest of the content, or {@code null}; without digest and note, the file has format 1 and no
     *     trailer
     */
    static void seal(
            Directory.DataFile file, SnapshotId id, int serverId, byte[] note, Digest digest)
            throws IOException {
        long end = HEADER_BYTES + id.bytes();
        int version = version(note, digest);
        if (file.size() > end) file.truncate(end);
        if (version > DirectoryFormat.FIRST) file.write(trailer(note, digest), end);
        file.write(header(id, serverId, version), 0);
    }

    private static ByteBuffer trailer(byte[] note, Digest digest) {
        WireWriter trailer = new WireWriter(note.length + Digest.BYTES + TRAILER_BYTES_MIN);
        trailer.raw(note);
        if (digest != null) digest.write(trailer);
        trailer.i32(note.length).i32(Records.checksum(trailer.array(), trailer.size()));
        return ByteBuffer.wrap(trailer.toByteArray());
    }

    /**
     * Reads the header of a snapshot file, whose version may be unknown to this release; {@code null} if the header is
     * damaged.
     */
    static Header readHeader(Directory.DataFile file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        while (header.hasRemaining()) if (file.read(header, header.position()) < 0) return null;
        if (header.getLong(0) != MAGIC) return null;
        if (header.getInt(36) != Records.checksum(header.array(), HEADER_BYTES - 4)) return null;
        SnapshotId id = new SnapshotId(header.getLong(16), header.getLong(24), header.getInt(32));
        if (id.zxid() < Zxid.NONE || id.bytes() < 0) return null;
        return new Header(id, header.getInt(8));
    }

    static String problem(Directory.DataFile file, Header header, String name, String suffix)
            throws IOException {
        if (header == null) return "bad snapshot header";
        if (!DirectoryFormat.isKnown(header.version()))
            return "snapshot " + DirectoryFormat.unknown(header.version());
        SnapshotId id = header.id();
        if (!FileNames.snapshot(id, suffix).equals(name)) return "it holds snapshot " + id;
        long behind = file.size() - HEADER_BYTES - id.bytes();
        boolean noted = header.version() >= DirectoryFormat.WITH_MEMBERSHIP;
        if (noted ? behind < trailerBytesMin(header) : behind != 0)
            return "expected "
                    + id.bytes()
                    + " bytes of content"
                    + (noted ? " and a note" : "")
                    + ", found "
                    + (file.size() - HEADER_BYTES);
        int crc = checksum(file, id.bytes(), null);
        if (crc != id.crc())
            return String.format("content checksum: expected %08x, found %08x", id.crc(), crc);
        return noted && readTrailer(file, header) == null ? "its note is damaged" : null;
    }

    record Trailer(byte[] note, Digest digest) {}

    /**
     * Returns the trailer of a snapshot file: with an empty note if the file has no trailer, {@code null} if the
     * trailer is damaged.
     */
    static Trailer trailer(Directory.DataFile file, Header header) throws IOException {
        boolean noted = header.version() >= DirectoryFormat.WITH_MEMBERSHIP;
        return noted ? readTrailer(file, header) : new Trailer(NO_NOTE, null);
    }

    private static int trailerBytesMin(Header header) {
        boolean digested = header.version() >= DirectoryFormat.WITH_DIGESTS;
        return digested ? Digest.BYTES + TRAILER_BYTES_MIN : TRAILER_BYTES_MIN;
    }

    private static Trailer readTrailer(Directory.DataFile file, Header header) throws IOException {
        long at = HEADER_BYTES + header.id().bytes();
        long length = file.size() - at - trailerBytesMin(header);
        if (length < 0 || length > StorageLimits.NOTE_BYTES_MAX) return null;
        byte[] bytes = read(file, at, (int) length + trailerBytesMin(header));
        WireReader in = new WireReader(bytes);
        byte[] note = in.raw((int) length);
        Digest digest = header.version() >= DirectoryFormat.WITH_DIGESTS ? Digest.read(in) : null;
        boolean good = in.i32() == length && in.i32() == Records.checksum(bytes, bytes.length - 4);
        return good ? new Trailer(note, digest) : null;
    }

    private static byte[] read(Directory.DataFile file, long at, int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        while (into.hasRemaining())
            if (file.read(into, at + into.position()) < 0)
                throw new IOException("snapshot ends at byte " + (at + into.position()));
        return into.array();
    }

    static int checksum(Directory.DataFile file, long bytes, Digest.Sum digest) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        for (long at = 0; at < bytes; ) {
            buffer.clear().limit((int) Math.min(BUFFER_BYTES, bytes - at));
            int n = file.read(buffer, HEADER_BYTES + at);
            if (n < 0) throw new IOException("snapshot ends at byte " + at + " of " + bytes);
            crc.update(buffer.flip());
            if (digest != null) digest.add(buffer.rewind());
            at += n;
        }
        return (int) crc.getValue();
    }
}
