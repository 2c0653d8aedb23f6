package io.abcast.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;

/**
 * Writes fields to a growing byte array: big-endian integers of fixed size, LEB128 varints, and byte strings after
 * their length. A {@link #gathering} writer keeps long byte strings in separate arrays. Not thread-safe.
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
     * Creates a writer that does not copy long byte strings given to {@link #bytes}. {@link #toPieces} returns its
     * frame.
     *
     * @param capacity initial size of the array in bytes, without the long byte strings
     * @param pieceBytesMin minimum length of a long byte string in bytes; at least 1
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

    /** Writes an unsigned varint, which takes 1 byte below 128 and at most 10 bytes. */
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

    /** Writes the bytes without a count. */
    public WireWriter raw(byte[] bytes) {
        return raw(bytes, 0, bytes.length);
    }

    public WireWriter raw(byte[] bytes, int offset, int length) {
        reserve(length);
        System.arraycopy(bytes, offset, buffer, size, length);
        size += length;
        return this;
    }

    /** Writes a varint count, then the bytes. */
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

    /** Writes a varint count, then that many elements. */
    public <T> WireWriter list(Collection<T> all, BiConsumer<T, WireWriter> one) {
        varint(all.size());
        for (T each : all) one.accept(each, this);
        return this;
    }

    /** Whether any byte string is kept in a separate array. */
    public boolean hasPieces() {
        return pieceCount > 0;
    }

    /**
     * Returns the frame with all bytes that were written. The frame takes over the arrays of this writer, so nothing
     * may be written to the writer afterwards.
     */
    public WirePieces toPieces() {
        WirePieces all = new WirePieces(buffer, size, cuts, pieces, pieceCount);
        buffer = null;
        return all;
    }

    /** Number of bytes written, without the separate byte strings. */
    public int size() {
        return size;
    }

    /** Discards all written bytes, and keeps the array for reuse. */
    public void clear() {
        size = 0;
        pieceCount = 0;
    }

    /** The array of the written bytes; valid in [0, {@link #size()}) until the next write. */
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
