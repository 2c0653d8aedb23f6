package io.abcast.jgroups.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a transfer consists of. The files are one stream of bytes, one behind the other; it is cut into batches of {@code k} blocks, of
 * which the last may have fewer.
 *
 * @param run another one for each transfer: what belongs to an earlier one is not mixed in
 * @param source the member that has the files
 * @param seed of the gossip's permutations
 * @param k blocks of a batch
 * @param blockBytes of each block
 */
record Catalog(int run, int source, long seed, int k, int blockBytes, List<Entry> files) {
    static final int FILES_MAX = 100_000;
    static final int NAME_BYTES_MAX = 255;

    /**
     * One file.
     *
     * @param name without a directory
     * @param size in bytes
     * @param modifiedMillis when it was last written at the source
     */
    record Entry(String name, long size, long modifiedMillis) {}

    /** @throws IllegalArgumentException for what cannot be a transfer, or would leave the receiver's directory */
    Catalog {
        files = List.copyOf(files);
        if (files.isEmpty() || files.size() > FILES_MAX)
            throw new IllegalArgumentException(
                    "expected 1 to " + FILES_MAX + " files, got " + files.size());
        if (k < 1 || k > Manifest.BLOCKS_MAX || blockBytes < 1 || blockBytes > 1 << 26)
            throw new IllegalArgumentException("batches of " + k + " x " + blockBytes + " bytes");
        Set<String> names = new HashSet<>();
        long bytes = 0;
        for (Entry file : files) {
            checkName(file.name());
            if (!names.add(file.name()))
                throw new IllegalArgumentException("two files of the name " + file.name());
            if (file.size() < 0 || Long.MAX_VALUE - bytes < file.size())
                throw new IllegalArgumentException(file.name() + ": size " + file.size());
            bytes += file.size();
        }
        long batches = (bytes + (long) k * blockBytes - 1) / ((long) k * blockBytes);
        if (batches > BATCHES_MAX)
            throw new IllegalArgumentException(
                    "expected at most " + BATCHES_MAX + " batches, got " + batches);
    }

    /** As many as the gossip knows. */
    static final int BATCHES_MAX = 1 << 16;

    private static void checkName(String name) {
        boolean bad =
                name.isEmpty()
                        || name.equals(".")
                        || name.equals("..")
                        || name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            bad |= c == '/' || c == '\\' || c < ' ';
        }
        if (bad) throw new IllegalArgumentException("expected the name of a file, got " + name);
    }

    /** Of all files together. */
    long bytes() {
        long bytes = 0;
        for (Entry file : files) bytes += file.size();
        return bytes;
    }

    long batchBytes() {
        return (long) k * blockBytes;
    }

    int batches() {
        return (int) ((bytes() + batchBytes() - 1) / batchBytes());
    }

    /** Bytes of one batch; all but the last are of one length. */
    long length(int batch) {
        return Math.min(batchBytes(), bytes() - batch * batchBytes());
    }

    /** Blocks of one batch. */
    int blocks(int batch) {
        return (int) ((length(batch) + blockBytes - 1) / blockBytes);
    }

    /** All ranks of one receiver that has everything. */
    long rankTotal() {
        return (bytes() + blockBytes - 1) / blockBytes;
    }

    /** The same for the same files cut in the same way: what a receiver kept of an earlier run goes on. */
    String content() {
        StringBuilder text = new StringBuilder().append(k).append(' ').append(blockBytes);
        for (Entry file : files)
            text.append('\n')
                    .append(file.size())
                    .append(' ')
                    .append(file.modifiedMillis())
                    .append(' ')
                    .append(file.name());
        byte[] digest = sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8));
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < 8; i++) hex.append(String.format("%02x", digest[i]));
        return hex.toString();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
