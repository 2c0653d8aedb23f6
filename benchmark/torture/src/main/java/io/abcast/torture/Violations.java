package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the violations that a run found. Thread-safe. */
final class Violations {
    /**
     * Maximum number of violations in the result. Later violations are only counted, because they rarely add
     * information.
     */
    private static final int KEPT_MAX = 20;

    private final Consumer<String> told;
    private final List<String> kept = new ArrayList<>();
    private long count;

    /** @param told receives each violation that the result will contain, when it is found */
    Violations(Consumer<String> told) {
        this.told = told;
    }

    synchronized void add(String what) {
        if (++count > KEPT_MAX) return;
        kept.add(what);
        told.accept("VIOLATION: " + what);
    }

    synchronized boolean any() {
        return count > 0;
    }

    synchronized long count() {
        return count;
    }

    /** The first violations, at most {@link #KEPT_MAX}. */
    synchronized List<String> first() {
        return List.copyOf(kept);
    }
}
