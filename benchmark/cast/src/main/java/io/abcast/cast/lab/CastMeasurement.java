package io.abcast.cast.lab;

import java.util.List;

/**
 * Figures of one run of a comparison of casts. All times of the measurement are seconds since the start of the
 * transfer. All numbers of bytes count bytes on the cables, with the headers of Ethernet.
 *
 * @param verifiedSeconds for each receiver that must get the file: the time in seconds at which the SHA-256 of the
 *     receiver's file was found correct.
 * @param completeSeconds for each receiver that must get the file: the time in seconds at which the system reported the
 *     file as complete.
 * @param receivedBytes number of bytes on the cables to the receivers that must get the file.
 * @param sourceBytes number of bytes that the source host sent into its cable.
 * @param sentBytes number of bytes that all hosts sent into their cables.
 * @param cpuSeconds processor time of the programs on all hosts, from before the start of the transfer to its end, in
 *     seconds.
 * @param machineBusy fraction of the time of the machine's processors that was used during the run, 0 to 1.
 * @param hosts number of hosts in the run.
 * @param series progress of the receivers during the run, recorded about once a second.
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

    /**
     * Time in seconds from the start of the transfer until the files of all receivers were complete and their SHA-256
     * was found correct.
     */
    public double seconds() {
        return last(verifiedSeconds);
    }

    /** Time in seconds from the start of the transfer until the last receiver had the complete file. */
    public double secondsComplete() {
        return last(completeSeconds);
    }

    /**
     * Median over the receivers of the time, in seconds since the start of the transfer, at which the file's SHA-256
     * was found correct.
     */
    public double secondsMedian() {
        List<Double> sorted = verifiedSeconds.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /**
     * Number of bytes that all receivers received, divided by the least possible number, which is the length of the
     * file times the number of receivers.
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
