package io.abcast.jgroups.bulk;

import java.io.IOException;
import java.security.MessageDigest;

/** The SHA-256 of each file of a {@link Catalog}, made of its stream in order. */
final class FileDigests {
    private final Catalog catalog;
    private final Layout layout;
    private final MessageDigest sha256 = Catalog.sha256();
    private final byte[][] digests;
    private int known;
    private long position;

    FileDigests(Catalog catalog, Layout layout) {
        this.catalog = catalog;
        this.layout = layout;
        this.digests = new byte[catalog.files().size()][];
        endEmpty();
    }

    /** Bytes of the stream that were taken. */
    long position() {
        return position;
    }

    /** How many files are through, from the first on. */
    int known() {
        return known;
    }

    byte[] digest(int file) {
        return digests[file];
    }

    /** Takes the next bytes of the stream. */
    void update(byte[] bytes, int offset, int length) throws IOException {
        layout.visit(
                position,
                length,
                (file, at, from, count) -> {
                    sha256.update(bytes, offset + (int) from, (int) count);
                    if (at + count == catalog.files().get(file).size()) {
                        end();
                        endEmpty();
                    }
                });
        position += length;
    }

    private void end() {
        digests[known++] = sha256.digest();
    }

    private void endEmpty() {
        while (known < digests.length && catalog.files().get(known).size() == 0) end();
    }
}
