package io.abcast.sim;

/** Runs seeds one after another in the calling thread. Several campaigns may run in separate threads. */
public interface SeedCampaign {
    /** Runs one seed with a part of its schedule. */
    SeedResult run(long seed, ScheduleFilter keep, Trace trace);

    /** Describes all parameters that a seed draws. Each fault and action that is kept has a numbered line. */
    String describe(long seed, ScheduleFilter keep);

    /** Reduces the schedule of a failed seed as far as the run still fails in the same way. */
    Shrunk shrink(SeedResult failed);
}
