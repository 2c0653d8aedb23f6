package io.abcast.jgroups.loop;

import io.abcast.driver.DriverFigures;

/**
 * Counters of an {@link EventLoop} since its start.
 *
 * @param driver of its driver
 * @param waitingMax the most events that ever waited
 * @param busyNanos time spent in batches; the rest the loop slept
 * @param unanswered requests and reads at work now
 */
public record LoopFigures(DriverFigures driver, long waitingMax, long busyNanos, long unanswered) {
    public static final LoopFigures NONE = new LoopFigures(DriverFigures.NONE, 0, 0, 0);
}
