package io.abcast.uplinks;

/**
 * How a run ended.
 *
 * @param measurement figures of the run; {@code null} if the run failed
 * @param failure reason of the failure, or {@code null}
 */
record UplinkOutcome(ForestContest.Turn turn, UplinkMeasurement measurement, String failure) {}
