package io.abcast.torture;

import java.util.Map;
import java.util.TreeMap;

/** Counts the faults of a run that were injected, and those that were skipped. */
final class Injections {
    private final Map<String, Integer> skipped = new TreeMap<>();
    private int injected;

    void injected() {
        injected++;
    }

    void skipped(FaultKind kind) {
        skipped.merge(kind.label(), 1, Integer::sum);
    }

    /** Number of faults that could not be injected, by label. */
    Map<String, Integer> skipped() {
        return Map.copyOf(skipped);
    }

    /** Description of the violation if the run skipped more than a third of its faults; otherwise {@code null}. */
    String problem() {
        int none = skipped.values().stream().mapToInt(Integer::intValue).sum();
        int all = none + injected;
        if (3 * none <= all) return null;
        return none + " of " + all + " faults could not be injected: " + skipped;
    }
}
