package io.abcast.torture;

import java.util.Map;
import java.util.TreeMap;

/** Counts the faults that a torture run injected, and the faults that it skipped. */
final class Injections {
    private final Map<String, Integer> skipped = new TreeMap<>();
    private int injected;

    void injected() {
        injected++;
    }

    void skipped(FaultKind kind) {
        skipped.merge(kind.label(), 1, Integer::sum);
    }

    Map<String, Integer> skipped() {
        return Map.copyOf(skipped);
    }

    /** Null unless the torture run skipped more than a third of its faults. */
    String problem() {
        int none = skipped.values().stream().mapToInt(Integer::intValue).sum();
        int all = none + injected;
        if (3 * none <= all) return null;
        return none + " of " + all + " faults could not be injected: " + skipped;
    }
}
