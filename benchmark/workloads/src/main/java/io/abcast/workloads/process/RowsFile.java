package io.abcast.workloads.process;

import io.abcast.partitions.RowKey;
import io.abcast.partitions.StoreTable;
import io.abcast.partitions.rows.FrozenRows;
import io.abcast.partitions.rows.RowTables;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with the rows of a replica, which a server writes and the process that checks the workload's conditions reads.
 */
final class RowsFile {
    private static final int BYTES_MAX = 1 << 24;

    private RowsFile() {}

    static void write(FrozenRows rows, List<StoreTable> tables, Path file) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (StoreTable table : tables) {
                out.writeInt(rows.count(table.number()));
                rows.forEach(
                        table.number(),
                        (key, row) -> {
                            out.writeUTF(key.name() == null ? "" : key.name());
                            out.writeLong(key.id());
                            out.writeInt(row.length);
                            out.write(row);
                        });
            }
        }
    }

    static FrozenRows read(List<StoreTable> tables, Path file) throws IOException {
        RowTables rows = new RowTables(tables);
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (StoreTable table : tables)
                for (int left = in.readInt(); left > 0; left--) {
                    String name = in.readUTF();
                    long id = in.readLong();
                    RowKey key =
                            name.isEmpty()
                                    ? RowKey.of(table.number(), id)
                                    : RowKey.of(table.number(), name);
                    int length = in.readInt();
                    if (length < 0 || length > BYTES_MAX)
                        throw new IOException(
                                file + ": expected 0.." + BYTES_MAX + " bytes, got " + length);
                    rows.load(key, in.readNBytes(length));
                }
        }
        rows.beginFreeze(0);
        return rows.finishFreeze();
    }
}
