package io.abcast.log;

import io.abcast.kernel.Digest;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A byte sequence of any length, which a caller writes once from front to back. The chunks are so small that the
 * garbage collector does not treat them as humongous objects. {@code ChunkedBytes} is not thread-safe while the bytes
 * are written.
 */
final class ChunkedBytes extends OutputStream {
    private static final int CHUNK_BYTES = 64 << 10;

    private final List<byte[]> chunks = new ArrayList<>();
    private final CRC32C crc = new CRC32C();
    private long size;

    long size() {
        return size;
    }

    int checksum() {
        return (int) crc.getValue();
    }

    Digest digest() {
        Digest.Sum sum = Digest.sum();
        long left = size;
        for (byte[] chunk : chunks) {
            int count = (int) Math.min(left, CHUNK_BYTES);
            sum.add(chunk, 0, count);
            left -= count;
        }
        return sum.finish();
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        crc.update(bytes, offset, length);
        int from = offset;
        int left = length;
        while (left > 0) {
            int at = (int) (size % CHUNK_BYTES);
            if (at == 0) chunks.add(new byte[CHUNK_BYTES]);
            int count = Math.min(left, CHUNK_BYTES - at);
            System.arraycopy(bytes, from, chunks.get(chunks.size() - 1), at, count);
            from += count;
            left -= count;
            size += count;
        }
    }

    byte[] read(long offset, int lengthMax) {
        long from = Math.max(0, Math.min(offset, size));
        byte[] bytes = new byte[(int) Math.min(Math.max(0, lengthMax), size - from)];
        copy(from, bytes, 0, bytes.length);
        return bytes;
    }

    InputStream open() {
        return new InputStream() {
            private long position;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                Objects.checkFromIndexSize(offset, length, bytes.length);
                if (length == 0) return 0;
                int count = (int) Math.min(length, size - position);
                if (count == 0) return -1;
                copy(position, bytes, offset, count);
                position += count;
                return count;
            }
        };
    }

    private void copy(long from, byte[] into, int offset, int length) {
        int done = 0;
        while (done < length) {
            byte[] chunk = chunks.get((int) ((from + done) / CHUNK_BYTES));
            int at = (int) ((from + done) % CHUNK_BYTES);
            int count = Math.min(length - done, CHUNK_BYTES - at);
            System.arraycopy(chunk, at, into, offset + done, count);
            done += count;
        }
    }
}
