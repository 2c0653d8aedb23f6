package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.TreeMap;

/**
 * One digest for each file of a {@link Catalog}: SHA-256 over those of the batches that have a part of it, each of which is SHA-256 over
 * those of its blocks. So every byte is hashed once, with its block.
 */
final class FileDigests {
    private final Catalog catalog;
    private final Layout layout;
    private final MessageDigest sha256 = Catalog.sha256();
    private final byte[][] digests;

    /** Of batches after one that is still missing. */
    private final TreeMap<Integer, byte[]> waiting = new TreeMap<>();

    private int known;
    private int next;

    FileDigests(Catalog catalog, Layout layout) {
        this.catalog = catalog;
        this.layout = layout;
        this.digests = new byte[catalog.files().size()][];
        endEmpty();
    }

    /** How many files are through, from the first on. */
    int known() {
        return known;
    }

    byte[] digest(int file) {
        return digests[file];
    }

    boolean has(int batch) {
        return batch < next || waiting.containsKey(batch);
    }

    /** Takes what a batch's blocks are, in any order. */
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
