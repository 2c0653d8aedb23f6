package io.abcast.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;

/**
 * Writes fields to a growing byte array: big-endian integers of fixed size, LEB128 varints, and byte strings after
 * their lengths. A writer that {@link #gathering} has created keeps long byte strings in separate arrays. Not
 * thread-safe.
 */
public final class WireWriter {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int PIECES_FIRST = 16;

    private final int pieceBytesMin;
    private byte[] buffer;
    private int size;
    private int[] cuts;
    private byte[][] pieces;
    private int pieceCount;

    public WireWriter(int capacity) {
        this(capacity, Integer.MAX_VALUE);
    }

    private WireWriter(int capacity, int pieceBytesMin) {
        buffer = new byte[Math.max(16, capacity)];
        this.pieceBytesMin = pieceBytesMin;
    }

    /**
     * Creates a writer that does not copy long byte strings given to {@link #bytes}.
     *
     * @param capacity initial size of the writer's array in bytes, without the long byte strings
     * @param pieceBytesMin minimum length, in bytes, of a byte string that the writer does not copy; at least 1
     */
    public static WireWriter gathering(int capacity, int pieceBytesMin) {
        return new WireWriter(capacity, Math.max(1, pieceBytesMin));
    }

    public WireWriter u8(int value) {
        reserve(1);
        buffer[size++] = (byte) value;
        return this;
    }

    public WireWriter i32(int value) {
        reserve(4);
        INT.set(buffer, size, value);
        size += 4;
        return this;
    }

    public WireWriter i64(long value) {
        reserve(8);
        LONG.set(buffer, size, value);
        size += 8;
        return this;
    }

    /** Writes {@code value} as an unsigned varint: 1 byte for a value below 128, and at most 10 bytes. */
    public WireWriter varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
        return this;
    }

    /** Writes {@code bytes} without their length. */
    public WireWriter raw(byte[] bytes) {
        return raw(bytes, 0, bytes.length);
    }

    public WireWriter raw(byte[] bytes, int offset, int length) {
        reserve(length);
        System.arraycopy(bytes, offset, buffer, size, length);
        size += length;
        return this;
    }

    /** Writes the length of {@code bytes} as a varint, and then {@code bytes}. */
    public WireWriter bytes(byte[] bytes) {
        varint(bytes.length);
        if (bytes.length < pieceBytesMin) return raw(bytes);
        if (pieces == null) {
            pieces = new byte[PIECES_FIRST][];
            cuts = new int[PIECES_FIRST];
        } else if (pieceCount == pieces.length) {
            pieces = Arrays.copyOf(pieces, 4 * pieceCount);
            cuts = Arrays.copyOf(cuts, 4 * pieceCount);
        }
        pieces[pieceCount] = bytes;
        cuts[pieceCount++] = size;
        return this;
    }

    /** Writes a list: the number of elements as a varint, and then the elements. */
    public <T> WireWriter list(Collection<T> all, BiConsumer<T, WireWriter> one) {
        varint(all.size());
        for (T each : all) one.accept(each, this);
        return this;
    }

    /** Whether this writer keeps at least one byte string in a separate array. */
    public boolean hasPieces() {
        return pieceCount > 0;
    }

    /**
     * Returns all written bytes as one frame. The frame takes over the arrays of this writer, so the caller must not
     * use the writer after {@code toPieces}.
     */
    public WirePieces toPieces() {
        WirePieces all = new WirePieces(buffer, size, cuts, pieces, pieceCount);
        buffer = null;
        return all;
    }

    /** Number of written bytes, without the long byte strings in separate arrays. */
    public int size() {
        return size;
    }

    /** Discards all bytes that were written. */
    public void clear() {
        size = 0;
        pieceCount = 0;
    }

    /**
     * The array to which this writer has written. The array's bytes with an index in [0, {@link #size()}) are valid
     * until the next write.
     */
    public byte[] array() {
        return buffer;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    private void reserve(int bytes) {
        if (buffer.length - size < bytes)
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + bytes));
    }
}
