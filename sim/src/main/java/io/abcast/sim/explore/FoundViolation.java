package io.abcast.sim.explore;

import java.util.List;

/** A violation, and the events that led to it. */
record FoundViolation(String what, List<Step> steps) {
    /** The invariant's name. */
    String invariant() {
        return what.substring(0, what.indexOf(':'));
    }
}
