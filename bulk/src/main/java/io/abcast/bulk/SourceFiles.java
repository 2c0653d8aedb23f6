package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.BlockDigest;
import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the files that the source of a transfer sends, batch by batch, and computes the digests of a batch at its first
 * read. Only one thread uses a {@code SourceFiles} object.
 */
final class SourceFiles implements BulkStore {
    private static final BlockDigest DIGEST = Processor.fastestDigest();
    private static final int WARM_UP_BLOCKS = 32;
    private static final int WARM_UP_BLOCK_BYTES = 1 << 16;

    private final Catalog catalog;
    private final List<Path> paths;
    private final Layout layout;
    private final FileDigests digests;
    private final OpenFiles disk = new OpenFiles(false);

    /** @param paths paths of the files, or of symbolic links to the files */
    SourceFiles(Catalog catalog, List<Path> paths) throws IOException {
        this.catalog = catalog;
        this.paths = new ArrayList<>();
        for (Path path : paths) this.paths.add(path.toRealPath());
        this.layout = new Layout(catalog);
        this.digests = new FileDigests(catalog, layout);
    }

    static void warmUp() {
        byte[][] rows = new byte[WARM_UP_BLOCKS][WARM_UP_BLOCK_BYTES];
        Manifest.ofRows(0, 0, 0, DIGEST, rows);
    }

    static List<Catalog.Entry> entries(List<Path> paths) throws IOException {
        List<Catalog.Entry> entries = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path))
                throw new FileSystemException(path.toString(), null, "there is no such file");
            if (!Files.isRegularFile(path))
                throw new FileSystemException(path.toString(), null, "not a file");
            if (!Files.isReadable(path))
                throw new FileSystemException(path.toString(), null, "may not be read");
            String name = path.toAbsolutePath().normalize().getFileName().toString();
            String fault = Names.fault(name, false);
            if (fault != null)
                throw new FileSystemException("file \"" + Names.shown(name) + "\"", null, fault);
            entries.add(
                    new Catalog.Entry(
                            name, Files.size(path), Files.getLastModifiedTime(path).toMillis()));
        }
        return entries;
    }

    @Override
    public Loaded load(int batch, Manifest manifest, long startRound) throws IOException {
        byte[][] rows = rows(batch, 0, catalog.blocks(batch));
        Manifest made =
                manifest != null
                        ? manifest
                        : Manifest.ofRows(batch, startRound, catalog.length(batch), DIGEST, rows);
        digests.add(made);
        return new Loaded(made, rows);
    }

    @Override
    public byte[][] loadPart(Manifest manifest, int first, int count) throws IOException {
        return rows(manifest.batch(), first, count);
    }

    private byte[][] rows(int batch, int first, int count) throws IOException {
        Rows.checkUnchanged(
                catalog,
                layout,
                batch,
                paths::get,
                file -> catalog.files().get(file).modifiedMillis());
        return Rows.read(catalog, layout, batch, first, count, disk, paths::get);
    }

    @Override
    public void write(Manifest manifest, byte[][] rows) {
        throw new IllegalStateException("a source writes nothing");
    }

    @Override
    public void hashAll() throws IOException {
        for (int batch = 0; batch < catalog.batches(); batch++)
            if (!digests.has(batch)) load(batch, null, 0);
    }

    @Override
    public FileDigests digests() {
        return digests;
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
