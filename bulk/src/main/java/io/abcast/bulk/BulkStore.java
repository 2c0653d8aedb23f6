package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Reads and writes the batches of one transfer. Only the disk thread calls the methods of a store. */
interface BulkStore extends AutoCloseable {
    record Loaded(Manifest manifest, byte[][] rows) {}

    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /**
     * @param manifest description of the batch with the digests of its blocks; null at the source's first load of the
     *     batch
     */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows the uncoded blocks of the source, each preceded by its coefficients (one per block of the batch) */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    FileDigests digests();

    default void hashAll() throws IOException {}

    /** Idempotent. */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
