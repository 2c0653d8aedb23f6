package io.abcast.benchmark.papers.omaha;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Linux counts on the loopback of this network namespace: nothing else may use it meanwhile.
 *
 * @param packets of TCP sent, acks of the kernel included
 * @param bytes of them, headers of IP and TCP included
 */
record KernelCounts(long packets, long bytes) {
    private static final Path DEVICES = Path.of("/proc/net/dev");

    // Of "lo:"; the first eight fields are of what was received.
    private static final int BYTES_SENT = 9;
    private static final int PACKETS_SENT = 10;

    static boolean known() {
        return Files.isReadable(DEVICES);
    }

    static KernelCounts now() {
        try {
            return of(Files.readAllLines(DEVICES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static KernelCounts of(List<String> devices) {
        for (String line : devices) {
            String[] fields = line.strip().split("[: ]+");
            if (fields[0].equals("lo"))
                return new KernelCounts(
                        Long.parseLong(fields[PACKETS_SENT]), Long.parseLong(fields[BYTES_SENT]));
        }
        throw new IllegalStateException("no device lo");
    }

    KernelCounts minus(KernelCounts before) {
        return new KernelCounts(packets - before.packets, bytes - before.bytes);
    }
}
