package io.abcast.sim;

import io.abcast.sim.check.Violation;
import java.util.List;

/** Result of the run of one seed, of one ensemble or of several groups. */
public interface SeedResult {
    String protocol();

    long seed();

    /**
     * The first violation, and all other violations that existed at the time of the first one; empty if the seed
     * passed.
     */
    List<Violation> violations();

    /**
     * Readable text with violations, states and all parameters that the seed has drawn; empty if the seed passed.
     */
    String report();

    /** Readable text with all parameters that the seed has drawn. */
    String parameters();

    /** Command that repeats the run. */
    String rerun();

    /** Hash of the trace; equal runs have equal hashes. */
    long traceHash();

    /** Number of inputs and effects of nodes. */
    long events();

    /** The items of the schedule that took place before the run ended. */
    ScheduleFilter keep();

    /** Number of items in the whole schedule that was drawn. */
    int items();

    /** Returns {@link #keep} without the items that begin after {@code nanos}. */
    ScheduleFilter keptUntil(long nanos);

    default boolean passed() {
        return violations().isEmpty();
    }

    /** Whether the named checker found a violation. */
    default boolean violates(String invariant) {
        return violations().stream().anyMatch(v -> v.invariant().equals(invariant));
    }
}
