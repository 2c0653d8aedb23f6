package io.abcast.torture;

import java.util.List;
import java.util.Map;

/**
 * Result of a run.
 *
 * @param seconds duration of the faults
 * @param answered operations answered by a server
 * @param reads linearizable reads among the answered operations
 * @param writes writes, compare-and-sets and removals among the answered operations
 * @param unknown operations that may have taken effect or not
 * @param refused operations without effect: no server accepted them
 * @param registers number of registers whose histories were checked
 * @param registerOps operations in these histories
 * @param onceKeys keys that were written once and checked at every member at the end
 * @param episodes the injected faults, in order
 * @param outcomes reactions of members to damaged and full disks, with the number of occurrences
 * @param skipped faults that could not be injected, with the number of occurrences
 * @param longestStallMillis longest time without an answer to any client
 * @param links description of how links were cut
 * @param disks description of the members' disks
 * @param settings attributes drawn for the servers
 * @param violations the first violations; empty if there is no violation
 * @param violationsTotal number of all violations
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
     * @param label label of its faults
     * @param kinds kinds of its faults
     * @param quorum whether a quorum of members was running and connected all the time
     * @param outageMillis longest time without an answer, from the first fault until all members served again; if the
     *     quorum was lost, from the moment at which there was a quorum again
     * @param recoveryMillis time from healing until all members served
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
