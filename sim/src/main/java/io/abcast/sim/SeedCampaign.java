package io.abcast.sim;

/**
 * Simulates random runs, each drawn from one seed, one after another in the calling thread. Several campaigns may run
 * at once in separate threads.
 */
public interface SeedCampaign {
    /** Simulates the run of one seed, with only those faults and actions of its schedule that {@code keep} selects. */
    SeedResult run(long seed, ScheduleFilter keep, Trace trace);

    /**
     * Describes all parameters of the run of {@code seed}, with a numbered line for each fault and action that {@code
     * keep} selects.
     */
    String describe(long seed, ScheduleFilter keep);

    /** Reduces the schedule of a failed seed as far as its run still fails with the same violation. */
    Shrunk shrink(SeedResult failed);
}
