package io.abcast.benchmark.limits;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Measures how often per second the disk completes an append to a file that is followed by a sync. The measured file is
 * filled with zeros before the measurement, like the log's segments, so that an append does not change its length.
 */
final class SyncFloor {
    private static final long FILE_BYTES = 64 << 20;
    private static final int FILL_BYTES = 1 << 20;

    private SyncFloor() {}

    static LatencySummary measure(Path directory, int bytes, double seconds) throws IOException {
        Path path = Files.createTempFile(directory, "limits-", ".sync");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(FILL_BYTES);
            for (long at = 0; at < FILE_BYTES; at += FILL_BYTES) file.write(zeros.clear(), at);
            file.force(true);
            ByteBuffer record = ByteBuffer.allocateDirect(bytes);
            for (int i = 0; i < bytes; i++) record.put(i, (byte) (i * 31 + 1));
            long[] at = {0};
            return Stopwatch.measure(
                    seconds,
                    () -> {
                        if (at[0] + bytes > FILE_BYTES) at[0] = 0;
                        record.clear();
                        while (record.hasRemaining()) file.write(record, at[0] + record.position());
                        at[0] += bytes;
                        file.force(false);
                    });
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
