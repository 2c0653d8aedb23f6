package io.abcast.sim.explore;

import java.util.List;

/** A violation of an invariant, and the events of the schedule that led to the violation. */
record FoundViolation(String what, List<Step> steps) {
    String invariant() {
        return what.substring(0, what.indexOf(':'));
    }
}
