package io.abcast.benchmark.cast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one TCP stream between two hosts of a lab reaches: no system can expect more of a cable. */
final class Floor {
    private static final Pattern TOOK = Pattern.compile("took (\\d+) bytes in (\\d+) ns");

    private Floor() {}

    /**
     * Sends the file once.
     *
     * @param lab of two hosts, just made
     * @return bits of the file per second over those of the cable, from the first byte to the last
     */
    static double measure(Lab lab, Path directory, TestFile file)
            throws IOException, InterruptedException {
        CastSite site =
                new CastSite(
                        lab, directory, file.path(), List.of(0, 1), lab.spec().bitsPerSecond());
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
        return share(chain.said(1), lab.spec().bitsPerSecond());
    }

    static double share(String said, long bitsPerSecond) throws IOException {
        Matcher took = TOOK.matcher(said);
        if (!took.find()) throw new IOException("expected '" + TOOK + "', got " + said);
        double bits = Double.parseDouble(took.group(1)) * 8;
        return bits / (Double.parseDouble(took.group(2)) / 1e9) / bitsPerSecond;
    }
}
