package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Reads and writes the batches of one transfer. Only the disk thread calls the methods of a store. */
interface BulkStore extends AutoCloseable {
    /** A batch of blocks that the store has loaded into memory. */
    record Loaded(Manifest manifest, byte[][] rows) {}

    /**
     * Prepares a receiver's files for the transfer. The stores of a source do nothing in {@code open}.
     *
     * @return the numbers of the batches that this member already has
     */
    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /**
     * @param manifest description of the batch with the digests of its blocks; null at the source's first load of the
     *     batch, by which the store computes the description
     */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    /** Reads {@code count} rows (coefficients and block) of a batch, beginning with row {@code first}. */
    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows the uncoded blocks of the source, each preceded by its coefficients (one per block of the batch) */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    /** The digests of the files that this member has completely read or written so far. */
    FileDigests digests();

    /**
     * At a source: reads the batches that it has not read yet, so that the digests of all files are known. At a
     * receiver: no effect, because a receiver computes digests when it writes batches.
     */
    default void hashAll() throws IOException {}

    /** Renames all received files to their final names, if they match {@code digests}. Idempotent. */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
