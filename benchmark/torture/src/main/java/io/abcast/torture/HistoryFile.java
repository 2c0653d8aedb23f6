package io.abcast.torture;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a compressed file with one line for each operation of the clients of a torture run. At most {@link #CHARS_MAX}
 * characters before compression, and then one final line. The class is thread-safe.
 */
final class HistoryFile implements AutoCloseable {
    /** About ten hours at 500 operations per second; the file omits further operations, and its last line says so. */
    static final long CHARS_MAX = 1L << 30;

    private final Writer out;
    private final long startNanos;
    private long chars;

    HistoryFile(Path file, long startNanos) throws IOException {
        this.startNanos = startNanos;
        out =
                new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(file), 64 << 10),
                        StandardCharsets.UTF_8);
        out.write("# start us, end us, client, operation, key, argument, answer\n");
    }

    synchronized void add(
            int client,
            String operation,
            String key,
            String asked,
            String answered,
            long fromNanos,
            long toNanos) {
        if (chars > CHARS_MAX) return;
        String line =
                micros(fromNanos)
                        + " "
                        + micros(toNanos)
                        + " "
                        + client
                        + " "
                        + operation
                        + " "
                        + key
                        + " "
                        + asked
                        + " "
                        + answered
                        + "\n";
        chars += line.length();
        try {
            out.write(line);
            if (chars > CHARS_MAX)
                out.write("# later operations are left out: maximum size reached\n");
        } catch (IOException e) {
            throw new UncheckedIOException("history: " + e.getMessage(), e);
        }
    }

    private long micros(long nanos) {
        return (nanos - startNanos) / 1_000;
    }

    @Override
    public synchronized void close() throws IOException {
        chars = CHARS_MAX + 1;
        out.close();
    }
}
