package io.abcast.jgroups.loop;

import io.abcast.driver.DriverFigures;

/**
 * Counters of an {@link EventLoop} since its start.
 *
 * @param driver counters of the driver
 * @param waitingMax maximum number of events that have waited at a time
 * @param busyNanos time in ns that the loop has spent in batches; during all other time the loop slept
 * @param unanswered requests, reads and tasks not yet answered
 */
public record LoopFigures(DriverFigures driver, long waitingMax, long busyNanos, long unanswered) {
    public static final LoopFigures NONE = new LoopFigures(DriverFigures.NONE, 0, 0, 0);
}
