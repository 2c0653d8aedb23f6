package io.abcast.cast.lab;

import java.util.List;

/**
 * Figures of one run of a comparison of casts, with times since the start of the transfer, and bytes on the cables
 * including Ethernet headers.
 *
 * @param verifiedSeconds for each receiver that must get the file: time in seconds at which its SHA-256 was found
 *     correct.
 * @param completeSeconds for each receiver that must get the file: time in seconds at which the system reported it as
 *     complete.
 * @param receivedBytes number of bytes on the cables to the receivers that must get the file.
 * @param sourceBytes number of bytes that the source host sent into its cable.
 * @param sentBytes number of bytes that all hosts sent into their cables.
 * @param cpuSeconds processor time of the programs on all hosts until the end of the transfer, in seconds.
 * @param machineBusy fraction of the time of the machine's processors that was used during the run, 0 to 1.
 * @param hosts number of hosts in the run.
 * @param series progress of the receivers during the run, recorded about once a second
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

    /** @param receivedShare mean number of bytes that a receiver has received, divided by the length of the file */
    public record Point(double seconds, double receivedShare) {}

    /** Time in seconds from the start of the transfer until all receivers' files had a correct SHA-256. */
    public double seconds() {
        return last(verifiedSeconds);
    }

    /** Time in seconds from the start of the transfer until the last receiver had the complete file. */
    public double secondsComplete() {
        return last(completeSeconds);
    }

    /** Median over the receivers of the time in seconds at which the file's SHA-256 was found correct. */
    public double secondsMedian() {
        List<Double> sorted = verifiedSeconds.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /**
     * Number of received bytes divided by the least possible number: the length of the file times the number of
     * receivers.
     */
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
