package io.abcast.sim.explore;

/**
 * One event of a schedule.
 *
 * @param rank of the member
 * @param event as {@link Events}
 * @param repeat whether its message stays in flight
 */
record Step(int rank, int event, boolean repeat) {}
