package io.abcast.sim.explore;

/**
 * One event of a schedule.
 *
 * @param rank rank of the member
 * @param event code of the event, see {@link Events}
 * @param repeat whether the delivered message stays in flight
 */
record Step(int rank, int event, boolean repeat) {}
