package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.rows.RowTables;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The first fields of a replica's snapshot. After the fields, a snapshot has the rows of each table in the order of
 * their keys, and row values that other replicas may still need. The replicas of a partition write equal bytes after
 * the same delivery, except for row values that other replicas may need.
 *
 * @param seq number of the last delivery in the snapshot
 * @param lastMulti timestamp of the last transaction with several destinations in the snapshot; {@code null} before the
 *     first such transaction
 */
record StoreSnapshot(
        long seq, GroupTimestamp lastMulti, StoreDigest digest, List<RetainedReads.Kept> retained) {
    private static final long MAGIC = 0x6162_5374_6f72_6501L;

    private static final int BYTES_MAX = 1 << 28;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int ID = 0;
    private static final int NAME = 1;

    static void write(FrozenStore frozen, StoreDefinition definition, OutputStream to)
            throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to, BUFFER_BYTES));
        out.writeLong(MAGIC);
        out.writeLong(frozen.seq());
        out.writeBoolean(frozen.lastMulti() != null);
        if (frozen.lastMulti() != null) write(frozen.lastMulti(), out);
        out.writeLong(frozen.digest().order());
        out.writeLong(frozen.digest().writes());
        out.writeInt(definition.tables().size());
        for (StoreTable table : definition.tables()) {
            out.writeInt(table.number());
            out.writeInt(frozen.rows().count(table.number()));
            frozen.rows().forEach(table.number(), (key, row) -> write(key, row, out));
        }
        out.writeInt(frozen.retained().size());
        for (RetainedReads.Kept each : frozen.retained()) {
            write(each.timestamp(), out);
            out.writeInt(each.groups().length);
            for (int group : each.groups()) out.writeInt(group);
            out.writeInt(each.source());
            write(each.values(), out);
        }
        out.flush();
    }

    private static void write(GroupTimestamp timestamp, DataOutputStream out) throws IOException {
        out.writeLong(timestamp.clock());
        out.writeLong(timestamp.session());
        out.writeLong(timestamp.number());
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void write(RowKey key, byte[] row, DataOutputStream out) throws IOException {
        if (key.name() == null) {
            out.writeByte(ID);
            out.writeLong(key.id());
        } else {
            out.writeByte(NAME);
            write(key.name().getBytes(StandardCharsets.UTF_8), out);
        }
        write(row, out);
    }

    static StoreSnapshot read(InputStream from, StoreDefinition definition, RowTables tables)
            throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(from, BUFFER_BYTES));
        expect("magic number", MAGIC, in.readLong());
        long seq = in.readLong();
        GroupTimestamp lastMulti = in.readBoolean() ? timestamp(in) : null;
        StoreDigest digest = new StoreDigest(in.readLong(), in.readLong());
        expect("number of tables", definition.tables().size(), in.readInt());
        for (StoreTable table : definition.tables()) {
            expect("number of a table", table.number(), in.readInt());
            int rows = length(in, Integer.MAX_VALUE);
            for (int i = 0; i < rows; i++) {
                RowKey key = key(table.number(), in);
                tables.load(key, bytes(in));
            }
        }
        int count = length(in, Integer.MAX_VALUE);
        List<RetainedReads.Kept> retained = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GroupTimestamp timestamp = timestamp(in);
            int[] groups = new int[length(in, ReadsFrame.GROUPS_MAX)];
            for (int k = 0; k < groups.length; k++) groups[k] = in.readInt();
            retained.add(new RetainedReads.Kept(timestamp, groups, in.readInt(), bytes(in)));
        }
        return new StoreSnapshot(seq, lastMulti, digest, retained);
    }

    private static GroupTimestamp timestamp(DataInputStream in) throws IOException {
        return new GroupTimestamp(in.readLong(), in.readLong(), in.readLong());
    }

    private static RowKey key(int table, DataInputStream in) throws IOException {
        int kind = in.readByte();
        if (kind == ID) return RowKey.of(table, in.readLong());
        expect("kind of a key", NAME, kind);
        byte[] name = in.readNBytes(length(in, RowKey.NAME_BYTES_MAX));
        return RowKey.of(table, new String(name, StandardCharsets.UTF_8));
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = length(in, BYTES_MAX);
        // Allocates at most a small multiple of the bytes that the stream has, even if the length
        // in the snapshot is wrong.
        byte[] bytes = in.readNBytes(length);
        expect("bytes", length, bytes.length);
        return bytes;
    }

    private static int length(DataInputStream in, int max) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > max)
            throw new IOException(
                    "snapshot of a store: expected a length of 0..%d, got %d"
                            .formatted(max, length));
        return length;
    }

    private static void expect(String what, long expected, long actual) throws IOException {
        if (expected != actual)
            throw new IOException(
                    "snapshot of a store: %s: expected %d, got %d"
                            .formatted(what, expected, actual));
    }
}
