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
 * Environment of a contestant: the hosts and their directories. The source is host 0, and its directory contains the
 * file.
 *
 * @param directory parent of the hosts' directories.
 * @param source the file to send, which is linked into the source's directory.
 * @param early hosts that are present from the start, in ascending order; the first is the source.
 * @param rateBits rate of a cable, in bits per second.
 */
record CastSite(Lab lab, Path directory, Path source, List<Integer> early, long rateBits) {
    static final String FILE = "data.bin";

    private static final long READY_NANOS = 30_000_000_000L;
    private static final long POLL_MILLIS = 10;

    int hosts() {
        return lab.spec().hosts();
    }

    /** Receivers that are present from the start. */
    List<Integer> earlyReceivers() {
        return early.subList(1, early.size());
    }

    long size() throws IOException {
        return Files.size(source);
    }

    Path directory(int host) {
        return directory.resolve("host-" + host);
    }

    /** Path of the file on a host, whether or not it exists. */
    Path file(int host) {
        return directory(host).resolve(FILE);
    }

    /** Creates the hosts' directories. */
    void makeDirectories() throws IOException {
        for (int host = 0; host < hosts(); host++) Files.createDirectories(directory(host));
        Files.createLink(file(0), source);
    }

    /** The command that runs a class in a JVM without the optimising compiler. */
    static List<String> helper(int heapMegabytes, Class<?> main, String... arguments) {
        return JvmCommand.small(
                heapMegabytes, List.of("-XX:TieredStopAtLevel=1"), main.getName(), arguments);
    }

    /**
     * Waits for the condition.
     *
     * @throws IOException after half a minute; the message names the condition
     */
    static void await(String what, BooleanSupplier condition)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0)
                throw new IOException(what + ": not within " + READY_NANOS / 1_000_000_000 + " s");
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits until a process listens on the port. */
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
