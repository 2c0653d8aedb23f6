package io.abcast.sim;

/**
 * Runs seeds of random runs one after another in the calling thread. Several campaigns may run at once in separate
 * threads.
 */
public interface SeedCampaign {
    /** Runs one seed with only a part of its schedule of faults and load. */
    SeedResult run(long seed, ScheduleFilter keep, Trace trace);

    /**
     * Describes all parameters of the run that the seed {@code seed} draws. The description of a seed has a numbered
     * line for each fault and action that the filter keeps.
     */
    String describe(long seed, ScheduleFilter keep);

    /** Reduces the schedule of a failed seed as far as its run still fails with the same violation. */
    Shrunk shrink(SeedResult failed);
}
