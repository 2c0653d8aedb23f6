package io.abcast.cast.lab;

import io.abcast.command.process.JvmCommand;
import io.abcast.lab.HostProcess;
import io.abcast.lab.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The hosts of one run of a compared system, and their directories; host 0 is the source, whose directory contains the
 * file.
 *
 * @param directory parent directory of the directories in which the hosts keep their files
 * @param source the file to send, to which the directory of the source has a link
 * @param early hosts that are present from the start of the run, in ascending order; the first host is the source
 * @param rateBits rate of a cable, in bit/s
 */
record CastSite(Lab lab, Path directory, Path source, List<Integer> early, long rateBits) {
    static final String FILE = "data.bin";

    private static final long READY_NANOS = 30_000_000_000L;
    private static final long POLL_MILLIS = 10;

    int hosts() {
        return lab.spec().hosts();
    }

    List<Integer> earlyReceivers() {
        return early.subList(1, early.size());
    }

    long size() throws IOException {
        return Files.size(source);
    }

    Path directory(int host) {
        return directory.resolve("host-" + host);
    }

    Path file(int host) {
        return directory(host).resolve(FILE);
    }

    void makeDirectories() throws IOException {
        for (int host = 0; host < hosts(); host++) Files.createDirectories(directory(host));
        Files.createLink(file(0), source);
    }

    static List<String> helper(int heapMegabytes, Class<?> main, String... arguments) {
        return JvmCommand.small(
                heapMegabytes, List.of("-XX:TieredStopAtLevel=1"), main.getName(), arguments);
    }

    static void await(String what, BooleanSupplier condition)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0)
                throw new IOException(what + ": not within " + READY_NANOS / 1_000_000_000 + " s");
            Thread.sleep(POLL_MILLIS);
        }
    }

    void awaitListening(HostProcess process, int host, int port)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        while (!lab.listens(host, port)) {
            process.expectRunning();
            if (System.nanoTime() - deadline > 0)
                throw new IOException(
                        "no process listens on port "
                                + port
                                + " of host "
                                + host
                                + " within "
                                + READY_NANOS / 1_000_000_000
                                + " s");
            Thread.sleep(POLL_MILLIS);
        }
    }
}
