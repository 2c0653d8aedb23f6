package io.abcast.torture;

import java.util.List;
import java.util.Map;

/**
 * Result of a run.
 *
 * @param seconds duration of the faults
 * @param answered number of operations that a server answered
 * @param reads number of linearizable reads among the answered operations
 * @param writes number of writes, compare-and-sets and removals among the answered operations
 * @param unknown number of operations that may have taken effect
 * @param refused number of operations that no server accepted and that had no effect
 * @param registers number of registers whose histories were checked
 * @param registerOps number of operations in the checked histories
 * @param onceKeys number of keys that were written once and checked at every member at the end
 * @param listTxns number of transactions on lists, in which cycles were searched
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
     * One episode of one or two faults.
     *
     * @param label label of its faults
     * @param kinds kinds of its faults
     * @param quorum whether a quorum of members was running and connected during the whole episode
     * @param outageMillis longest time without an answer, from the first fault until all members served again; if the
     *     quorum was lost, from its return on
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
