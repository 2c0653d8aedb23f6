package io.abcast.partitions;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.SplitMix64;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.nio.charset.StandardCharsets;

/**
 * The primary key of a row in a store: the number of the row's table, and a number or a name of the row. Keys are
 * ordered by table number; within a table, numbers come before names. Immutable.
 */
public final class RowKey implements Comparable<RowKey> {
    /** Maximum length of a row's name in bytes (UTF-8). */
    public static final int NAME_BYTES_MAX = 4096;

    private final int table;
    private final long id;

    /** {@code null} if a number identifies the row. */
    private final String name;

    private RowKey(int table, long id, String name) {
        if (table < 0 || table > StoreTable.NUMBER_MAX)
            throw new IllegalArgumentException(
                    "table: expected 0.." + StoreTable.NUMBER_MAX + ", got " + table);
        this.table = table;
        this.id = id;
        this.name = name;
    }

    /** Returns the key of a row that a number identifies. */
    public static RowKey of(int table, long id) {
        return new RowKey(table, id, null);
    }

    /** Returns the key of a row that a name of at most {@link #NAME_BYTES_MAX} bytes in UTF-8 identifies. */
    public static RowKey of(int table, String name) {
        // In UTF-8, a char takes at most three bytes, so short names need no exact computation.
        if (name.length() > NAME_BYTES_MAX / 3
                && name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX)
            throw new IllegalArgumentException(
                    "key: expected at most " + NAME_BYTES_MAX + " bytes, got " + name.length());
        return new RowKey(table, hash(name), name);
    }

    public int table() {
        return table;
    }

    /** The number that identifies the row; a hash of the name if a name identifies the row. */
    public long id() {
        return id;
    }

    /** The name of the row; {@code null} if a number identifies the row. */
    public String name() {
        return name;
    }

    private static long hash(String name) {
        long hash = name.length();
        for (int i = 0; i < name.length(); i++) hash = SplitMix64.mix(hash * 31 + name.charAt(i));
        return hash;
    }

    public WireWriter write(WireWriter out) {
        out.varint((long) table << 1 | (name == null ? 0 : 1));
        return name == null ? out.i64(id) : out.bytes(name.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads the key of a row.
     *
     * @throws MalformedFrameException if the bytes are not a row key
     */
    public static RowKey read(WireReader in) {
        int head = in.count(StoreTable.NUMBER_MAX << 1 | 1);
        if ((head & 1) == 0) return of(head >> 1, in.i64());
        byte[] name = in.bytes();
        if (name.length > NAME_BYTES_MAX)
            throw new MalformedFrameException(
                    "key: expected at most " + NAME_BYTES_MAX + " bytes, got " + name.length);
        return of(head >> 1, new String(name, StandardCharsets.UTF_8));
    }

    @Override
    public int compareTo(RowKey other) {
        if (table != other.table) return Integer.compare(table, other.table);
        if (name != null && other.name != null) return name.compareTo(other.name);
        if (name != null || other.name != null) return name == null ? -1 : 1;
        return Long.compare(id, other.id);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key
                && id == key.id
                && table == key.table
                && (name == null ? key.name == null : name.equals(key.name));
    }

    @Override
    public int hashCode() {
        long mixed = SplitMix64.mix(id + table);
        return (int) (mixed >>> 32);
    }

    @Override
    public String toString() {
        return table + (name == null ? "#" + id : "/" + name);
    }
}
