package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Reads and writes the batches of one transfer. Only the disk thread calls the methods of a store. */
interface BulkStore extends AutoCloseable {
    /** A batch of blocks that the store has loaded into memory. */
    record Loaded(Manifest manifest, byte[][] rows) {}

    /**
     * Opens the files of a receiver for the transfer. A source has all batches and does not open files in this way.
     *
     * @return the numbers of the batches that this member already has
     */
    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /**
     * @param manifest description of the batch with the digests of its blocks; null if the source has not made the
     *     description yet
     */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    /**
     * Reads {@code count} rows of a batch, which are blocks with their coefficients, beginning with the row
     * {@code first}.
     */
    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows the uncoded blocks of the source, each preceded by its k coefficients */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    /** The digests of the files that this member has completely read or written so far. */
    FileDigests digests();

    /**
     * Reads the batches that this member has not read yet, so that the digests of all files are known. At a receiver
     * the call has no effect, because a receiver hashes the batches when it writes them.
     */
    default void hashAll() throws IOException {}

    /**
     * Moves all received files to their final names. The call has no effect if the files already have their final
     * names.
     */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
