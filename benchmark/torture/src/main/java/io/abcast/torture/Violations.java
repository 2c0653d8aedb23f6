package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the violations that a run found. The class is thread-safe. */
final class Violations {
    /** Further violations are only counted, because they rarely add information. */
    private static final int KEPT_MAX = 20;

    private final Consumer<String> told;
    private final List<String> kept = new ArrayList<>();
    private long count;

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

    synchronized List<String> first() {
        return List.copyOf(kept);
    }
}
