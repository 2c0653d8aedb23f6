package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the violations that a run found. The class is thread-safe. */
final class Violations {
    /**
     * Maximum number of violations that the result of the run describes. Beyond this maximum, the run only counts the
     * violations, because they rarely add information.
     */
    private static final int KEPT_MAX = 20;

    private final Consumer<String> told;
    private final List<String> kept = new ArrayList<>();
    private long count;

    /** @param told receives each violation that the result will describe, as soon as the run finds the violation */
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

    /** The first violations of the run, at most {@link #KEPT_MAX}. */
    synchronized List<String> first() {
        return List.copyOf(kept);
    }
}
