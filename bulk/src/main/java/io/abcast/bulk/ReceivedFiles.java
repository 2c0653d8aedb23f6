package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * The files that a receiver of a transfer writes. The receiver first writes all files into a {@link PartDirectory}.
 * When all files match the digests of the source, the receiver renames them to their final paths, so that no incomplete
 * file appears there. Only one thread uses a {@code ReceivedFiles} object.
 */
final class ReceivedFiles implements BulkStore {
    private final Catalog catalog;
    private final Path directory;
    private final Layout layout;
    private final FileDigests digests;
    private final OpenFiles disk;
    private final boolean fsync;
    private final BitSet written = new BitSet();
    private final PartDirectory parts;

    /** Reads files after they have their final names, only to send blocks to members that join late. */
    private final OpenFiles placed = new OpenFiles(false);

    /**
     * Modification times of the received files when they got their final names, in ms since 1970; they show later
     * changes by other programs.
     */
    private final long[] modifiedMillis;

    private boolean finished;
    private BatchJournal journal;

    ReceivedFiles(Catalog catalog, Path directory, boolean fsync, OpenFiles disk) {
        this.catalog = catalog;
        this.directory = directory;
        this.fsync = fsync;
        this.disk = disk;
        this.layout = new Layout(catalog);
        this.digests = new FileDigests(catalog, layout);
        this.parts = new PartDirectory(directory, catalog.content());
        this.modifiedMillis = new long[catalog.files().size()];
    }

    private Path part(int file) {
        return parts.resolve(file + ".part");
    }

    private Path place(int file) {
        return directory.resolve(catalog.files().get(file).name());
    }

    @Override
    public List<Manifest> open() throws IOException {
        checkDirectory();
        parts.open();
        tryNames();
        journal = new BatchJournal(parts.resolve("journal"));
        List<Manifest> kept = new ArrayList<>();
        for (Map.Entry<Integer, Manifest> entry : journal.found().entrySet())
            if (verified(entry.getKey(), entry.getValue())) kept.add(entry.getValue());
        long present = 0;
        for (Manifest manifest : kept) present += manifest.length();
        long needed = catalog.bytes() - present;
        long usable = disk.usableBytes(directory);
        if (usable < needed) {
            // Data of an earlier attempt without any complete batch is useless.
            if (kept.isEmpty()) discard();
            throw new FileSystemException(
                    directory.toString(),
                    null,
                    "expected " + needed + " free bytes, there are " + usable);
        }
        for (int i = 0; i < catalog.files().size(); i++)
            if (catalog.files().get(i).size() == 0) disk.finish(part(i), 0, false);
        for (Manifest manifest : kept) {
            written.set(manifest.batch());
            digests.add(manifest);
        }
        return kept;
    }

    private void tryNames() throws IOException {
        try {
            new NameCheck().tryNames(catalog, parts.resolve("names"));
        } catch (IOException e) {
            parts.delete();
            throw e;
        }
    }

    private void checkDirectory() throws IOException {
        if (!Files.isDirectory(directory))
            throw new FileSystemException(directory.toString(), null, "not a directory");
        if (!Files.isWritable(directory))
            throw new FileSystemException(directory.toString(), null, "may not be written");
        NameCheck.checkForms(catalog, directory);
        for (int i = 0; i < catalog.files().size(); i++)
            if (Files.isDirectory(place(i)))
                throw new FileSystemException(
                        place(i).toString(),
                        null,
                        "expected a place for a file, it is a directory");
    }

    private boolean verified(int batch, Manifest manifest) {
        if (batch >= catalog.batches()
                || manifest.k() != catalog.blocks(batch)
                || manifest.blockBytes() != catalog.blockBytes()
                || manifest.length() != catalog.length(batch)) return false;
        try {
            byte[][] rows = rows(batch);
            for (int i = 0; i < rows.length; i++)
                if (!manifest.agrees(i, rows[i], rows.length)) return false;
            return true;
        } catch (IOException e) {
            // Treat an unreadable batch like a missing one, so that the receiver gets it again.
            return false;
        }
    }

    private byte[][] rows(int batch) throws IOException {
        return rows(batch, 0, catalog.blocks(batch));
    }

    private byte[][] rows(int batch, int first, int count) throws IOException {
        if (!finished) return Rows.read(catalog, layout, batch, first, count, disk, this::part);
        Rows.checkUnchanged(catalog, layout, batch, this::place, file -> modifiedMillis[file]);
        return Rows.read(catalog, layout, batch, first, count, placed, this::place);
    }

    @Override
    public Loaded load(int batch, Manifest manifest, long startRound) throws IOException {
        return new Loaded(manifest, rows(batch));
    }

    @Override
    public byte[][] loadPart(Manifest manifest, int first, int count) throws IOException {
        return rows(manifest.batch(), first, count);
    }

    @Override
    public FileDigests digests() {
        return digests;
    }

    @Override
    public void write(Manifest manifest, byte[][] rows) throws IOException {
        try {
            writeRows(manifest, rows);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // The JVM's exception for a full disk does not name the path, so add it.
            throw new IOException(directory + ": " + e.getMessage(), e);
        }
    }

    private void writeRows(Manifest manifest, byte[][] rows) throws IOException {
        int batch = manifest.batch();
        long[] at = {batch * catalog.batchBytes()};
        Rows.forEachPart(
                catalog,
                batch,
                rows,
                (bytes, offset, length) -> {
                    layout.visit(
                            at[0],
                            length,
                            (file, position, from, count) ->
                                    disk.write(
                                            part(file),
                                            position,
                                            bytes,
                                            offset + (int) from,
                                            (int) count));
                    at[0] += length;
                });
        journal.add(manifest);
        written.set(batch);
        digests.add(manifest);
    }

    boolean complete() {
        return written.cardinality() == catalog.batches();
    }

    /**
     * @throws IOException if a file cannot be renamed, or if its digest does not match; after a wrong digest the
     *     receiver deletes all its data
     */
    @Override
    public void finish(byte[][] expected) throws IOException {
        for (int i = 0; i < expected.length; i++) {
            if (Arrays.equals(expected[i], digests.digest(i))) continue;
            discard();
            throw new IOException(
                    catalog.files().get(i).name()
                            + ": its digest differs from that of the source; all received data was deleted");
        }
        for (int i = 0; i < expected.length; i++) {
            disk.finish(part(i), catalog.files().get(i).size(), fsync);
            disk.closeFile(part(i));
            // Read the modification time before the rename, because another program may remove the
            // renamed file at once.
            modifiedMillis[i] = Files.getLastModifiedTime(part(i)).toMillis();
            try {
                Files.move(part(i), place(i), StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                throw new IOException(place(i) + ": the file system cannot rename", e);
            }
        }
        finished = true;
        if (fsync) {
            try (FileChannel forced = FileChannel.open(directory, StandardOpenOption.READ)) {
                forced.force(true);
            }
        }
        journal.delete();
        parts.delete();
    }

    private void discard() throws IOException {
        disk.close();
        journal.delete();
        for (int i = 0; i < catalog.files().size(); i++) Files.deleteIfExists(part(i));
        parts.delete();
    }

    @Override
    public void close() throws IOException {
        disk.close();
        placed.close();
        if (journal != null) journal.close();
    }
}
