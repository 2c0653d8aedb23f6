package io.abcast.cast.lab;

import io.abcast.lab.Lab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Throughput of one TCP stream between two hosts of a lab (emulated network), as an upper bound for all compared
 * systems.
 */
final class Floor {
    private Floor() {}

    /**
     * @param lab a new lab with two hosts
     * @return throughput between the arrival of the first byte and the last byte of the file, divided by the rate of
     *     the cable
     */
    static double measure(Lab lab, Path directory, TestFile file)
            throws IOException, InterruptedException {
        CastSite site =
                new CastSite(
                        lab, directory, file.path(), List.of(0, 1), lab.spec().uplinks().get(0));
        site.makeDirectories();
        Chain.Session chain = new Chain.Session(site);
        chain.prepare();
        chain.go();
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!chain.complete(1)) {
            if (System.nanoTime() > deadline)
                throw new IOException("one TCP stream did not end within a minute");
            Thread.sleep(10);
        }
        return share(site.size(), chain.nanos(1), lab.spec().uplinks().get(0));
    }

    static double share(long bytes, long nanos, long bitsPerSecond) {
        return bytes * 8.0 / (nanos / 1e9) / bitsPerSecond;
    }
}
