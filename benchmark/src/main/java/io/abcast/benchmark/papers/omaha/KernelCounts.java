package io.abcast.benchmark.papers.omaha;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What Linux counts of the whole host: nothing else may use the network meanwhile.
 *
 * @param segments of TCP sent, acks of the kernel included
 * @param bytes sent on loopback, headers of IP and TCP included
 */
record KernelCounts(long segments, long bytes) {
    private static final Path SNMP = Path.of("/proc/net/snmp");
    private static final Path DEVICES = Path.of("/proc/net/dev");

    /** Of {@code lo:} the bytes sent; the first eight are of what was received. */
    private static final int BYTES_SENT = 9;

    static boolean known() {
        return Files.isReadable(SNMP) && Files.isReadable(DEVICES);
    }

    static KernelCounts now() {
        try {
            return new KernelCounts(
                    segments(Files.readAllLines(SNMP)), bytes(Files.readAllLines(DEVICES)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two lines begin with "Tcp:", names and figures. */
    static long segments(List<String> snmp) {
        List<String[]> tcp =
                snmp.stream()
                        .filter(line -> line.startsWith("Tcp:"))
                        .map(line -> line.split(" +"))
                        .toList();
        return Long.parseLong(tcp.get(1)[Arrays.asList(tcp.get(0)).indexOf("OutSegs")]);
    }

    static long bytes(List<String> devices) {
        for (String line : devices) {
            String[] fields = line.strip().split("[: ]+");
            if (fields[0].equals("lo")) return Long.parseLong(fields[BYTES_SENT]);
        }
        throw new IllegalStateException("no device lo");
    }

    KernelCounts minus(KernelCounts before) {
        return new KernelCounts(segments - before.segments, bytes - before.bytes);
    }
}
