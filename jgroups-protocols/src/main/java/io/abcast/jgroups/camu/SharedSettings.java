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
 * The settings that are the same at all servers, and at all starts of a server. Partitions have numbers in the order of
 * their names, so another map would give the entries of the logs another meaning.
 *
 * @param map the partitions
 * @param log name of the log's element
 * @param strict whether {@code consistency} is {@code strict}
 * @param fast see the attribute {@code fast}
 * @param application what the application adds; empty if it adds nothing
 */
public record SharedSettings(
        PartitionMap map, String log, boolean strict, boolean fast, String application) {
    /** Name of the file in the data directory that has the settings. */
    private static final String FILE = "camu.settings";

    /** Longer values are given by their digests, so that the text fits into a hello. */
    private static final int VALUE_BYTES_MAX = 384;

    private static final int DIGEST_DIGITS = 16;

    /** The settings as the name of the group in hellos. Its parts are compared one by one. */
    public String groupName() {
        String name =
                String.join(
                        Hello.SEPARATOR,
                        "CAMU",
                        "partitions " + shortened(map.toString()),
                        "log " + log,
                        "consistency " + (strict ? "strict" : "serializable"),
                        "fast " + fast,
                        "application " + (application.isBlank() ? "none" : shortened(application)));
        assert name.getBytes(StandardCharsets.UTF_8).length <= Hello.GROUP_BYTES_MAX : name;
        return name;
    }

    private static String shortened(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        // The file in the data directory ends with the text, and loses what cannot be read back
        // from it.
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
     * Compares these settings with those of the last start, and keeps them at the first start.
     *
     * @param dir the data directory, which is created if it does not exist
     * @throws IOException if the settings differ, or the file cannot be used
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
