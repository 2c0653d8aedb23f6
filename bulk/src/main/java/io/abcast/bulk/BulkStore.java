package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.List;

/** Where the batches of one transfer are read and written; on the disk thread. */
interface BulkStore extends AutoCloseable {
    /** A batch in memory. */
    record Loaded(Manifest manifest, byte[][] rows) {}

    /** @return the batches that are here already; not asked of a source, which has all */
    default List<Manifest> open() throws IOException {
        return List.of();
    }

    /** @param manifest null when it was never made */
    Loaded load(int batch, Manifest manifest, long startRound) throws IOException;

    /** So many rows of a batch, from {@code first} on. */
    byte[][] loadPart(Manifest manifest, int first, int count) throws IOException;

    /** @param rows each block, as the source had it, behind its k coefficients */
    void write(Manifest manifest, byte[][] rows) throws IOException;

    /** Everything is here: what is left to be done, but for the places. */
    FileDigests digests();

    /** Reads on until all digests are known; nothing to do for a receiver, who digests what it writes. */
    default void hashAll() throws IOException {}

    /** Puts the files into their places; nothing to do for who has them there. */
    default void finish(byte[][] digests) throws IOException {}

    @Override
    void close() throws IOException;
}
