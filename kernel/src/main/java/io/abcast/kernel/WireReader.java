package io.abcast.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the fields that {@link WireWriter} wrote, from a range of an array or from {@link WirePieces}. Every read of a
 * field checks how many bytes remain, and throws {@link MalformedFrameException} if the field needs more bytes. Not
 * thread-safe.
 */
public final class WireReader {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] buffer;
    private final int end;
    private int position;

    /** The frame that keeps long byte strings in separate arrays; {@code null} if the frame is one array. */
    private final WirePieces beside;

    private int next;

    /**
     * Creates a reader for a frame that keeps long byte strings in separate arrays. The reader returns a separate long
     * byte string without a copy.
     */
    public WireReader(WirePieces frame) {
        buffer = frame.head();
        end = frame.headBytes();
        beside = frame.count() == 0 ? null : frame;
    }

    public WireReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public WireReader(byte[] bytes, int offset, int length) {
        if (offset < 0 || length < 0 || length > bytes.length - offset)
            throw new IndexOutOfBoundsException(offset + "+" + length + " of " + bytes.length);
        buffer = bytes;
        position = offset;
        end = offset + length;
        beside = null;
    }

    public int remaining() {
        return end - position;
    }

    public int u8() {
        need(1);
        return buffer[position++] & 0xFF;
    }

    public int i32() {
        need(4);
        int value = (int) INT.get(buffer, position);
        position += 4;
        return value;
    }

    public long i64() {
        need(8);
        long value = (long) LONG.get(buffer, position);
        position += 8;
        return value;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7F) << shift;
            if (shift == 63 && b > 1) break;
            if (b < 0x80) return value;
        }
        throw new MalformedFrameException("varint: expected at most 64 bits in 10 bytes");
    }

    /** Reads a varint, which must be in [0, {@code max}]. */
    public int count(int max) {
        long value = varint();
        if (value < 0 || value > max)
            throw new MalformedFrameException("count: expected 0.." + max + ", got " + value);
        return (int) value;
    }

    /** Reads a byte string: its length as a varint, and then its bytes. */
    public byte[] bytes() {
        if (beside == null) return raw(count(remaining()));
        int count = count(Integer.MAX_VALUE);
        if (next == beside.count() || beside.cut(next) != position) return raw(count);
        byte[] piece = beside.piece(next++);
        if (piece.length != count)
            throw new MalformedFrameException(
                    "frame: expected a piece of " + count + " bytes, got " + piece.length);
        return piece;
    }

    /**
     * Reads a list: the number of elements as a varint, and then the elements.
     *
     * @param max maximum number of elements in the list
     * @param one reads one element of the list
     */
    public <T> List<T> list(int max, Function<WireReader, T> one) {
        int count = count(Math.min(max, remaining()));
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) all.add(one.apply(this));
        return all;
    }

    public byte[] raw(int length) {
        need(length);
        byte[] bytes = Arrays.copyOfRange(buffer, position, position + length);
        position += length;
        return bytes;
    }

    public void skip(int length) {
        need(length);
        position += length;
    }

    /**
     * Throws an exception if the frame has bytes that the caller has not read. The caller calls {@code end} after the
     * last field of the frame.
     */
    public void end() {
        if (position != end)
            throw new MalformedFrameException("frame: " + remaining() + " bytes left over");
        if (beside != null && next != beside.count())
            throw new MalformedFrameException(
                    "frame: " + (beside.count() - next) + " pieces left over");
    }

    private void need(int bytes) {
        if (bytes < 0 || bytes > end - position)
            throw new MalformedFrameException(
                    "frame: expected " + bytes + " more bytes, have " + remaining());
    }
}
