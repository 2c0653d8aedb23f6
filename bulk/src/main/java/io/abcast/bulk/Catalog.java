package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.Manifest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The list of the files of a transfer, and the division of the files' bytes into batches and blocks. The files of a
 * transfer form one stream of bytes, which is divided into batches of {@code k} blocks.
 *
 * <p>Immutable. From {@code seed}, all members compute equal random cycles, which determine the member to which each
 * member sends next.
 */
final class Catalog {
    static final int FILES_MAX = 100_000;
    static final int NAME_BYTES_MAX = 255;

    /** @param modifiedMillis time of the file's last modification at the source, in ms since 1970 */
    record Entry(String name, long size, long modifiedMillis) {}

    private final int run;
    private final int source;
    private final long seed;
    private final int k;
    private final int blockBytes;
    private final List<Entry> files;
    private final long bytes;

    /**
     * Stores prefix sums of the file sizes, so that later calls need not visit all files.
     *
     * @throws IllegalArgumentException if the arguments do not describe a transfer, or a file name would lead out of
     *     the receiver's directory
     */
    Catalog(int run, int source, long seed, int k, int blockBytes, List<Entry> entries) {
        this.run = run;
        this.source = source;
        this.seed = seed;
        this.k = k;
        this.blockBytes = blockBytes;
        files = List.copyOf(entries);
        if (files.isEmpty() || files.size() > FILES_MAX)
            throw new IllegalArgumentException(
                    "expected 1 to " + FILES_MAX + " files, got " + files.size());
        if (k < 1 || k > Manifest.BLOCKS_MAX || blockBytes < 1 || blockBytes > 1 << 26)
            throw new IllegalArgumentException(
                    "expected batches of up to "
                            + Manifest.BLOCKS_MAX
                            + " blocks of up to 64 MiB, got "
                            + k
                            + " x "
                            + blockBytes
                            + " bytes");
        Set<String> names = new HashSet<>();
        long sum = 0;
        for (Entry file : files) {
            checkName(file.name());
            if (!names.add(file.name()))
                throw new IllegalArgumentException(
                        "two files of the name " + Names.shown(file.name()));
            if (file.size() < 0 || Long.MAX_VALUE - sum < file.size())
                throw new IllegalArgumentException(
                        Names.shown(file.name())
                                + ": expected a valid file size, got "
                                + file.size());
            sum += file.size();
        }
        bytes = sum;
        long batches = (bytes + (long) k * blockBytes - 1) / ((long) k * blockBytes);
        if (batches > BATCHES_MAX)
            throw new IllegalArgumentException(
                    "expected at most " + BATCHES_MAX + " batches, got " + batches);
    }

    Catalog(Catalog of, UnaryOperator<List<Entry>> view) {
        run = of.run;
        source = of.source;
        seed = of.seed;
        k = of.k;
        blockBytes = of.blockBytes;
        files = view.apply(of.files);
        bytes = of.bytes;
    }

    static final int BATCHES_MAX = 1 << 16;

    int run() {
        return run;
    }

    int source() {
        return source;
    }

    long seed() {
        return seed;
    }

    int k() {
        return k;
    }

    int blockBytes() {
        return blockBytes;
    }

    List<Entry> files() {
        return files;
    }

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
        if (bad)
            throw new IllegalArgumentException(
                    "expected the name of a file, got " + Names.shown(name));
    }

    long bytes() {
        return bytes;
    }

    long batchBytes() {
        return (long) k * blockBytes;
    }

    int batches() {
        return (int) ((bytes + batchBytes() - 1) / batchBytes());
    }

    long length(int batch) {
        return Math.min(batchBytes(), bytes - batch * batchBytes());
    }

    int blocks(int batch) {
        return (int) ((length(batch) + blockBytes - 1) / blockBytes);
    }

    long rankTotal() {
        return (bytes + blockBytes - 1) / blockBytes;
    }

    /**
     * Returns a text by which a receiver finds the data of an earlier attempt to transfer the same files in the same
     * batches.
     */
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
