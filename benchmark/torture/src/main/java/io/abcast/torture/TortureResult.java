package io.abcast.torture;

import java.util.List;
import java.util.Map;

/**
 * Result of a torture run.
 *
 * @param seconds duration of the part of the run with faults, in seconds
 * @param answered number of operations that a server answered
 * @param reads number of linearizable reads among the answered operations
 * @param writes number of writes, compare-and-sets and removals among the answered operations
 * @param unknown number of operations without a known outcome, which may have taken effect
 * @param refused number of operations that no server accepted and that had no effect
 * @param registers number of registers whose histories were checked
 * @param registerOps number of operations in the checked histories of registers
 * @param onceKeys number of keys that clients wrote once and that the run checked at every member at its end
 * @param listTxns number of transactions on lists among which the run searched for cycles of the order
 * @param episodes the episodes of injected faults, in the order of time
 * @param outcomes reactions of members to damaged and full disks, with the number of occurrences
 * @param skipped labels of the faults that the run could not inject, with the number of occurrences
 * @param longestStallMillis longest time in which no client received an answer, in ms
 * @param links description of the means by which the run cut links
 * @param disks description of the members' disks, such as their size
 * @param settings random attribute values that the run chose for the servers
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
        long listTxns,
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
     * One episode of a run, with one or two faults.
     *
     * @param label label of the faults of the episode.
     * @param kinds kinds of the faults of the episode.
     * @param quorum whether a quorum of members was running and connected during the whole episode.
     * @param outageMillis longest time without an answer, in ms, from the first fault, or from the return of a lost
     *     quorum, until all members served again.
     * @param recoveryMillis time in ms from the healing of the episode's faults until all members served
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
