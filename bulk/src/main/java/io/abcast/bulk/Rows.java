package io.abcast.bulk;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * Converts between the bytes of a batch in files and the batch's rows. Row i of a batch consists of one coefficient per
 * block (1 for block i, 0 for all others) and the bytes of block i. Zeros fill the end of the last block of a batch.
 */
final class Rows {
    interface Part {
        void take(byte[] bytes, int offset, int length) throws IOException;
    }

    private Rows() {}

    static byte[][] allocate(Catalog catalog, int batch) {
        return allocate(catalog, batch, 0, catalog.blocks(batch));
    }

    private static byte[][] allocate(Catalog catalog, int batch, int first, int count) {
        byte[][] rows = new byte[count][catalog.blocks(batch) + catalog.blockBytes()];
        for (int i = 0; i < count; i++) rows[i][first + i] = 1;
        return rows;
    }

    static byte[][] read(
            Catalog catalog,
            Layout layout,
            int batch,
            int first,
            int count,
            OpenFiles disk,
            IntFunction<Path> paths)
            throws IOException {
        byte[][] rows = allocate(catalog, batch, first, count);
        int k = catalog.blocks(batch);
        for (int i = 0; i < count; i++) {
            byte[] row = rows[i];
            long start = (long) (first + i) * catalog.blockBytes();
            long length = Math.min(catalog.length(batch) - start, catalog.blockBytes());
            layout.visit(
                    batch * catalog.batchBytes() + start,
                    length,
                    (file, at, from, part) ->
                            disk.read(paths.apply(file), at, row, k + (int) from, (int) part));
        }
        return rows;
    }

    static void checkUnchanged(
            Catalog catalog,
            Layout layout,
            int batch,
            IntFunction<Path> paths,
            IntToLongFunction modifiedMillis)
            throws IOException {
        layout.visit(
                batch * catalog.batchBytes(),
                catalog.length(batch),
                (file, at, from, count) -> {
                    Path path = paths.apply(file);
                    BasicFileAttributes now =
                            Files.readAttributes(
                                    path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (now.size() != catalog.files().get(file).size()
                            || now.lastModifiedTime().toMillis()
                                    != modifiedMillis.applyAsLong(file))
                        throw new FileSystemException(
                                path.toString(), null, "was changed since the transfer began");
                });
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
