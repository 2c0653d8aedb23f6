package io.abcast.sim;

import io.abcast.sim.check.Violation;
import java.util.List;

/** Result of a random run that was drawn from one seed. */
public interface SeedResult {
    String protocol();

    long seed();

    /**
     * The first violation, and all other violations that existed at the time of the first violation; empty if the run
     * of the seed passed.
     */
    List<Violation> violations();

    /**
     * Readable text with violations, states and all parameters that the seed has drawn; empty if the run of the seed
     * passed.
     */
    String report();

    /** Readable text with all parameters that the seed has drawn. */
    String parameters();

    /** Command line that repeats the run of the seed. */
    String rerun();

    /** Hash of the run's trace; equal runs have equal hashes. */
    long traceHash();

    /** Number of events and effects of nodes in the run. */
    long events();

    /** The items of the schedule that took place before the run ended. */
    ScheduleFilter keep();

    /** Number of items in the whole schedule that the seed has drawn. */
    int items();

    /** Returns the items of {@link #keep} without the items that begin after the virtual time {@code nanos}. */
    ScheduleFilter keptUntil(long nanos);

    default boolean passed() {
        return violations().isEmpty();
    }

    /** Whether the checker with the name {@code invariant} found a violation. */
    default boolean violates(String invariant) {
        return violations().stream().anyMatch(v -> v.invariant().equals(invariant));
    }
}
