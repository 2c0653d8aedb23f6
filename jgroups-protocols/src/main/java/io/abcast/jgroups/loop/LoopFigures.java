package io.abcast.jgroups.loop;

import io.abcast.driver.DriverFigures;

/**
 * Counters of an {@link EventLoop} since the start of the event loop.
 *
 * @param driver counters of the event loop's driver
 * @param waitingMax maximum number of events that have waited in the inbox at one time
 * @param busyNanos time in ns that the event loop has spent in batches of events; during all other time the event loop
 *     slept
 * @param unanswered number of requests, reads and tasks of callers that are not yet answered
 */
public record LoopFigures(DriverFigures driver, long waitingMax, long busyNanos, long unanswered) {
    public static final LoopFigures NONE = new LoopFigures(DriverFigures.NONE, 0, 0, 0);
}
