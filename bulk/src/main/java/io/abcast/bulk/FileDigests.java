package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.TreeMap;

/**
 * The digest of a file is the SHA-256 over the digests of the batches that contain a part of the file. The digest of a
 * batch is the SHA-256 over the digests of its blocks. Digests over digests let a member hash every byte of the files
 * only once.
 */
final class FileDigests {
    private final Catalog catalog;
    private final Layout layout;
    private final MessageDigest sha256 = Catalog.sha256();
    private final byte[][] digests;

    private final TreeMap<Integer, byte[]> waiting = new TreeMap<>();

    private int known;
    private int next;

    FileDigests(Catalog catalog, Layout layout) {
        this.catalog = catalog;
        this.layout = layout;
        this.digests = new byte[catalog.files().size()][];
        endEmpty();
    }

    /** Number of files with a known digest, which are always the first files of the transfer. */
    int known() {
        return known;
    }

    byte[] digest(int file) {
        return digests[file];
    }

    boolean has(int batch) {
        return batch < next || waiting.containsKey(batch);
    }

    /** Batches may be added in any order. */
    void add(Manifest manifest) throws IOException {
        if (has(manifest.batch())) return;
        MessageDigest blocks = Catalog.sha256();
        for (byte[] block : manifest.digests()) blocks.update(block);
        waiting.put(manifest.batch(), blocks.digest());
        while (waiting.containsKey(next)) goOn(waiting.remove(next));
    }

    private void goOn(byte[] batch) throws IOException {
        layout.visit(
                next * catalog.batchBytes(),
                catalog.length(next),
                (file, at, from, count) -> {
                    sha256.update(batch);
                    if (at + count == catalog.files().get(file).size()) {
                        end();
                        endEmpty();
                    }
                });
        next++;
    }

    private void end() {
        digests[known++] = sha256.digest();
    }

    private void endEmpty() {
        while (known < digests.length && catalog.files().get(known).size() == 0) end();
    }
}
