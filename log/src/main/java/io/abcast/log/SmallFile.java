package io.abcast.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A small file with a checksum; each write replaces the whole file. To replace the file, this class writes a new file
 * under a temporary name, forces and renames it, and then syncs the directory. After a crash the small file therefore
 * has either the old content or the new content.
 *
 * <pre>
 *  0  8  magic "abcastSF"      12  4  server id           20  4  CRC32C of all other bytes
 *  8  4  format version        16  4  length, -1: absent  24     content
 * </pre>
 */
final class SmallFile {
    private static final long MAGIC = 0x6162_6361_7374_5346L;
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 24;
    private static final int CRC_AT = 20;

    private final Directory dir;
    private final String name;
    private final int serverId;

    SmallFile(Directory dir, String name, int serverId) {
        this.dir = dir;
        this.name = name;
        this.serverId = serverId;
    }

    /** @param content the new content; {@code null} writes a file without content, which differs from a missing file */
    void write(byte[] content) throws IOException {
        int length = content == null ? 0 : content.length;
        ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + length);
        all.putLong(MAGIC).putInt(VERSION).putInt(serverId).putInt(content == null ? -1 : length);
        all.putInt(0);
        if (content != null) all.put(content);
        all.putInt(CRC_AT, Records.checksum(all.array(), all.capacity()));
        String temporary = name + FileNames.TEMPORARY_SUFFIX;
        try (Directory.DataFile file = dir.create(temporary)) {
            file.write(all.flip(), 0);
            file.force(true);
        }
        dir.rename(temporary, name);
        dir.sync();
    }

    byte[] read() throws IOException {
        byte[] all;
        try (Directory.DataFile file = dir.openToRead(name)) {
            long size = file.size();
            if (size < HEADER_BYTES || size > Integer.MAX_VALUE - 64)
                throw bad(0, "expected at least " + HEADER_BYTES + " bytes, found " + size);
            ByteBuffer buffer = ByteBuffer.allocate((int) size);
            while (buffer.hasRemaining())
                if (file.read(buffer, buffer.position()) < 0)
                    throw bad(buffer.position(), "the file ends early");
            all = buffer.array();
        }
        ByteBuffer header = ByteBuffer.wrap(all);
        if (header.getLong(0) != MAGIC) throw bad(0, "wrong magic number");
        int found = header.getInt(CRC_AT);
        header.putInt(CRC_AT, 0);
        int expected = Records.checksum(all, all.length);
        if (found != expected)
            throw bad(
                    CRC_AT,
                    String.format(
                            "checksum: expected %08x from its bytes, found %08x", expected, found));
        if (header.getInt(8) != VERSION)
            throw bad(
                    8,
                    "format: expected version "
                            + VERSION
                            + ", found "
                            + header.getInt(8)
                            + DirectoryFormat.later(header.getInt(8), VERSION));
        if (serverId != 0 && header.getInt(12) != serverId)
            throw bad(
                    12, "written by server " + header.getInt(12) + ", expected server " + serverId);
        int length = header.getInt(16);
        if (length == -1 && all.length == HEADER_BYTES) return null;
        if (length != all.length - HEADER_BYTES)
            throw bad(16, "length: expected " + (all.length - HEADER_BYTES) + ", found " + length);
        return Arrays.copyOfRange(all, HEADER_BYTES, all.length);
    }

    private CorruptLogException bad(long offset, String what) {
        return new CorruptLogException(dir.path().resolve(name), offset, what);
    }
}
