package io.abcast.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What was found wrong. Safe from any thread. */
final class Violations {
    /** More say nothing new. */
    private static final int KEPT_MAX = 20;

    private final Consumer<String> told;
    private final List<String> kept = new ArrayList<>();
    private long count;

    /** @param told each one that is kept, as it is found */
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

    /** The first ones. */
    synchronized List<String> first() {
        return List.copyOf(kept);
    }
}
