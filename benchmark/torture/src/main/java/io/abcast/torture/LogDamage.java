package io.abcast.torture;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

final class LogDamage {
    /** A segment file that is not longer than its header holds no records. */
    private static final int HEADER_BYTES = 40;

    private static final int BLOCK_BYTES = 64 << 10;

    private LogDamage() {}

    /** @return description of the damage; {@code null} if the log has nothing to truncate */
    static String truncate(Path data, SplittableRandom random) throws IOException {
        Path newest = newestSegment(data);
        if (newest == null) return null;
        try (RandomAccessFile file = new RandomAccessFile(newest.toFile(), "rw")) {
            long end = end(file);
            // In half of the cases, cut the log near its end, as a crash would do.
            long from = random.nextBoolean() ? HEADER_BYTES : Math.max(HEADER_BYTES, end - 4096);
            long at = random.nextLong(from, end);
            file.setLength(at);
            return newest.getFileName() + " cut at " + at + " of " + end;
        }
    }

    /** @return description of the damage; {@code null} if the log has no byte to change */
    static String flip(Path data, SplittableRandom random) throws IOException {
        Path newest = newestSegment(data);
        if (newest == null) return null;
        try (RandomAccessFile file = new RandomAccessFile(newest.toFile(), "rw")) {
            long end = end(file);
            long at = random.nextLong(end);
            int bit = 1 << random.nextInt(8);
            file.seek(at);
            int old = file.read();
            file.seek(at);
            file.write(old ^ bit);
            return String.format(
                    "%s at %d of %d: %02x became %02x",
                    newest.getFileName(), at, end, old, old ^ bit);
        }
    }

    private static Path newestSegment(Path data) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(data)) {
            segments =
                    files.filter(f -> f.getFileName().toString().matches("log-[0-9a-f-]+\\.abl"))
                            .sorted(Comparator.reverseOrder())
                            .toList();
        }
        for (Path segment : segments) {
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "r")) {
                if (end(file) > HEADER_BYTES) return segment;
            }
        }
        return null;
    }

    /** Offset after the last byte that is not 0, because space after the last record is filled with zeros. */
    private static long end(RandomAccessFile file) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        long to = file.length();
        while (to > 0) {
            long from = Math.max(0, to - BLOCK_BYTES);
            int length = (int) (to - from);
            file.seek(from);
            file.readFully(block, 0, length);
            for (int i = length - 1; i >= 0; i--) if (block[i] != 0) return from + i + 1;
            to = from;
        }
        return 0;
    }
}
