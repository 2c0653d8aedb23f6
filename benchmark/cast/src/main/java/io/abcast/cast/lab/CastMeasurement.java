package io.abcast.cast.lab;

import java.util.List;

/**
 * What one run measured. Times are seconds since the start, bytes are those of the cables with the headers of Ethernet.
 *
 * @param verifiedSeconds by receiver that had to get the file: when its SHA-256 was found to agree
 * @param completeSeconds likewise: when the system said that it has it
 * @param receivedBytes what these receivers' cables brought them
 * @param sourceBytes what the source sent
 * @param sentBytes what all hosts sent
 * @param cpuSeconds of all hosts' programs, from before the start to the end
 * @param machineBusy share of the machine's processors that was busy meanwhile, 0 to 1
 * @param hosts that were there
 * @param series what the receivers had received on average, about once a second
 */
public record CastMeasurement(
        List<Double> verifiedSeconds,
        List<Double> completeSeconds,
        long receivedBytes,
        long sourceBytes,
        long sentBytes,
        double cpuSeconds,
        double machineBusy,
        int hosts,
        List<Point> series) {

    /** @param receivedShare bytes over the file's size */
    public record Point(double seconds, double receivedShare) {}

    /** Until the last host's digest agreed. */
    public double seconds() {
        return last(verifiedSeconds);
    }

    /** Until the last host's file was there. */
    public double secondsComplete() {
        return last(completeSeconds);
    }

    /** The median host's. */
    public double secondsMedian() {
        List<Double> sorted = verifiedSeconds.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** What came over what had to come. */
    public double receivedOverMinimum(long fileBytes) {
        return receivedBytes / ((double) fileBytes * verifiedSeconds.size());
    }

    public double sourceOverSize(long fileBytes) {
        return sourceBytes / (double) fileBytes;
    }

    public double cpuSecondsPerHost() {
        return cpuSeconds / hosts;
    }

    private static double last(List<Double> of) {
        return of.stream().mapToDouble(d -> d).max().orElse(Double.NaN);
    }
}
