package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.util.Arrays;

/**
 * A {@code BulkStore} without a disk, whose files contain only zeros; for the members of a {@link Rehearsal}. Only one
 * thread uses a {@code Zeros} store.
 */
final class Zeros implements BulkStore {
    private final Catalog catalog;
    private final FileDigests digests;

    Zeros(Catalog catalog) {
        this.catalog = catalog;
        this.digests = new FileDigests(catalog, new Layout(catalog));
    }

    @Override
    public Loaded load(int batch, Manifest manifest, long startRound) throws IOException {
        byte[][] rows = Rows.allocate(catalog, batch);
        Manifest made =
                Manifest.ofRows(
                        batch, startRound, catalog.length(batch), Processor.fastestDigest(), rows);
        digests.add(made);
        return new Loaded(made, rows);
    }

    @Override
    public byte[][] loadPart(Manifest manifest, int first, int count) {
        return Arrays.copyOfRange(Rows.allocate(catalog, manifest.batch()), first, first + count);
    }

    @Override
    public void write(Manifest manifest, byte[][] rows) throws IOException {
        digests.add(manifest);
    }

    @Override
    public FileDigests digests() {
        return digests;
    }

    @Override
    public void close() {}
}
