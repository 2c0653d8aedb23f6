package io.abcast.cast.lab;

import java.util.List;

/**
 * Figures of one run. Times are seconds since the start. Bytes are those on the cables, with the headers of Ethernet.
 *
 * @param verifiedSeconds by receiver that must get the file: when its SHA-256 was found correct.
 * @param completeSeconds by receiver that must get the file: when the system reported the file as complete.
 * @param receivedBytes bytes on the cables to these receivers.
 * @param sourceBytes bytes that the source sent.
 * @param sentBytes bytes that all hosts sent.
 * @param cpuSeconds of all hosts' programs, from before the start to the end.
 * @param machineBusy share of the machine's processors that was busy during the run, 0 to 1.
 * @param hosts number of hosts in the run.
 * @param series bytes that the receivers had received on average, about once a second.
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

    /** Time until the SHA-256 of the last host was found correct. */
    public double seconds() {
        return last(verifiedSeconds);
    }

    /** Time until the last host had the complete file. */
    public double secondsComplete() {
        return last(completeSeconds);
    }

    /** Time of the median host. */
    public double secondsMedian() {
        List<Double> sorted = verifiedSeconds.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** Received bytes over the minimum. */
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
