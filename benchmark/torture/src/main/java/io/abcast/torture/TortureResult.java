package io.abcast.torture;

import java.util.List;
import java.util.Map;

/**
 * What a run found.
 *
 * @param seconds of faults
 * @param answered operations answered by a server
 * @param reads of these, linearizable reads
 * @param writes of these, writes, compare-and-sets and removals
 * @param unknown operations that may have taken effect or not
 * @param refused operations without effect: nobody could take them
 * @param registers whose histories were checked
 * @param registerOps operations in these
 * @param onceKeys keys written once and looked at in the end, at every member
 * @param episodes what was done, in order
 * @param outcomes what members did about damaged and full disks, and how often
 * @param skipped faults that could not be injected, and how often
 * @param longestStallMillis longest time without an answer to anybody
 * @param links how links were cut
 * @param disks what the members stored on
 * @param settings attributes drawn for the servers
 * @param violations the first of them; empty: nothing is wrong
 * @param violationsTotal all of them
 */
public record TortureResult(
        double seconds,
        long answered,
        long reads,
        long writes,
        long unknown,
        long refused,
        long registers,
        long registerOps,
        long onceKeys,
        List<EpisodeResult> episodes,
        Map<String, Integer> outcomes,
        Map<String, Integer> skipped,
        long longestStallMillis,
        String links,
        String disks,
        List<String> settings,
        List<String> violations,
        long violationsTotal) {
    /**
     * One episode of one or two faults.
     *
     * @param label of its faults
     * @param kinds of its faults
     * @param quorum whether a quorum of members ran and heard each other all the time
     * @param outageMillis longest time without an answer, from the first fault until all members served again; without a quorum,
     *     from the moment when there was one again
     * @param recoveryMillis from healing until all members served
     */
    public record EpisodeResult(
            String label,
            List<FaultKind> kinds,
            boolean quorum,
            long outageMillis,
            long recoveryMillis) {}

    public boolean passed() {
        return violationsTotal == 0;
    }
}
