package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Reads and writes the batches of one transfer. Used on the disk thread only. */
interface BulkStore extends AutoCloseable {
    /** A batch that was loaded into memory. */
    record Loaded(Manifest manifest, byte[][] rows) {}

    /**
     * Opens the files of a receiver. A source has all batches and does not call this method.
     *
     * @return the batches that this member already has
     */
    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /**
     * @param manifest description of the batch with its digests; null if the source has not made the description yet
     */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    /** Reads {@code count} rows of a batch, from {@code first} on. */
    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows the uncoded blocks of the source, each preceded by its k coefficients */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    /** Digests of the files that have been read or written so far. */
    FileDigests digests();

    /**
     * Reads the batches that were not read yet, so that the digests of all files are known. The method does nothing at
     * a receiver, which hashes the batches that it writes.
     */
    default void hashAll() throws IOException {}

    /** Moves the files to their final names. Does nothing if the files already have these names. */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
