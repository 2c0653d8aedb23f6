package io.abcast.jgroups.bulk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** A batch as rows: block i behind its k coefficients, of which the i-th is one. The last block is filled up with zeros. */
final class Rows {
    /** Takes the batch's bytes, part by part. */
    interface Part {
        void take(byte[] bytes, int offset, int length) throws IOException;
    }

    private Rows() {}

    static byte[][] allocate(Catalog catalog, int batch) {
        int k = catalog.blocks(batch);
        byte[][] rows = new byte[k][k + catalog.blockBytes()];
        for (int i = 0; i < k; i++) rows[i][i] = 1;
        return rows;
    }

    static void read(
            Catalog catalog,
            Layout layout,
            int batch,
            byte[][] rows,
            Disk disk,
            IntFunction<Path> paths)
            throws IOException {
        long start = batch * catalog.batchBytes();
        long left = catalog.length(batch);
        for (int i = 0; i < rows.length; i++) {
            byte[] row = rows[i];
            int length = (int) Math.min(left, catalog.blockBytes());
            layout.visit(
                    start + (long) i * catalog.blockBytes(),
                    length,
                    (file, at, from, count) ->
                            disk.read(
                                    paths.apply(file),
                                    at,
                                    row,
                                    rows.length + (int) from,
                                    (int) count));
            left -= length;
        }
    }

    static void forEachPart(Catalog catalog, int batch, byte[][] rows, Part part)
            throws IOException {
        long left = catalog.length(batch);
        for (byte[] row : rows) {
            int length = (int) Math.min(left, catalog.blockBytes());
            part.take(row, rows.length, length);
            left -= length;
        }
    }
}
