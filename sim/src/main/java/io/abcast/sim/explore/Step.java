package io.abcast.sim.explore;

/**
 * One event of a schedule.
 *
 * @param rank rank of the member at which the event takes place.
 * @param event code of the schedule's event, see {@link Events}
 * @param repeat whether the message that the event delivers stays in flight
 */
record Step(int rank, int event, boolean repeat) {}
