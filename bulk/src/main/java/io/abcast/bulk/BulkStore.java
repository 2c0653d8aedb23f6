package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Reads and writes the batches of one transfer; on the disk thread. */
interface BulkStore extends AutoCloseable {
    /** A batch in memory. */
    record Loaded(Manifest manifest, byte[][] rows) {}

    /** @return the batches that this member has already; not called at a source, which has all batches */
    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /** @param manifest null if the batch has no manifest yet */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    /** Reads {@code count} rows of a batch, from {@code first} on. */
    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows each block, as the source made it, behind its k coefficients */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    /** Digests of the files that are read or written so far. */
    FileDigests digests();

    /**
     * Reads on until all digests are known. A receiver has nothing to do, because it hashes the batches that it writes.
     */
    default void hashAll() throws IOException {}

    /** Moves the files to their places. Does nothing if they are there already. */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
