package io.abcast.jgroups.camu;

import io.abcast.driver.Hello;
import io.abcast.ordering.camu.PartitionMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * The settings of {@code CAMU} that are equal at all servers, and at all starts of a server. The number of a partition
 * is the index of the partition's name in sorted order, so the list of partitions must not change.
 *
 * @param map the partitions
 * @param log name of the JGroups protocol that orders the logs of all partitions
 * @param strict whether the attribute {@code consistency} is {@code strict}
 * @param fast value of the attribute {@code fast}
 * @param sessionTtlMicros time in microseconds after which a partition forgets a session that has ended; all replicas
 *     must forget at one position of the order
 * @param application text that the application adds to the shared settings; empty if the application adds no text
 */
public record SharedSettings(
        PartitionMap map,
        String log,
        boolean strict,
        boolean fast,
        long sessionTtlMicros,
        String application) {
    private static final String FILE = "camu.settings";

    /**
     * For a longer value, the text of the settings contains only the value's digest, so that the text fits into a
     * hello.
     */
    private static final int VALUE_BYTES_MAX = 384;

    private static final int DIGEST_DIGITS = 16;

    /** Returns the text of the shared settings, which hellos contain as the name of the ensemble. */
    public String groupName() {
        String name =
                String.join(
                        Hello.SEPARATOR,
                        "CAMU",
                        "partitions " + shortened(map.toString()),
                        "log " + log,
                        "consistency " + (strict ? "strict" : "serializable"),
                        "fast " + fast,
                        "session_ttl " + sessionTtlMicros / 1_000,
                        "application " + (application.isBlank() ? "none" : shortened(application)));
        assert name.getBytes(StandardCharsets.UTF_8).length <= Hello.GROUP_BYTES_MAX : name;
        return name;
    }

    private static String shortened(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        // A value that cannot be read back unchanged from the settings file is written as its
        // digest.
        boolean isPlain =
                value.equals(value.stripTrailing())
                        && value.equals(new String(bytes, StandardCharsets.UTF_8))
                        && !value.contains(Hello.SEPARATOR);
        if (bytes.length <= VALUE_BYTES_MAX && isPlain) return value;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return "of digest " + HexFormat.of().formatHex(digest).substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Compares these settings with those of the server's last start; the first start of a server writes the file.
     *
     * @param dir the data directory of the server, which is created if it does not exist.
     * @throws IOException if the settings differ from the last start, or the settings file cannot be used
     */
    public void keepIn(Path dir) throws IOException {
        Files.createDirectories(dir);
        Path file = dir.resolve(FILE);
        String now = groupName();
        if (!Files.exists(file)) {
            write(dir, file, now);
            return;
        }
        String last = Files.readString(file).strip();
        if (!last.equals(now))
            throw new IOException(
                    "%s: expected the settings of the directory's history: '%s', got '%s'"
                            .formatted(file, last, now));
    }

    private static void write(Path dir, Path file, String text) throws IOException {
        Path beside = dir.resolve(FILE + ".new");
        ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel =
                FileChannel.open(
                        beside,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel channel = FileChannel.open(dir, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Deletes the directory of a partition with all files in it. */
    public static void delete(Path dir) throws IOException {
        if (!Files.exists(dir)) return;
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator)
                Files.delete(file);
        }
    }
}
