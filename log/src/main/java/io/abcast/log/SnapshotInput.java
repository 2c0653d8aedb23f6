package io.abcast.log;

import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A stream of the content of a snapshot file. The read that reaches the end of the content fails if the content does
 * not match the checksum in the snapshot file.
 */
final class SnapshotInput extends InputStream {
    private final Directory.DataFile file;
    private final SnapshotId id;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10).limit(0);
    private final CRC32C crc = new CRC32C();
    private long fetched;

    SnapshotInput(Directory.DataFile file, SnapshotId id) {
        this.file = file;
        this.id = id;
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (!fill()) return -1;
        int n = Math.min(length, buffer.remaining());
        buffer.get(into, offset, n);
        return n;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private boolean fill() throws IOException {
        if (buffer.hasRemaining()) return true;
        if (fetched == id.bytes()) return false;
        buffer.clear().limit((int) Math.min(buffer.capacity(), id.bytes() - fetched));
        int n = file.read(buffer, SnapshotLayout.HEADER_BYTES + fetched);
        buffer.flip();
        if (n <= 0) throw new IOException("snapshot " + id + " ends at byte " + fetched);
        fetched += n;
        crc.update(buffer.array(), 0, n);
        if (fetched == id.bytes() && (int) crc.getValue() != id.crc())
            throw new IOException(
                    String.format(
                            "snapshot %s: content checksum: expected %08x, found %08x",
                            id, id.crc(), (int) crc.getValue()));
        return true;
    }
}
